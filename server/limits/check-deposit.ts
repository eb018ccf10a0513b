import { formatAmount, type CashAsset } from '../../contract/money.ts'
import { ownLimitNames, ownLimits } from '../../contract/own-limits.ts'
import type { Executor } from '../platform/database.ts'
import { shardOf } from '../platform/random.ts'
import { Refused } from '../platform/refused.ts'
import type { LimitsContext } from './context.ts'
import { inForce, periodStartMs } from './limit-rules.ts'
import { pauseRefusal } from './order-rules.ts'
import { lockLimit, readRules } from './store.ts'

/**
 * Throws `account_frozen`, `timed_out`, `excluded` or `deposit_limit` where a deposit of this value may not be begun. Reads from
 * the database inside of `tx` and locks the customer's deposit limits until its end, so that of two deposits at once the
 * second is judged with the first.
 */
export async function checkDeposit({ clock, identity, depositedSince }: LimitsContext, tx: Executor, customerId: string, amountMinor: bigint, asset: CashAsset): Promise<void> {
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
    throw new Refused('deposit_limit', { max: `${formatAmount(value, asset)} ${asset}`, period, left: `${formatAmount(leftMinor, asset)} ${asset}` })
  }
}
