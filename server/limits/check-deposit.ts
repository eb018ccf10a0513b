import { moneyOf } from '../../api/sentences/sentences.ts'
import { type CashAsset } from '../../api/money.ts'
import { ownLimitNames, ownLimits } from '../../api/calls/limits/own-limits.ts'
import type { Executor } from '../platform/database/database.ts'
import { shardOf } from '../platform/random.ts'
import { Refused } from '../platform/http/refused.ts'
import type { LimitsContext } from './context.ts'
import { inForce, periodStartMs } from './limit-rules.ts'
import { openAccount, pauseRefusal } from './order-rules.ts'
import { lockLimit, readRules } from './store.ts'

/**
 * Throws `account_frozen`, `timed_out`, `excluded` or `deposit_limit` if a deposit of this value isn't allowed. Reads
 * the database within `tx` and locks the customer's deposit limits until the transaction ends, so that concurrent
 * deposits are checked one after the other.
 */
export async function checkDeposit(
  { clock, identity, depositedSince }: LimitsContext,
  tx: Executor,
  customerId: string,
  amountMinor: bigint,
  asset: CashAsset,
): Promise<void> {
  const nowMs = clock.nowMs()
  const key = { customerId, shard: shardOf(customerId) }
  const [rules] = await readRules(tx, [key], nowMs, nowMs)
  const refusal = pauseRefusal(rules!, await identity.standing(customerId), nowMs)
  if (refusal) throw refusal
  for (const name of ownLimitNames) {
    const { subject, period } = ownLimits[name]
    if (subject !== 'deposits' || !rules!.limits.has(name)) continue
    const { value } = inForce(await lockLimit(tx, key, name, nowMs), nowMs)
    if (value === null) continue
    const depositedMinor = await depositedSince(tx, customerId, periodStartMs(period, nowMs))
    if (depositedMinor + amountMinor <= value) continue
    const leftMinor = value > depositedMinor ? value - depositedMinor : 0n
    throw new Refused('deposit_limit', {
      max: moneyOf(value, asset),
      period: { phrase: `per_${period}` },
      left: moneyOf(leftMinor, asset),
    })
  }
}

/**
 * Returns whether a customer's pause is active. Nothing new starts during a pause. Doesn't count a freeze, because
 * contracts may still start on a frozen account.
 */
export async function isPaused({ clock }: LimitsContext, tx: Executor, customerId: string): Promise<boolean> {
  const nowMs = clock.nowMs()
  const [rules] = await readRules(tx, [{ customerId, shard: shardOf(customerId) }], nowMs, nowMs)
  return pauseRefusal(rules!, openAccount, nowMs) !== undefined
}

/**
 * Returns how much more a customer may deposit under their own limits, in minor units of their currency, or null
 * if no limit is set. Locks the limits.
 */
export async function depositRoom(
  { clock, depositedSince }: LimitsContext,
  tx: Executor,
  customerId: string,
): Promise<bigint | null> {
  const nowMs = clock.nowMs()
  const key = { customerId, shard: shardOf(customerId) }
  const [rules] = await readRules(tx, [key], nowMs, nowMs)
  let roomMinor: bigint | null = null
  for (const name of ownLimitNames) {
    const { subject, period } = ownLimits[name]
    if (subject !== 'deposits' || !rules!.limits.has(name)) continue
    const { value } = inForce(await lockLimit(tx, key, name, nowMs), nowMs)
    if (value === null) continue
    const leftMinor = value - (await depositedSince(tx, customerId, periodStartMs(period, nowMs)))
    const usableMinor = leftMinor > 0n ? leftMinor : 0n
    if (roomMinor === null || usableMinor < roomMinor) roomMinor = usableMinor
  }
  return roomMinor
}
