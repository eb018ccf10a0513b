import { setImmediate as nextTurn } from 'node:timers/promises'
import { expertCapital, experts, type Expert } from '../../../api/experts.ts'
import { parseAmount } from '../../../api/money.ts'
import type { Customer } from '../../identity/public.ts'
import { candlesOfTicks, type Candle, type Tick } from '../../markets/public.ts'
import type { TogetherTerms } from '../../trading/public.ts'
import type { CopyingContext } from '../context.ts'
import { insertExpert, listStoredExperts, savePractice, type StoredExpert } from './experts-store.ts'
import { equityOf, expertAsset, stakeFor } from './expert-orders.ts'
import { ruleOf, signalOf, strategyKey } from './run-experts.ts'

/** How far back a new expert looks for a price record to practise on. */
const practiceMs = 4 * 3_600_000
const ticksAtOnce = 5_000
/** Practice ends this long before the expert's creation, so that all practice trades have expired by then. */
const longestTradeMs = 180_000
/** Interval in recorded time at which practice trades settle and progress is saved. */
const settleEveryMs = 600_000

/**
 * Creates missing experts: simulated accounts with equal capital. They first practise on the existing price record, if
 * there is one.
 */
export async function createExperts(context: CopyingContext): Promise<void> {
  const known = new Set((await listStoredExperts(context.db)).map(({ id }) => id))
  for (const expert of experts) if (!known.has(expert.id)) await createExpert(context, expert)
}

async function createExpert(context: CopyingContext, expert: Expert): Promise<void> {
  const { db, ledger } = context
  const account = await accountOf(context, expert)
  if (!account) return
  const { customerId, shard, customerSinceMs } = account
  const firstMs = await firstPriceMs(context, expert, customerSinceMs)
  const practisedThroughMs =
    firstMs === undefined || customerSinceMs - firstMs < 60_000 ? null : candleEnd(expert, firstMs)
  await ledger.post([
    {
      debit: { house: 'practice_grants' },
      credit: { owner: customerId, code: 'trading' },
      asset: expertAsset,
      amountMinor: parseAmount(expertCapital, expertAsset)!,
      kind: 'practice_grant',
      reference: customerId,
      key: `expert_capital/${expert.id}`,
      note: `Capital of the expert ${expert.name}, play money`,
    },
  ])
  await insertExpert(db, { id: expert.id, customerId, shard, createdAtMs: customerSinceMs, practisedThroughMs })
}

/** Returns the end of the candle that contains `atMs`, at the width of the expert's rule. */
function candleEnd(expert: Expert, atMs: number): number {
  const widthMs = ruleOf(expert).candleS * 1000
  return Math.ceil(atMs / widthMs) * widthMs
}

/**
 * Adds an account, or finds the one that an interrupted start or another process created. The later steps are
 * idempotent.
 */
async function accountOf({ identity, log }: CopyingContext, expert: Expert): Promise<Customer | undefined> {
  const email = `${expert.id}@experts.invalid`
  try {
    return await identity.addCustomer({
      email,
      name: expert.name,
      country: 'United Kingdom',
      phone: '+44 20 7946 0958',
      currency: expertAsset,
      simulated: true,
    })
  } catch (error) {
    for (const customerId of await identity.simulatedAccounts())
      if ((await identity.details(customerId))?.email === email) return identity.customer(customerId)
    log.warn({ err: error, expert: expert.id }, 'cannot create an expert')
    return undefined
  }
}

/** Returns the first time in the last few hours from which all of the expert's symbols have prices. */
async function firstPriceMs(
  { markets }: CopyingContext,
  { symbols }: Expert,
  nowMs: number,
): Promise<number | undefined> {
  const firsts = await Promise.all(
    symbols.map(async (symbol) => (await markets.ticksBetween(symbol, nowMs - practiceMs, nowMs, 1))[0]?.atMs),
  )
  return firsts.some((atMs) => atMs === undefined) ? undefined : Math.max(...(firsts as number[]))
}

/**
 * Runs new experts over the price record from before their creation. Their rules, order path and settlement are the
 * same as in live trading. Each order is placed as of a past moment and uses no later prices. Continues where it was
 * interrupted; an order's key ensures that it counts once. Experts can't be copied during practice.
 */
export async function practise(context: CopyingContext, isStopping: () => boolean): Promise<void> {
  for (const account of await listStoredExperts(context.db)) {
    const expert = experts.find(({ id }) => id === account.id)
    if (expert && account.practisedThroughMs !== null) await practiseOne(context, expert, account, isStopping)
  }
}

async function practiseOne(
  context: CopyingContext,
  expert: Expert,
  account: StoredExpert,
  isStopping: () => boolean,
): Promise<void> {
  const { db, trading } = context
  const strategy = ruleOf(expert)
  const widthMs = strategy.candleS * 1000
  const endMs = account.createdAtMs - longestTradeMs
  const records = new Map<string, Candle[]>()
  for (const symbol of expert.symbols)
    records.set(
      symbol,
      candlesOfTicks(await ticksOf(context, symbol, account.createdAtMs - practiceMs, endMs), widthMs),
    )
  for (let atMs = candleEnd(expert, account.practisedThroughMs! + 1); atMs <= endMs; atMs += widthMs) {
    if (isStopping()) return
    for (const [symbol, candles] of records) {
      const signal = signalOf(strategy, symbol, candlesUpTo(candles, atMs - widthMs, strategy.lookback), atMs)
      if (signal)
        await placePractice(
          context,
          account,
          {
            symbol,
            type: signal.type,
            intervalS: signal.intervalS,
            key: strategyKey(expert, symbol, atMs),
            copyKey: '',
          },
          atMs,
        )
    }
    if (atMs % settleEveryMs === 0) {
      await trading.settle()
      await savePractice(db, expert.id, atMs)
      await nextTurn()
    }
  }
  await trading.settle()
  await savePractice(db, expert.id, null)
}

async function ticksOf({ markets }: CopyingContext, symbol: string, fromMs: number, toMs: number): Promise<Tick[]> {
  const ticks: Tick[] = []
  for (let from = fromMs; ; from = ticks.at(-1)!.atMs + 1) {
    const page = await markets.ticksBetween(symbol, from, toMs, ticksAtOnce)
    ticks.push(...page)
    if (page.length < ticksAtOnce) return ticks
  }
}

/** Returns the newest `count` candles that began at or before `lastMs`. */
function candlesUpTo(candles: readonly Candle[], lastMs: number, count: number): Candle[] {
  let end = candles.length
  while (end > 0 && candles[end - 1]!.atMs > lastMs) end--
  return candles.slice(Math.max(0, end - count), end)
}

async function placePractice(
  context: CopyingContext,
  account: StoredExpert,
  terms: TogetherTerms,
  atMs: number,
): Promise<void> {
  const { shard, customerId } = account
  const stakeMinor = stakeFor(await equityOf(context, account))
  await context.trading.placeTogether(terms, [{ shard, customerId, asset: expertAsset, stakeMinor, freeBps: -1 }], atMs)
}
