import { type PhraseCode, sentenceFields } from '../../../api/sentences/sentences.ts'
import type { OutputOf } from '../../../api/call.ts'
import type { ListedTrader, TraderRecord, tradersRecordCall, tradersShow } from '../../../api/calls/copying/copying.ts'
import {
  expertCapital,
  experts,
  expertStakeBps,
  type Expert,
  type ExpertId,
  type ExpertMethod,
} from '../../../api/experts.ts'
import { ratioOf, formatAmount, parseAmount } from '../../../api/money.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import { makerOf, type PlainTrade } from '../../trading/public.ts'
import type { CopyingContext } from '../context.ts'
import { listStoredExperts, type StoredExpert } from './experts-store.ts'
import { distributionOf, figuresOf, rankingEdge, type Figures, type TradeGroup } from './figures.ts'
import { expertAsset } from './expert-orders.ts'
import { countFollowers, followedBy } from '../copies/relations-store.ts'
import { ruleOf } from './run-experts.ts'

const capitalMinor = parseAmount(expertCapital, expertAsset)!
const tradesAtOnce = 5_000
const curvePoints = 500
const seriesPoints = 20
const cacheMs = 2_000

type Shown = { expert: Expert; account: StoredExpert; trades: PlainTrade[]; figures: Figures }

/** Experts with their trades and figures. Caches settled trades, which never change, and reads only newer ones. */
export class ExpertRecords {
  readonly #context: CopyingContext
  readonly #settled = new Map<string, PlainTrade[]>()
  #known: { atMs: number; shown: Promise<Shown[]> } | undefined

  constructor(context: CopyingContext) {
    this.#context = context
  }

  /** Returns all experts. The result is at most two seconds old. */
  all(): Promise<Shown[]> {
    const atMs = this.#context.clock.monotonicMs()
    if (!this.#known || atMs - this.#known.atMs > cacheMs) {
      this.#known = { atMs, shown: this.#read() }
      this.#known.shown.catch(() => (this.#known = undefined))
    }
    return this.#known.shown
  }

  /** Clears the cached result, so that the next call reads the database. */
  forget(): void {
    this.#known = undefined
  }

