import type { Refused } from '../../platform/http/refused.ts'

export type LossLimit = { limitMinor: bigint; fromMs: number; period: 'day' | 'week' | 'month' }

/** What a customer's own limits and account state allow. */
export type OrderRules = {
  /**
   * If set, every order is refused with it. Its code is one of those that the call `trade` declares (account_frozen,
   * timed_out, excluded, session_limit, reality_due).
   */
  refusal?: Refused
  /** Maximum stake of one trade. A larger one is refused with own_stake_limit. */
  maxStakeMinor?: bigint
  /**
   * Net losses of trades settled since `fromMs` plus the stakes of all open trades must not exceed `limitMinor`. An
   * order that could exceed it is refused with own_loss_limit. At most three, one per period.
   */
  lossLimits: readonly LossLimit[]
}

export type OrderRulesFinder = (customerId: string, nowMs: number) => OrderRules | Promise<OrderRules>
