import type { Platform } from '../platform/platform.ts'
import { recoveryThreshold } from './sign-up/code-budget.ts'
import type { SignInHistory } from './security/sign-in-history.ts'
import { sessionLife, type Sessions } from './sign-in/sessions.ts'
import { countWrongCodes, deleteExpired } from './store.ts'

type IdentityTasks = {
  sessions: Sessions
  history: SignInHistory
  forgetPersons: () => Promise<void>
  indexNames: () => Promise<void>
}

/**
 * Declares the jobs. Every hour, they delete expired rows; every night, marks that are no longer needed. Every ten
 * minutes, they index names that are older than the name search. Every ten seconds, they remove stale sessions from
 * this process's cache.
 */
export function declareIdentityJobs(
  { alarms, jobs, clock, db }: Pick<Platform, 'alarms' | 'jobs' | 'clock' | 'db'>,
  { sessions, history, forgetPersons, indexNames }: IdentityTasks,
): void {
  jobs.define('identity.purge', async () => {
    await deleteExpired(db, clock.now(), new Date(clock.nowMs() - sessionLife.idleMs))
    await history.deleteOld()
    if ((await countWrongCodes(db, clock.nowMs())) < recoveryThreshold)
      await alarms.clear('wrong_codes', 'mailed codes')
  })
  jobs.cron('identity.purge', '17 * * * *')
  jobs.define('identity.persons', forgetPersons)
  jobs.cron('identity.persons', '40 2 * * *')
  jobs.define('identity.names', indexNames)
  jobs.cron('identity.names', '*/10 * * * *')
  jobs.every('identity.sessions', 10_000, async () => sessions.forgetStale())
}
