import {
  makeWorkerUtils,
  parseCronItems,
  run,
  runOnce,
  Logger,
  type JobHelpers,
  type ParsedCronItem,
  type Runner,
  type WorkerUtils,
} from 'graphile-worker'
import type { Pool } from 'pg'
import type { Clock } from './clock.ts'
import { LivePools, type CheckTimes } from '../database/live-pools.ts'
import type { Log } from '../log.ts'
import { checkRows, int8, row, timestamptz } from '../database/rows.ts'

/**
 * Work outside requests. `every` is for a loop in this process (settlement, flushes); `define`, `add` and `cron` use
 * graphile-worker in the same PostgreSQL and survive a restart. All of it follows the product's clock: an advance runs
 * everything due before it resolves, and no loop runs between the jump and the new prices.
 */
export type Jobs = {
  /** Runs `work` every `everyMs`, never twice at once. Logs a failure and continues with the next run. */
  every(name: string, everyMs: number, work: () => Promise<void>): void
  /** Defines a queued task. Call it before `start`. */
  define(task: string, work: Work): void
  /**
   * Queues a task for `runAtMs` (default now), waiting for `start` if necessary. `key` replaces a queued task with the
   * same key. A task that throws is retried with increasing delays, at most `attempts` times (default 25).
   */
  add(task: string, payload: unknown, options?: { runAtMs?: number; key?: string; attempts?: number }): Promise<void>
  /** Runs a defined task on a crontab schedule in UTC, such as `0 3 * * *`. Call it before `start`. */
  cron(task: string, pattern: string): void
  start(): Promise<void>
  /** Stops all loops and queues. Resolves when the running work has ended. */
  stop(): Promise<void>
}

/** The work of a queued task. `attempt` counts from 1. */
type Work = (payload: unknown, run: { attempt: number }) => Promise<void>

type Loop = {
  name: string
  everyMs: number
  turn: () => Promise<void>
  timer?: NodeJS.Timeout
  running: Promise<void>
  stopped: boolean
}

const createJobsRow = row({ id: int8, runAt: timestamptz })

export function createJobs(pool: Pool, clock: Clock, log: Log, checkTimes?: CheckTimes): Jobs {
  const loops: Loop[] = []
  const tasks = new Map<string, Work>()
  const crontab: string[] = []
  let runner: Runner | undefined
  let tools: WorkerUtils | undefined
  const livePools = new LivePools(pool, clock, log, checkTimes)
  const opened = Promise.withResolvers<WorkerUtils>()
  const logger = new Logger(
    () => (level, message) =>
      level === 'error' ? log.error({ job: message }, 'job') : log.debug({ job: message }, 'job'),
  )
  const taskList = () => Object.fromEntries([...tasks].map(([task, work]) => [task, asTask(work)]))
  const cronItems = () => parseCronItems(crontab.map(cronItem))
  const options = () => ({
    pgPool: pool,
    taskList: taskList(),
    logger,
    noHandleSignals: true,
    events: livePools.events,
  })

  async function runDue(fromMs: number, toMs: number): Promise<void> {
    for (const loop of loops) await loop.turn()
    if (!tools || tasks.size === 0) return
    // graphile-worker waits by the database's clock, so an advance moves each queued job's run time earlier.
    const rows = checkRows(
      createJobsRow,
      await pool.query('SELECT id, run_at FROM graphile_worker.jobs WHERE run_at > now()'),
    )
    for (const { id, runAt } of rows) {
      await tools.rescheduleJobs([String(id)], { runAt: new Date(runAt.getTime() - (toMs - fromMs)) })
    }
    for (const item of cronItems())
      if (becameDue(item, fromMs, toMs)) await tools.addJob(item.task, {}, { jobKey: item.identifier })
    await runOnce(options())
    await othersDone(pool)
  }

  return {
    every(name, everyMs, work) {
      const loop: Loop = { name, everyMs, running: Promise.resolve(), stopped: false, turn: async () => {} }
      loop.turn = () => {
        loop.running = loop.running.then(work).catch((error) => log.error({ err: error, loop: name }, 'loop failed'))
        return loop.running
      }
      loops.push(loop)
    },
    define: (task, work) => void tasks.set(task, work),
    cron: (task, pattern) => void crontab.push(`${pattern} ${task}`),
    async add(task, payload, { runAtMs, key, attempts } = {}) {
      const runAt = runAtMs === undefined ? undefined : clock.toMachine(runAtMs)
      const open = tools ?? (await opened.promise)
      await open.addJob(task, payload as never, { runAt, jobKey: key, maxAttempts: attempts })
    },
    async start() {
      const made = await makeWorkerUtils({ pgPool: pool, logger })
      await made.migrate()
      tools = made
      opened.resolve(made)
      livePools.start(made)
      if (tasks.size > 0)
        runner = await run({ ...options(), concurrency, pollInterval: 1000, parsedCronItems: cronItems() })
      for (const loop of loops) scheduleLoop(loop, clock)
      clock.beforeAdvance(() => Promise.all(loops.map((loop) => loop.running)))
      // Registered last, so that the modules' own listeners run first: prices exist before trades settle.
      clock.onAdvance(runDue)
    },
    async stop() {
      for (const loop of loops) endLoop(loop)
      await Promise.all(loops.map((loop) => loop.running))
      const [worker, open] = [runner, tools]
      runner = tools = undefined
      await worker?.stop()
      await livePools.stop()
      await open?.release()
    },
  }
}

