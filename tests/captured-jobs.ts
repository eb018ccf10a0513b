import { createMetrics } from '../server/platform/metrics.ts'
import type { Platform } from '../server/platform/platform.ts'

/** Returns a platform that captures the jobs defined with it, their schedules, and a function that runs one. */
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
