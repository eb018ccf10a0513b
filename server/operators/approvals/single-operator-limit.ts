import { parseAmount, type Asset } from '../../../api/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/random.ts'
import type { Platform } from '../../platform/platform.ts'
import { insertSingleOperatorDecision, lockDecisions, sumSingleOperatorDecisions } from './single-operator-store.ts'
import { dayMs, passesThreshold } from './second-operator-rules.ts'
import { settingOf } from '../settings-store.ts'

/** An amount that an operator is about to grant or pay out. */
export type MoneyDecision = {
  operatorId: string
  customerId: string
  /** The call's name, such as `bonus.grant`. */
  action: string
  /** The id of the object that the decision is about. */
  subject: string
  amountMinor: bigint
  asset: Asset
}

/** Returns the value in US cents, or undefined if there is no rate. */
export type UsdMinorOf = (amountMinor: bigint, asset: Asset) => Promise<bigint | undefined> | bigint | undefined

/** The period over which amounts without a second operator are summed. */
export const sumsOverMs = dayMs

/**
 * Returns whether a second operator must approve. If not, adds the amount to the sums of the operator and the
 * customer. Call it in the decision's transaction and before posting to the ledger: concurrent decisions wait for
 * each other's commit.
 */
export async function needsSecond(
  context: Pick<Platform, 'clock' | 'random'>,
  tx: Executor,
  usdMinorOf: UsdMinorOf,
  decision: MoneyDecision,
): Promise<boolean> {
  const { operatorId, customerId, action, subject, amountMinor, asset } = decision
  const nowMs = context.clock.nowMs()
  const worthMinor = await usdMinorOf(amountMinor, asset)
  await lockDecisions(tx)
  const sums = await sumSingleOperatorDecisions(tx, operatorId, customerId, nowMs - sumsOverMs)
  const thresholdMinor = parseAmount(await settingOf(tx, 'secondOperatorAboveUsd'), 'USD')!
  if (passesThreshold({ worthMinor, ...sums }, thresholdMinor)) return true
  await insertSingleOperatorDecision(
    tx,
    { id: uuidv7(nowMs, context.random), operatorId, customerId, action, subject, usdMinor: worthMinor! },
    nowMs,
  )
  return false
}
