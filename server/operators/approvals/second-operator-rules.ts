import type { SettingKey, SettingValue } from '../../../api/calls/operators/desk-settings.ts'
import { factorDemands } from '../../../api/calls/identity/factor-demand.ts'
import { parseAmount } from '../../../api/money.ts'
import { permissionsOf, type Role } from '../../../api/permissions.ts'

/**
 * Rules for when a second operator must approve, and who qualifies as one. No I/O. Source:
 * docs/decisions/0018-two-operators.md.
 */

export const dayMs = 86_400_000

/** Returns when an operator's waiting time ends, in epoch milliseconds, or undefined if it is over. */
export function waitsUntilMs(entrustedAtMs: number, waitDays: number, nowMs: number): number | undefined {
  const untilMs = entrustedAtMs + waitDays * dayMs
  return untilMs > nowMs ? untilMs : undefined
}

/** Returns whether roles include a right that controls other operators: to approve, or to manage operators. */
export function areTrusted(roles: readonly Role[]): boolean {
  const held = permissionsOf(roles)
  return held.has('money.approve') || held.has('operators.manage')
}

/** Returns whether a change of roles adds or removes such a right. */
export function changesTrust(before: readonly Role[], after: readonly Role[]): boolean {
  const [had, has] = [permissionsOf(before), permissionsOf(after)]
  return (['money.approve', 'operators.manage'] as const).some(
    (permission) => had.has(permission) !== has.has(permission),
  )
}

/** Returns whether a change of roles adds such a right. */
export function gainsTrust(before: readonly Role[], after: readonly Role[]): boolean {
  const [had, has] = [permissionsOf(before), permissionsOf(after)]
  return (['money.approve', 'operators.manage'] as const).some(
    (permission) => !had.has(permission) && has.has(permission),
  )
}

export type Colleague = { roles: Role[]; createdAtMs: number; deactivatedAtMs: number | null }

/**
 * Returns whether a colleague counts as a second operator. A removed operator still counts during the waiting time, so
 * that nobody can remove the others and then act as the only operator.
 */
export function countsAsSecond(
  { roles, createdAtMs, deactivatedAtMs }: Colleague,
  waitDays: number,
  nowMs: number,
): boolean {
  const sinceMs = nowMs - waitDays * dayMs
  if (!permissionsOf(roles).has('money.approve')) return false
  return createdAtMs <= sinceMs && (deactivatedAtMs === null || deactivatedAtMs > sinceMs)
}

export type Given = { worthMinor: bigint | undefined; byOperatorMinor: bigint; toCustomerMinor: bigint }

/**
 * Returns whether an amount requires a second operator: if its value is unknown, or if it pushes a sum above the
 * threshold. The sums are what this operator gave, and what this customer received, in the past 24 hours without a
 * second operator's approval. All in US cents.
 */
export function passesThreshold(
  { worthMinor, byOperatorMinor, toCustomerMinor }: Given,
  thresholdMinor: bigint,
): boolean {
  return (
    worthMinor === undefined ||
    byOperatorMinor + worthMinor > thresholdMinor ||
    toCustomerMinor + worthMinor > thresholdMinor
  )
}

const cents = (amount: string) => parseAmount(amount, 'USD')!
const isMore = (before: string, after: string) => cents(after) > cents(before)

type Loosens = { [K in SettingKey]: (before: SettingValue<K>, after: SettingValue<K>) => boolean }
const loosening: Loosens = {
  secondOperatorAboveUsd: isMore,
  secondOperatorWaitDays: (before, after) => after < before,
  messagesMailbox: () => false,
  // An empty rate means the catalogue's rate, which may be lower or higher.
  payoutBps: (before, after) =>
    (['stocks', 'forex', 'crypto'] as const).some((kind) => {
      const [was, is] = [before[kind], after[kind]]
      return was !== is && (was === null || is === null || is > was)
    }),
  bonus: (before, after) =>
    isMore(before.onVerification, after.onVerification) || after.turnoverTimes < before.turnoverTimes,
  customerSecondFactor: (before, after) => factorDemands.indexOf(after) < factorDemands.indexOf(before),
  addressBook: (before, after) => after.coolingHours < before.coolingHours,
  tradingLimits: (before, after) =>
    after.maxOpenTrades > before.maxOpenTrades ||
    (['maxStake', 'maxOpenStake', 'maxExposure'] as const).some((limit) => isMore(before[limit], after[limit])),
}

/**
 * Returns whether a setting change could create money or let a single operator do more without approval. Such a
 * change requires a second operator.
 */
export function loosens<K extends SettingKey>(key: K, before: SettingValue<K>, after: SettingValue<K>): boolean {
  return loosening[key](before, after)
}
