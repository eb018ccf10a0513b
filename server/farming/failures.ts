import { FailingRows } from '../platform/database/failing-rows.ts'
import type { FarmingContext } from './context.ts'
import { countStuck, type YieldContract } from './store.ts'

/** Contracts whose own processing fails. They are retried later, and the other contracts continue. */
export type Failures = {
  rows: FailingRows
  /** Whether an alarm may be open. */
  isAlarmed: boolean
}

export const createFailures = ({ clock }: Pick<FarmingContext, 'clock'>): Failures => ({
  rows: new FailingRows(clock),
  isAlarmed: true,
})

/** One alarm covers all contracts; its details name the one that failed last. */
const subject = 'contracts'

export async function contractFailed(
  { alarms, log }: FarmingContext,
  failures: Failures,
  contract: Pick<YieldContract, 'id' | 'coin'>,
  error: unknown,
): Promise<void> {
  failures.rows.failed(contract.id)
  failures.isAlarmed = true
  log.error({ err: error, contract: contract.id }, 'yield contract failed')
  await alarms.raise({
    kind: 'yield_contract_failed',
    subject,
    details: { contract: contract.id, coin: contract.coin },
  })
}

/** Closes the alarm once no contract fails. */
export async function clearFailed({ alarms, db }: FarmingContext, failures: Failures): Promise<void> {
  if (!failures.isAlarmed || failures.rows.count > 0 || (await countStuck(db)) > 0) return
  await alarms.clear('yield_contract_failed', subject)
  failures.isAlarmed = false
}
