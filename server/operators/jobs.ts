import type { Platform } from '../platform/platform.ts'
import { deleteExpiredAccess } from './sign-in/access-store.ts'
import { sumsOverMs } from './approvals/single-operator-limit.ts'
import { deleteSingleOperatorDecisions } from './approvals/single-operator-store.ts'
import { eraseOldMessages } from './news/messages.ts'
import { deleteExpired } from './people/people-store.ts'
import { sessionLife } from './sign-in/sessions.ts'

/**
 * Declares the jobs. Every hour, they delete expired sessions, links and attempts; every night, they erase old contact
 * messages.
 */
export function declareOperatorsJobs({ jobs, clock, db, log }: Pick<Platform, 'jobs' | 'clock' | 'db' | 'log'>): void {
  jobs.define('operators.purge', async () => {
    await deleteExpired(db, clock.nowMs(), clock.nowMs() - sessionLife.idleMs)
    await deleteExpiredAccess(db, clock.nowMs())
    await deleteSingleOperatorDecisions(db, clock.nowMs() - sumsOverMs)
  })
  jobs.cron('operators.purge', '23 * * * *')
  jobs.define('operators.messages', () => eraseOldMessages({ clock, db, log }))
  jobs.cron('operators.messages', '29 3 * * *')
}
