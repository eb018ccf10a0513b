import type { CashAsset } from '../../contract/money.ts'
import { Refused } from '../platform/refused.ts'
import type { TradingContext } from './context.ts'
import { money } from './order-checks.ts'
import { readResultAt, type Owner } from './store.ts'

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
export function ownRefusal({ refusal, maxStakeMinor }: OrderRules, stakeMinor: bigint, asset: CashAsset): Refused | undefined {
  if (refusal) return refusal
  if (maxStakeMinor !== undefined && stakeMinor > maxStakeMinor) return new Refused('own_stake_limit', { max: money(maxStakeMinor, asset) })
  return undefined
}

/** A result at a period's start is kept once the period is this old: by then no settlement of before it is still under way. */
const settledWithinMs = 60_000
const resultsRemembered = 100_000

/** Finds loss floors; what the customer's result was at a period's start is read once and kept in memory. */
export function createLossFloors({ db }: Pick<TradingContext, 'db'>) {
  const known = new Map<string, { fromMs: number; resultMinor: bigint }>()

  async function resultAt(owner: Owner, { fromMs, period }: LossLimit, nowMs: number): Promise<bigint> {
    const key = `${owner.customerId} ${period}`
    const kept = known.get(key)
    if (kept?.fromMs === fromMs) return kept.resultMinor
    const resultMinor = await readResultAt(db, owner, fromMs)
    if (nowMs >= fromMs + settledWithinMs) {
      known.delete(key)
      if (known.size >= resultsRemembered) known.delete(known.keys().next().value!)
      known.set(key, { fromMs, resultMinor })
    }
    return resultMinor
  }

  return async function lossFloor(owner: Owner, limits: readonly LossLimit[], nowMs: number): Promise<LossFloor | undefined> {
    let strictest: LossFloor | undefined
    for (const limit of limits) {
      const leastResultMinor = (await resultAt(owner, limit, nowMs)) - limit.limitMinor
      if (!strictest || leastResultMinor > strictest.leastResultMinor) strictest = { ...limit, leastResultMinor }
    }
    return strictest
  }
}