/**
 * Wraps work for graphile-worker, which serialises a failed job's id as JSON. Our driver reads ids as bigint, which
 * JSON can't represent, so the worker would crash while recording the failure.
 */
function asTask(work: Work) {
  return (payload: unknown, { job }: JobHelpers) => {
    job.id = String(job.id)
    return work(payload, { attempt: job.attempts })
  }
}

/** Enough that a slow mail server or a nightly task doesn't delay other tasks. */
const concurrency = 4

function scheduleLoop(loop: Loop, clock: Clock): void {
  loop.timer = setTimeout(async () => {
    // Skips the run during an advance, because the advance runs each loop once the new prices exist.
    if (!clock.isAdvancing()) await loop.turn()
    // Set again only after the run, so that runs never overlap.
    if (!loop.stopped) scheduleLoop(loop, clock)
  }, loop.everyMs)
}

const minuteMs = 60_000
const longestLookbackMs = 32 * 86_400_000

/** Returns whether the pattern matches a minute after `fromMs` and at or before `toMs`. Checks at most one month. */
function becameDue(item: ParsedCronItem, fromMs: number, toMs: number): boolean {
  const endMs = Math.min(toMs, fromMs + longestLookbackMs)
  for (let atMs = (Math.floor(fromMs / minuteMs) + 1) * minuteMs; atMs <= endMs; atMs += minuteMs) {
    const at = new Date(atMs)
    if (
      item.match({
        min: at.getUTCMinutes(),
        hour: at.getUTCHours(),
        date: at.getUTCDate(),
        month: at.getUTCMonth() + 1,
        dow: at.getUTCDay(),
      })
    )
      return true
  }
  return false
}

const recheckMs = 20

/**
 * Waits for due jobs that the running worker, or another process, claimed first. Doesn't wait for a failed one, which
 * is postponed.
 */
async function othersDone(pool: Pool): Promise<void> {
  const due = () =>
    pool.query('SELECT FROM graphile_worker.jobs WHERE run_at <= now() AND attempts < max_attempts LIMIT 1')
  while ((await due()).rows.length > 0) await new Promise((resolve) => setTimeout(resolve, recheckMs))
}

function endLoop(loop: Loop): void {
  loop.stopped = true
  clearTimeout(loop.timer)
}

function cronItem(line: string) {
  const words = line.split(' ')
  return { task: words[5]!, match: words.slice(0, 5).join(' '), identifier: words[5]!, options: { backfillPeriod: 0 } }
}
