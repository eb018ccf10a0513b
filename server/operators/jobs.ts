import type { Platform } from '../platform/platform.ts'
import { failuresLifeMs } from './lock-out-rule.ts'
import { deleteExpired } from './people-store.ts'
import { sessionLife } from './sessions.ts'

/** Deletes sessions, links and failures that have ended, once an hour. */
export function declareOperatorsJobs({ jobs, clock, db }: Pick<Platform, 'jobs' | 'clock' | 'db'>): void {
  jobs.define('operators.purge', () => deleteExpired(db, clock.nowMs(), clock.nowMs() - failuresLifeMs, clock.nowMs() - sessionLife.idleMs))
  jobs.cron('operators.purge', '23 * * * *')
}
