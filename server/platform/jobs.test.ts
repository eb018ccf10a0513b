import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { createJobs, type Jobs } from './jobs.ts'

let platform: TestPlatform
beforeEach(async () => void (platform = await createTestPlatform()))
afterEach(() => platform.stop())

it('runs loops and queued work that came due before an advance of the clock resolves', async () => {
  const done: string[] = []
  platform.jobs.every('loop', 3_600_000, async () => void done.push('loop'))
  platform.jobs.define('note', async (payload) => void done.push((payload as { text: string }).text))
  await platform.jobs.start()
  await platform.jobs.add('note', { text: 'in an hour' }, { runAtMs: platform.clock.nowMs() + 3_600_000 })
  await platform.clock.advance(60_000)
  expect(done).toEqual(['loop'])
  await platform.clock.advance(3_600_000)
  expect(done).toEqual(['loop', 'loop', 'in an hour'])
})

it('runs no loop between a jump of the clock and its prices, and finishes a running one before the jump', async () => {
  const { clock } = platform
  const turns: string[] = []
  const loopBegins = Promise.withResolvers<void>()
  const loopEnds = Promise.withResolvers<void>()
  let prices = 'of before'
  platform.jobs.every('loop', 1, async () => {
    const begunMs = clock.nowMs()
    loopBegins.resolve()
    await loopEnds.promise
    expect(clock.nowMs()).toBe(begunMs)
    turns.push(`${prices}, ${begunMs === startMs ? 'before' : 'after'}`)
  })
  const startMs = clock.nowMs()
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const armed = () => timers.mock.calls.filter(([, delayMs]) => delayMs === 1).length
  clock.onAdvance(async () => {
    const armedBefore = armed()
    await vi.waitFor(() => expect(armed()).toBeGreaterThan(armedBefore + 2))
    prices = 'of the jump'
  })
  await platform.jobs.start()
  await loopBegins.promise
  const advanced = clock.advance(60_000)
  await platform.pool.query('SELECT 1')
  expect(clock.nowMs()).toBe(startMs)
  loopEnds.resolve()
  await advanced
  await platform.jobs.stop()
  timers.mockRestore()
  expect(new Set(turns)).toEqual(new Set(['of before, before', 'of the jump, after']))
})

it('continues a loop after a failure', async () => {
  let turns = 0
  platform.jobs.every('failing', 3_600_000, async () => {
    turns += 1
    throw new Error('first turn fails')
  })
  await platform.jobs.start()
  await platform.clock.advance(1000)
  await platform.clock.advance(1000)
  expect(turns).toBe(2)
})

it('retries a failed task, and continues with others', async () => {
  const turns: string[] = []
  platform.jobs.define('torn', async () => {
    turns.push('torn')
    if (turns.length === 1) throw new Error('the first time fails')
  })
  platform.jobs.define('whole', async () => void turns.push('whole'))
  await platform.jobs.start()
  await platform.jobs.add('torn', {}, { runAtMs: platform.clock.nowMs() + 1_000 })
  await platform.clock.advance(2_000)
  expect(turns).toEqual(['torn'])
  await platform.jobs.add('whole', {}, { runAtMs: platform.clock.nowMs() + 3_600_000 })
  await platform.clock.advance(60_000)
  expect(turns).toEqual(['torn', 'torn'])
  await platform.clock.advance(3_600_000)
  expect(turns).toEqual(['torn', 'torn', 'whole'])
})

it('runs a crontab task when an advance passes its minute, and not earlier', async () => {
  let runs = 0
  platform.jobs.define('nightly', async () => void (runs += 1))
  platform.jobs.cron('nightly', '0 3 * * *')
  await platform.jobs.start()
  await platform.clock.advance(3_600_000)
  expect(runs).toBe(0)
  await platform.clock.advance(86_400_000)
  expect(runs).toBe(1)
})

it('finishes a running loop when it stops', async () => {
  const everyMs = 7
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const armed = () => timers.mock.calls.filter(([, delayMs]) => delayMs === everyMs).length
  const turn = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  platform.jobs.every('slow', everyMs, () => {
    begun.resolve()
    return turn.promise
  })
  await platform.jobs.start()
  await begun.promise
  const stopped = platform.jobs.stop()
  turn.resolve()
  await stopped
  await platform.pool.query('SELECT 1')
  expect(armed()).toBe(1)
  timers.mockRestore()
})

it('runs the jobs of a killed process, even if its database connection ends only after the next start', async () => {
  const done: string[] = []
  const started: Jobs[] = []
  beforeEach(() => void (done.length = 0))
  afterEach(() => Promise.all(started.splice(0).map((jobs) => jobs.stop())))

  /** A process that looks for jobs of dead ones. */
  async function startProcess(work: (text: string) => Promise<void>): Promise<Jobs> {
    const jobs = createJobs(platform.pool, platform.clock, platform.log, lookTimes)
    jobs.define('note', (payload) => work((payload as { text: string }).text))
    started.push(jobs)
    await jobs.start()
    return jobs
  }
  const killed = newJobs()
  await killed.start()
  await killed.add('note', { text: 'begun' }, { runAtMs: platform.clock.nowMs() + 3_600_000 })
  await killed.stop()
  await platform.pool.query(
    "UPDATE graphile_worker._private_jobs SET locked_by = 'worker-of-a-killed-process', locked_at = now(), run_at = now()",
  )
  const next = newJobs()
  // With this lock, the killed process signalled that it was working.
  await withLockHeld(platform.pool, "SELECT pg_advisory_xact_lock_shared(x'6a6f6273'::int)", 1, () => next.start())
  await vi.waitFor(() => expect(done).toEqual(['begun']), { timeout: 10_000 })
  await next.stop()
})
