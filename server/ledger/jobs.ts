import type { Platform } from '../platform/platform.ts'
import type { Ledger } from './types.ts'

/**
 * Registers the jobs: checkpoints every minute, and a nightly reconciliation whose breaks are counted, logged and
 * raised as an alarm.
 */
export function registerJobs({ jobs, metrics, log, alarms }: Platform, ledger: Ledger): void {
  const breaks = metrics.gauge('ledger_breaks', 'Breaks found by the last reconciliation of the ledger')
  jobs.every('ledger checkpoints', 60_000, () => ledger.advanceCheckpoints())
  jobs.define('ledger.reconcile', async () => {
    const result = await ledger.reconcile()
    breaks.set(result.breakCount)
    if (result.ok) return alarms.clear('books_broken', 'ledger')
    log.error({ breaks: result.breaks.slice(0, 20), count: result.breakCount }, 'the ledger does not reconcile')
    await alarms.raise({
      kind: 'books_broken',
      subject: 'ledger',
      details: { breaks: result.breakCount, rule: result.breaks[0]!.rule },
    })
  })
  jobs.cron('ledger.reconcile', '17 2 * * *')
}
