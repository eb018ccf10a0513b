import { experts } from '../../../api/experts.ts'
import { throughClearing } from '../../ledger/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import { isFaultOfRow, type RowAlarms } from '../../platform/database/failing-rows.ts'
import { isHeld, withLockPatience } from '../../platform/database/lock-patience.ts'
import { invariant } from '../../platform/http/refused.ts'
import type { CopyingContext } from '../context.ts'
import { listStoredExperts } from '../experts/experts-store.ts'
import { insertShare, lockNewHighs, skipWeek, type NewHigh } from './shares-store.ts'

const weekMs = 7 * 86_400_000
/** 1970 began on a Thursday. Weeks are counted from the following Monday. */
const firstMondayMs = 4 * 86_400_000
const relationsAtOnce = 500

/** Returns the number of the week that contains a time. Weeks start on Monday at 00:00 UTC. */
export const weekOf = (atMs: number) => Math.floor((atMs - firstMondayMs) / weekMs)

/** Returns the expert's share of the result above the previous high, rounded down. */
export function shareOf(
  { resultMinor, highWaterMinor }: Pick<NewHigh, 'resultMinor' | 'highWaterMinor'>,
  shareBps: number,
): bigint {
  return resultMinor > highWaterMinor ? ((resultMinor - highWaterMinor) * BigInt(shareBps)) / 10_000n : 0n
}

/**
 * Takes the profit shares of the past week, once per customer, expert and week. Resolves with their number. If the
 * copier's balance doesn't cover a share, the share and its high are left for the next week. A failing share raises an
 * alarm and is retried in the next run. Neither a failing share nor one whose account is locked stops the others.
 */
export async function shareProfits(context: CopyingContext, failing: RowAlarms): Promise<number> {
  const week = weekOf(context.clock.nowMs())
  const without: string[] = []
  let limit = relationsAtOnce
  let shared = 0
  for (;;) {
    const chunk: Chunk = { week, limit, without, highs: [] }
    const handled = await tryShareChunk(context, chunk, failing)
    // If a chunk fails, takes the shares one at a time until the failing one is found.
    limit = handled === 'failed' && chunk.highs.length > 1 ? 1 : limit
    if (handled === 'failed') continue
    shared += handled.filter(({ taken }) => taken).length
    for (const { customerId } of handled)
      context.bus.publish('customer.changed', {
        customerId,
        calls: ['copies', 'copies.gaps', 'user', 'statement', 'totalbalance'],
      })
    if (handled.length === 0) return failing.endTurn().then(() => shared)
  }
}

/** `highs`: the relations that the latest attempt locked. */
type Chunk = { week: number; limit: number; without: string[]; highs: NewHigh[] }
type Handled = { customerId: string; taken: boolean }

/** Takes the shares in a chunk. A relation that fails as the only one in its chunk is excluded from then on. */
async function tryShareChunk(context: CopyingContext, chunk: Chunk, failing: RowAlarms): Promise<Handled[] | 'failed'> {
  try {
    return await context.db.transaction().execute((tx) => shareChunk(context, tx, chunk))
  } catch (error) {
    const [first, ...others] = chunk.highs
    if (!first || !(isFaultOfRow(error) || isHeld(error))) throw error
    if (others.length > 0) return 'failed'
    if (isHeld(error)) {
      chunk.without.push(first.id)
      return 'failed'
    }
    context.log.error({ err: error, relation: first.id }, 'a profit share failed')
    chunk.without.push(first.id)
    await failing.failed(first.id)
    return 'failed'
  }
}

async function shareChunk(context: CopyingContext, tx: Executor, chunk: Chunk): Promise<Handled[]> {
  const { week, limit, without } = chunk
  const highs = (chunk.highs = await lockNewHighs(tx, week, limit, without))
  if (highs.length === 0) return []
  const accounts = new Map((await listStoredExperts(tx)).map(({ id, customerId }) => [id, customerId]))
  const shares = highs.map((high) => {
    const expert = experts.find(({ id }) => id === high.expertId)
    invariant(expert, 'a copied expert is in the list')
    return { high, expert, amountMinor: shareOf(high, expert.profitShareBps) }
  })
  const payable = shares.filter(({ amountMinor }) => amountMinor > 0n)
  const transfers = payable.flatMap(({ high, expert, amountMinor }, link) =>
    throughClearing({
      from: { owner: high.customerId, code: 'trading' },
      to: { owner: accounts.get(expert.id)!, code: 'trading' },
      asset: high.asset,
      amountMinor,
      kind: 'copy_profit_share',
      reference: high.id,
      key: `copy_share:${high.id}:${week}`,
      note: {
        phrase: 'note_profit_share',
        values: { name: expert.name, share: expert.profitShareBps / 100 },
      },
      link,
    }),
  )
  const outcomes =
    transfers.length > 0 ? await withLockPatience(tx, () => context.ledger.postEach(transfers, { tx })) : []
  const refused = new Set(payable.filter((_, index) => !outcomes[index * 2]!.ok).map(({ high }) => high.id))
  for (const { high, expert, amountMinor } of shares) {
    if (refused.has(high.id)) await skipWeek(tx, high, week)
    else
      await insertShare(tx, high, { week, atMs: context.clock.nowMs(), shareBps: expert.profitShareBps, amountMinor })
  }
  return shares.map(({ high }) => ({ customerId: high.customerId, taken: !refused.has(high.id) }))
}
