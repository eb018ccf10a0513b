import { parseAmount, type Asset } from '../../contract/money.ts'
import type { Executor } from '../platform/database.ts'
import { uuidv7 } from '../platform/random.ts'
import type { OperatorsContext } from './context.ts'
import { insertDecidedAlone, lockDecisions, sumDecidedAlone } from './decided-alone-store.ts'
import { dayMs, passesThreshold } from './second-operator-rules.ts'
import { settingOf } from './settings-store.ts'

/** Money that an operator is about to give or pay out. */
export type MoneyDecision = {
  operatorId: string
  customerId: string
  /** Name of the call, such as `bonus.grant`. */
  action: string
  /** Id of what is decided. */
  subject: string
  amountMinor: bigint
  asset: Asset
}

/** Returns the worth in US cents, or undefined if there is no rate. */
export type UsdMinorOf = (amountMinor: bigint, asset: Asset) => Promise<bigint | undefined> | bigint | undefined

/** What one operator may give counts over this long. */
export const sumsOverMs = dayMs

/**
 * Returns whether a second operator must approve. If not, counts the amount towards the sums of the operator and the customer. Call it in
 * the transaction of the decision and before anything is posted to the ledger: decisions wait for each other until their commit.
 */
export async function needsSecond(
  context: Pick<OperatorsContext, 'clock' | 'random'>,
  tx: Executor,
  usdMinorOf: UsdMinorOf,
  decision: MoneyDecision,
): Promise<boolean> {
  const { operatorId, customerId, action, subject, amountMinor, asset } = decision
  const nowMs = context.clock.nowMs()
  const worthMinor = await usdMinorOf(amountMinor, asset)
  await lockDecisions(tx)
  const sums = await sumDecidedAlone(tx, operatorId, customerId, nowMs - sumsOverMs)
  const thresholdMinor = parseAmount(await settingOf(tx, 'secondOperatorAboveUsd'), 'USD')!
  if (passesThreshold({ worthMinor, ...sums }, thresholdMinor)) return true
  await insertDecidedAlone(
    tx,
    { id: uuidv7(nowMs, context.random), operatorId, customerId, action, subject, usdMinor: worthMinor! },
    nowMs,
  )
  return false
}
