import { createMetrics } from '../server/platform/metrics.ts'
import type { Platform } from '../server/platform/platform.ts'

/** Returns a platform for which `register` can define jobs, and the jobs: their schedules and a function to run each. */
export function captureJobs(platform: Platform) {
  const work = new Map<string, () => Promise<void>>()
  const schedules = new Map<string, string>()
  const jobs: Platform['jobs'] = {
    ...platform.jobs,
    every: () => {},
    define: (task, run) => void work.set(task, () => run({}, { attempt: 1 })),
    cron: (task, pattern) => void schedules.set(task, pattern),
  }
  return {
    platform: { ...platform, jobs, metrics: createMetrics(false) },
    schedules,
    run: (task: string) => work.get(task)!(),
  }
}
