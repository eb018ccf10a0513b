import type { SettingKey, SettingValue } from '../../contract/desk-settings.ts'
import { factorDemands } from '../../contract/factor-demand.ts'
import { parseAmount } from '../../contract/money.ts'
import { permissionsOf, type Role } from '../../contract/permissions.ts'

/** Rules on when a second operator must approve, and who counts as one. No I/O. Source: docs/decisions/0018-two-operators.md. */

export const dayMs = 86_400_000

/** Returns when an operator's waiting time ends (epoch milliseconds), or undefined if it is over. */
export function waitsUntilMs(entrustedAtMs: number, waitDays: number, nowMs: number): number | undefined {
  const untilMs = entrustedAtMs + waitDays * dayMs
  return untilMs > nowMs ? untilMs : undefined
}

/** Returns whether roles give a say in what others may do: the right to approve, or to manage operators. */
export function areTrusted(roles: readonly Role[]): boolean {
  const held = permissionsOf(roles)
  return held.has('money.approve') || held.has('operators.manage')
}

/** Returns whether a change of roles gives or takes such a right. */
export function changesTrust(before: readonly Role[], after: readonly Role[]): boolean {
  const [had, has] = [permissionsOf(before), permissionsOf(after)]
  return (['money.approve', 'operators.manage'] as const).some(
    (permission) => had.has(permission) !== has.has(permission),
  )
}

/** Returns whether a change of roles gives such a right. */
export function gainsTrust(before: readonly Role[], after: readonly Role[]): boolean {
  const [had, has] = [permissionsOf(before), permissionsOf(after)]
  return (['money.approve', 'operators.manage'] as const).some(
    (permission) => !had.has(permission) && has.has(permission),
  )
}

export type Colleague = { roles: Role[]; createdAtMs: number; deactivatedAtMs: number | null }

/**
 * Returns whether a colleague counts as somebody who must be asked. One who was shut out still counts for the waiting time, so that nobody
 * can shut out the others and then act as the only operator.
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
 * Returns whether an amount needs a second operator: if its worth is unknown, or if it takes what this operator gave, or what this customer
 * was given, without a second operator within a day above the threshold. All in US cents.
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
  // An empty rate is the catalogue's, which may be lower or higher.
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

/** Returns whether a change of a setting could create money, or lets one operator do more alone. Such a change needs a second operator. */
export function loosens<K extends SettingKey>(key: K, before: SettingValue<K>, after: SettingValue<K>): boolean {
  return loosening[key](before, after)
}
