import type { Platform } from '../platform/platform.ts'
import type { ActiveTime } from './active-time.ts'
import { activityLooksBackMs, type CustomerRules } from './customer-rules.ts'
import { forgetActivity } from './store.ts'

const saveEveryMs = 5_000
const forgetTask = 'limits_forget_activity'

/** Declares this module's loop and its daily task. */
export function declareLimitsJobs({ jobs, db, clock }: Platform, activeTime: ActiveTime, rules: CustomerRules): void {
  jobs.every('active time', saveEveryMs, async () => {
    rules.forgetStale()
    await activeTime.save()
  })
  jobs.define(forgetTask, () => forgetActivity(db, clock.nowMs() - 2 * activityLooksBackMs))
  jobs.cron(forgetTask, '20 3 * * *')
}