  async #read(): Promise<Shown[]> {
    const accounts = new Map((await listStoredExperts(this.#context.db)).map((account) => [account.id, account]))
    const there = experts.flatMap((expert) =>
      accounts.has(expert.id) ? [{ expert, account: accounts.get(expert.id)! }] : [],
    )
    return Promise.all(
      there.map(async ({ expert, account }) => {
        const trades = await this.#tradesOf(account)
        return { expert, account, trades, figures: figuresOf(trades, capitalMinor) }
      }),
    )
  }

  async #tradesOf(account: StoredExpert): Promise<PlainTrade[]> {
    const { db, trading } = this.#context
    const cached = this.#settled.get(account.id) ?? []
    const fresh: PlainTrade[] = []
    for (let page = 1; ; page++) {
      const read = await trading.tradesAfter(db, account, (fresh.at(-1) ?? cached.at(-1))?.id ?? null, tradesAtOnce)
      fresh.push(...read)
      if (read.length < tradesAtOnce) break
    }
    const all = [...cached, ...fresh]
    const firstOpen = all.findIndex(({ state }) => state === 'OPEN')
    this.#settled.set(account.id, firstOpen < 0 ? all : all.slice(0, firstOpen))
    return all
  }
}

/** Dependencies of the calls that show experts. */
export type ExpertsContext = CopyingContext & { records: ExpertRecords }

/** Returns the list for `experts` and `traders`: ranked experts first, then new ones, then stopped ones. */
export async function listExperts(context: ExpertsContext): Promise<ListedTrader[]> {
  const [shown, followers] = await Promise.all([context.records.all(), countFollowers(context.db)])
  const edgeOf = ({ account, figures }: Shown) => (account.stoppedAtMs === null ? rankingEdge(figures) : null)
  const ranked = shown.filter((one) => edgeOf(one) !== null).toSorted((a, b) => edgeOf(b)! - edgeOf(a)!)
  const others = shown
    .filter((one) => edgeOf(one) === null)
    .toSorted((a, b) => Number(a.account.stoppedAtMs !== null) - Number(b.account.stoppedAtMs !== null))
  return [...ranked, ...others].map((one, index) => ({
    ...recordOf(one, index < ranked.length ? index + 1 : null, followers.get(one.expert.id) ?? 0),
    series: [
      expertCapital,
      ...thinned(one.figures.curve, seriesPoints - 1).map(({ equityMinor }) => formatAmount(equityMinor, expertAsset)),
    ],
  }))
}

const methodPhrases = { Manual: 'method_manual', Mixed: 'method_mixed' } as const satisfies Record<
  ExpertMethod,
  PhraseCode
>

const percent = (part: number) => Math.round(part * 10_000) / 100
const percentOrNull = (part: number | null) => (part === null ? null : percent(part))

function recordOf({ expert, account, figures }: Shown, rank: number | null, copiers: number): TraderRecord {
  return {
    id: expert.id,
    name: expert.name,
    pic: '',
    wr: percentOrNull(figures.winRate),
    ps: expert.profitShareBps / 100,
    ...sentenceFields(
      'note',
      account.stoppedAtMs === null
        ? { phrase: `expert_${expert.id as ExpertId}` as const }
        : { phrase: 'expert_stopped', values: { reason: account.stopReason ?? '' } },
    ),
    method: expert.method,
    style: expert.style,
    simulated: true,
    stopped: account.stoppedAtMs !== null,
    trades: figures.trades,
    won: figures.won,
    lost: figures.lost,
    wrLow: percentOrNull(figures.winRateLow),
    breakEven: percentOrNull(figures.breakEven),
    drawdown: percent(figures.drawdown),
    risk: figures.risk,
    result: formatAmount(figures.resultMinor, expertAsset),
    resultPercent: percent(ratioOf(figures.resultMinor, capitalMinor)),
    rank,
    copiers,
  }
}

/** `traders`: returns the list, which also shows the experts that the customer copies. */
export async function listTraders(context: ExpertsContext, _input: unknown, { session }: CustomerRequest) {
  const [list, followed] = await Promise.all([listExperts(context), followedBy(context.db, session)])
  return list.map((trader) => ({ ...trader, copied: followed.includes(trader.id) }))
}

async function find(context: ExpertsContext, tid: string): Promise<{ one: Shown; trader: ListedTrader }> {
  const one = (await context.records.all()).find(({ expert }) => expert.id === tid)
  const trader = one && (await listExperts(context)).find(({ id }) => id === tid)
  if (!one || !trader) throw new Refused('not_found')
  return { one, trader }
}

/** `traders.show`: returns one expert with its rule, equity curve and newest trades. Throws `not_found`. */
export async function showTrader(
  context: ExpertsContext,
  { tid }: { tid: string },
  { session }: CustomerRequest,
): Promise<OutputOf<typeof tradersShow>> {
  const { one, trader } = await find(context, tid)
  const { expert, account, figures } = one
  const strategy = ruleOf(expert)
  const [followed, lastTrades] = await Promise.all([
    followedBy(context.db, session),
    context.trading.newestTrades(account),
  ])
  const { bySymbol, byHour } = distributionOf(one.trades)
  const { series: _, ...record } = trader
  return {
    ...record,
    copied: followed.includes(tid),
    ...sentenceFields('strategy', strategy.name),
    ...sentenceFields('rules', {
      phrase: 'rule_of_expert',
      values: { rule: strategy.rules, method: { phrase: methodPhrases[expert.method] } },
    }),
    symbols: [...expert.symbols],
    capital: expertCapital,
    stakePercent: expertStakeBps / 100,
    since: account.createdAtMs,
    curve: thinned(figures.curve, curvePoints).map(({ atMs, equityMinor }) => ({
      at: atMs,
      equity: formatAmount(equityMinor, expertAsset),
    })),
    lastTrades,
    bySymbol: bySymbol.map(groupOutput),
    byHour: byHour.map(groupOutput),
  }
}

const groupOutput = <Key>({ resultMinor, ...group }: TradeGroup<Key>) => ({
  ...group,
  result: formatAmount(resultMinor, expertAsset),
})

/** Returns at most `most` evenly spaced points, always including the last one. */
function thinned<Point>(points: readonly Point[], most: number): Point[] {
  const every = Math.ceil(points.length / most)
  return points.filter((_, index) => (points.length - 1 - index) % every === 0)
}

/** `traders.record`: returns all data from which an expert's figures are computed. Throws `not_found`. */
export async function showRecord(
  context: ExpertsContext,
  { tid }: { tid: string },
): Promise<OutputOf<typeof tradersRecordCall>> {
  const { one, trader: listed } = await find(context, tid)
  const { notePhrase: _, series: _series, ...trader } = listed
  return {
    format: 'tallystick-expert-1',
    at: context.clock.nowMs(),
    since: one.account.createdAtMs,
    trader,
    capital: expertCapital,
    trades: one.trades.map(
      ({ id, key, symbol, type, acceptedAtMs, expiresAtMs, state, stakeMinor, returnedMinor, payoutBps }) => ({
        id,
        by: makerOf(key),
        symbol,
        type,
        acceptedAt: acceptedAtMs,
        expiresAt: expiresAtMs,
        status: state,
        stake: formatAmount(stakeMinor, expertAsset),
        returned: returnedMinor === null ? null : formatAmount(returnedMinor, expertAsset),
        payoutBps,
      }),
    ),
  }
}
