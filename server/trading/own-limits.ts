import type { CashAsset } from '../../contract/money.ts'
import { Refused } from '../platform/refused.ts'
import type { TradingContext } from './context.ts'
import { money } from './order-checks.ts'
import { readResultsAt, type Owner } from './store.ts'

export type LossLimit = { limitMinor: bigint; fromMs: number; period: 'day' | 'week' | 'month' }

/** What a customer's own limits and the state of the account allow. Answered without a promise where it is in memory. */
export type OrderRules = {
  /** Set: no order is taken; thrown as it is. Its codes are declared by the call `trade` (account_frozen, timed_out, excluded, session_limit, reality_due). */
  refusal?: Refused
  /** The largest stake of one trade; past it: own_stake_limit. */
  maxStakeMinor?: bigint
  /**
   * What trades settled since `fromMs` lost on the whole, together with the stakes of all open trades, may not pass `limitMinor`:
   * own_loss_limit. At most three, one a period.
   */
  lossLimits: readonly LossLimit[]
}
export type OrderRulesFinder = (customerId: string, nowMs: number) => OrderRules | Promise<OrderRules>

/** The strictest of a customer's loss limits: what the result may come to at least if all open trades were lost. */
export type LossFloor = LossLimit & { leastResultMinor: bigint }

/** Why the customer's own rules refuse an order before the database is asked. */
export function ownRefusal(
  { refusal, maxStakeMinor }: OrderRules,
  stakeMinor: bigint,
  asset: CashAsset,
): Refused | undefined {
  if (refusal) return refusal
  if (maxStakeMinor !== undefined && stakeMinor > maxStakeMinor)
    return new Refused('own_stake_limit', { max: money(maxStakeMinor, asset) })
  return undefined
}

/** A result at a period's start is kept once the period is this old: by then no settlement of before it is still under way. */
const settledWithinMs = 60_000
const resultsRemembered = 100_000

/** An account and the loss limits that it may not pass. */
export type LossQuestion = { owner: Owner; limits: readonly LossLimit[] }

/**
 * Finds the loss floors of accounts, in order; undefined for one without limits. What a result was at a period's start is kept in
 * memory; all that is not there is read in one query.
 */
export function createLossFloors({ db }: Pick<TradingContext, 'db'>) {
  const known = new Map<string, { fromMs: number; resultMinor: bigint }>()

  function remember(key: string, fromMs: number, resultMinor: bigint): void {
    known.delete(key)
    if (known.size >= resultsRemembered) known.delete(known.keys().next().value!)
    known.set(key, { fromMs, resultMinor })
  }

  return async function lossFloors(
    questions: readonly LossQuestion[],
    nowMs: number,
  ): Promise<(LossFloor | undefined)[]> {
    const asked = questions.flatMap(({ owner, limits }, index) =>
      limits.map((limit) => {
        const key = `${owner.customerId} ${limit.period}`
        const kept = known.get(key)
        return {
          index,
          owner,
          limit,
          fromMs: limit.fromMs,
          key,
          resultMinor: kept?.fromMs === limit.fromMs ? kept.resultMinor : undefined,
        }
      }),
    )
    const missing = asked.filter(({ resultMinor }) => resultMinor === undefined)
    const read = missing.length > 0 ? await readResultsAt(db, missing) : []
    const floors: (LossFloor | undefined)[] = questions.map(() => undefined)
    let next = 0
    for (const { index, limit, fromMs, key, resultMinor: kept } of asked) {
      const resultMinor = kept ?? read[next++]!
      if (kept === undefined && nowMs >= fromMs + settledWithinMs) remember(key, fromMs, resultMinor)
      const leastResultMinor = resultMinor - limit.limitMinor
      const strictest = floors[index]
      if (!strictest || leastResultMinor > strictest.leastResultMinor) floors[index] = { ...limit, leastResultMinor }
    }
    return floors
  }
}
