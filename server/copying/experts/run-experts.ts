import { experts, type Expert } from '../../../api/experts.ts'
import type { Candle } from '../../markets/public.ts'
import { isFaultOfRow, type RowAlarms } from '../../platform/database/failing-rows.ts'
import { invariant } from '../../platform/http/refused.ts'
import type { CopyingContext } from '../context.ts'
import {
  endScheduled,
  leadExperts,
  listDueScheduled,
  listStoredExperts,
  saveDecision,
  type Scheduled,
  type StoredExpert,
} from './experts-store.ts'
import { placeExpertOrder } from '../copies/place-order.ts'
import { strategyOf, type Signal, type Strategy } from '../strategies/strategies.ts'

/** A candle that closed longer ago than this is ignored, because the market has moved since. */
const lateMs = 5_000
/** Maximum delay for an order that an operator scheduled. */
const scheduleLateMs = 60_000

/** Returns an expert's strategy. */
export function ruleOf(expert: Expert): Strategy {
  const strategy = strategyOf(expert.strategy)
  invariant(strategy, `${expert.id} follows a published strategy`)
  return strategy
}

/** Returns the strategy's signal for the candle that closed at `endMs`; null if the candle has no price. */
export function signalOf(
  { candleS, decide }: Strategy,
  symbol: string,
  candles: readonly Candle[],
  endMs: number,
): Signal | null {
  return candles.at(-1)?.atMs === endMs - candleS * 1000 ? decide({ symbol, candles, atMs: endMs }) : null
}

/** Returns the key of an order placed by a rule: one per candle. */
export const strategyKey = ({ id }: Expert, symbol: string, endMs: number) => `strategy ${id} ${symbol} ${endMs}`

async function signalNow(
  { markets }: CopyingContext,
  strategy: Strategy,
  symbol: string,
  endMs: number,
): Promise<Signal | null> {
  const widthMs = strategy.candleS * 1000
  return signalOf(
    strategy,
    symbol,
    await markets.candlesBetween(symbol, widthMs, endMs - strategy.lookback * widthMs, endMs),
    endMs,
  )
}

/**
 * Runs one turn of all experts; does nothing if another process leads. Each closed candle is decided on once, whichever
 * process leads. Resolves with the number of orders placed. A failing expert or scheduled order raises an alarm and
 * doesn't stop the others.
 */
export async function runExperts(context: CopyingContext, failing: RowAlarms): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await leadExperts(tx))) return 0
    let placed = 0
    const stored = new Map((await listStoredExperts(context.db)).map((one) => [one.id, one]))
    for (const expert of experts) {
      const account = stored.get(expert.id)
      // An expert doesn't trade while it practises.
      if (!account || account.stoppedAtMs !== null || account.practisedThroughMs !== null) continue
      for (const symbol of expert.symbols) {
        if (
          await runIsolated(context, failing, `${expert.id} ${symbol}`, () =>
            decideOn(context, expert, account, symbol),
          )
        )
          placed++
      }
    }
    for (const one of await listDueScheduled(context.db, context.clock.nowMs())) {
      if (
        await runIsolated(context, failing, `scheduled ${one.id}`, () =>
          placeScheduled(context, stored.get(one.expertId), one),
        )
      )
        placed++
    }
    await failing.endTurn()
    return placed
  })
}

/** Runs one step of the turn. A failed step is logged and retried in the next turn; later steps still run. */
async function runIsolated(
  { log }: CopyingContext,
  failing: RowAlarms,
  subject: string,
  step: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await step()
  } catch (error) {
    log.error({ err: error, subject }, 'an expert failed')
    if (isFaultOfRow(error)) await failing.failed(subject)
    return false
  }
}

async function decideOn(
  context: CopyingContext,
  expert: Expert,
  account: StoredExpert,
  symbol: string,
): Promise<boolean> {
  const { db, clock, markets, log } = context
  const strategy = ruleOf(expert)
  const widthMs = strategy.candleS * 1000
  const nowMs = clock.nowMs()
  const endMs = Math.floor(nowMs / widthMs) * widthMs
  if (
    endMs <= account.createdAtMs ||
    (account.decided[symbol] ?? 0) >= endMs ||
    markets.watermarkMs(symbol) < endMs - 1
  )
    return false
  const signal = nowMs - endMs <= lateMs ? await signalNow(context, strategy, symbol, endMs) : null
  const outcome =
    signal &&
    (await placeExpertOrder(context, account, {
      symbol,
      type: signal.type,
      intervalS: signal.intervalS,
      key: strategyKey(expert, symbol, endMs),
    }))
  if (outcome?.result === 'refused') log.info({ expert: expert.id, symbol, code: outcome.code }, 'expert order refused')
  await saveDecision(db, expert.id, symbol, endMs)
  return outcome?.result === 'placed'
}

async function placeScheduled(
  context: CopyingContext,
  account: StoredExpert | undefined,
  { id, symbol, type, intervalS, atMs }: Scheduled,
): Promise<boolean> {
  invariant(account, 'a scheduled order belongs to an expert')
  const { db, clock } = context
  if (account.stoppedAtMs !== null)
    return endScheduled(db, id, 'refused', { phrase: 'scheduled_expert_stopped' }).then(() => false)
  if (clock.nowMs() - atMs > scheduleLateMs)
    return endScheduled(db, id, 'refused', { phrase: 'scheduled_too_late' }).then(() => false)
  const outcome = await placeExpertOrder(context, account, { symbol, type, intervalS, key: `operator ${id}` })
  const isPlaced = outcome.result !== 'refused'
  await (isPlaced
    ? endScheduled(db, id, 'placed', null)
    : endScheduled(db, id, 'refused', { phrase: 'scheduled_refused', values: { code: outcome.code } }))
  return isPlaced
}
