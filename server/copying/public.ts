import type { copyingCalls } from '../../api/calls/copying/copying.ts'
import type { robotCalls } from '../../api/calls/copying/robot.ts'
import type { Identity } from '../identity/public.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Limits } from '../limits/public.ts'
import type { Markets } from '../markets/public.ts'
import type { Operators } from '../operators/public.ts'
import { RowAlarms } from '../platform/database/failing-rows.ts'
import type { Bindings } from '../platform/http/http.ts'
import { oneAtATime } from '../platform/database/one-at-a-time.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { shardOf } from '../platform/random.ts'
import type { Trading } from '../trading/public.ts'
import { bindCopyingCalls } from './calls.ts'
import type { CopyingContext } from './context.ts'
import { listStoredExperts, type StoredExpert } from './experts/experts-store.ts'
import { placeExpertOrder, type Decision, type PlacedExpertOrder } from './copies/place-order.ts'
import { createExperts, practise } from './experts/practise.ts'
import { followedBy } from './copies/relations-store.ts'
import { createRobots } from './robot/robots.ts'
import { runExperts } from './experts/run-experts.ts'
import { settleCopies } from './copies/settle-copies.ts'
import { shareProfits } from './copies/share-profits.ts'
import { exportCopies } from './copies/show-copies.ts'
import { ExpertRecords } from './experts/show-traders.ts'

export { copyingBooks } from './books.ts'
export { sealedCopying } from './books-store.ts'

export type CopyingNeighbours = {
  ledger: Ledger
  markets: Markets
  trading: Trading
  identity: Identity
  limits: Limits
  operators: Operators
}

export type Copying = Required<Pick<ModuleLife, 'start' | 'stop'>> & {
  calls: Bindings<typeof robotCalls> & Bindings<typeof copyingCalls>
  /** Runs one turn of the experts and resolves with the number of orders placed. A job calls it every second. */
  runExperts(): Promise<number>
  /** Places an expert's order with its copies, as if its rule or an operator had decided it. */
  placeOrder(expertId: string, decision: Decision): Promise<PlacedExpertOrder>
  /** Records settled trades in the gap ledger. A job calls it every second. */
  settleCopies(): Promise<number>
  /** Takes the week's profit shares and resolves with their number. */
  shareProfits(): Promise<number>
  /** Resolves when all experts exist and have finished practising. */
  practised(): Promise<void>
}

const turnEveryMs = 1_000
const shareEveryMs = 60_000

/**
 * Creates the module for automatic trading: experts and their copiers, and customers' robots. Source:
 * docs/spec/truth.md section 2, docs/spec/beyond.md "copying".
 */
export function createCopying(platform: Platform, neighbours: CopyingNeighbours): Copying {
  const context: CopyingContext = { ...platform, ...neighbours, ordersInProgress: new Set() }
  const { jobs, clock, log } = platform
  const { identity } = neighbours
  const robots = createRobots(platform, neighbours)
  identity.addToUser(async (customerId) => ({
    robot: await robots.statusFor(customerId),
    traders: (await followedBy(platform.db, { customerId, shard: shardOf(customerId) })).join(','),
  }))
  identity.addExporter('copies', (session) => exportCopies(context, session))
  identity.onClosing(async (tx, session) => ((await followedBy(tx, session)).length > 0 ? 'still_copying' : undefined))
  const failing = {
    experts: new RowAlarms(platform.alarms, 'expert_failed'),
    copies: new RowAlarms(platform.alarms, 'copies_failed', 'order '),
    shares: new RowAlarms(platform.alarms, 'copies_failed', 'share '),
  }
  const expertTurns = oneAtATime(() => runExperts(context, failing.experts))
  const settleTurns = oneAtATime(() => settleCopies(context, failing.copies))
  const shareTurns = oneAtATime(() => shareProfits(context, failing.shares))
  jobs.every('experts', turnEveryMs, async () => void (await expertTurns.run()))
  jobs.every('copies', turnEveryMs, async () => void (await settleTurns.run()))
  jobs.every('profit shares', shareEveryMs, async () => void (await shareTurns.run()))
  let stopping = false
  let practising: Promise<void> = Promise.resolve()
  return {
    calls: { ...robots.calls, ...bindCopyingCalls({ ...context, records: new ExpertRecords(context) }) },
    runExperts: expertTurns.run,
    settleCopies: settleTurns.run,
    shareProfits: shareTurns.run,
    placeOrder: async (expertId, decision) =>
      placeExpertOrder(context, await storedExpert(context, expertId), decision),
    practised: () => practising,
    async start() {
      await robots.start()
      // Runs in the background, so that the site is up at once and prices flow while experts practise.
      practising = neighbours.markets
        .flush()
        .then(() => createExperts(context))
        .then(() => practise(context, () => stopping))
        .catch((error: unknown) => log.error({ err: error }, 'cannot create the experts'))
      clock.onAdvance(async () => {
        await settleTurns.run()
        await shareTurns.run()
      })
    },
    async stop() {
      stopping = true
      await practising
      await Promise.all([expertTurns.idle(), settleTurns.idle(), shareTurns.idle()])
      await robots.stop()
    },
  }
}

async function storedExpert({ db }: CopyingContext, expertId: string): Promise<StoredExpert> {
  const expert = (await listStoredExperts(db)).find(({ id }) => id === expertId)
  if (!expert) throw new Error(`invariant: unknown expert ${expertId}`)
  return expert
}
