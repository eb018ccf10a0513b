import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../../tests/harness.ts'
import { createJobs, type Jobs } from './jobs.ts'

let platform: TestPlatform
/** Needed because other tests use other databases in the same cluster at the same time. */
const ofThisDatabase = '"database" = (SELECT oid FROM pg_database WHERE datname = current_database())'
/** The advisory locks by which running processes mark their jobs. */
const ofMarks = `locktype = 'advisory' AND classid = x'6a6f6273'::int::oid`
beforeEach(async () => void (platform = await createTestPlatform()))
afterEach(() => platform.stop())

it('runs due loops and queued work before a clock advance resolves', async () => {
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

it('runs no loop between a clock jump and the new prices, and finishes a running loop first', async () => {
  const { clock } = platform
  const turns: string[] = []
  const loopBegins = Promise.withResolvers<void>()
  const loopEnds = Promise.withResolvers<void>()
  let prices = 'before the jump'
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
    prices = 'after the jump'
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
  expect(new Set(turns)).toEqual(new Set(['before the jump, before', 'after the jump, after']))
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

it('retries a failed task, and continues with the others', async () => {
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

it('waits for a running loop when the jobs stop, and does not schedule it again', async () => {
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

describe('an unfinished job', () => {
  const checkTimes = { everyMs: 20, deadForMs: 200 }
  const done: string[] = []
  const started: Jobs[] = []
  beforeEach(() => void (done.length = 0))
  afterEach(() => Promise.all(started.splice(0).map((jobs) => jobs.stop())))

  /** Starts a process that looks for the jobs of dead processes. */
  async function startProcess(work: (text: string) => Promise<void>): Promise<Jobs> {
    const jobs = createJobs(platform.pool, platform.clock, platform.log, checkTimes)
    jobs.define('note', (payload) => work((payload as { text: string }).text))
    started.push(jobs)
    await jobs.start()
    return jobs
  }
  const note = async (text: string) => void done.push(text)

  /** Adds a job that the given worker pool took and never finished. */
  async function beginJob(jobs: Jobs, poolId: string): Promise<void> {
    await jobs.add('note', { text: 'begun' }, { runAtMs: platform.clock.nowMs() + 3_600_000 })
    await platform.pool.query(
      `UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now(), run_at = now()
       WHERE locked_by IS NULL`,
      [poolId],
    )
  }

  it('is taken over by another process if its process is killed', async () => {
    const other = await startProcess(note)
    await beginJob(other, 'pool-of-a-killed-process')
    await vi.waitFor(() => expect(done).toEqual(['begun']), { timeout: 10_000 })
  })

  it('runs even if the next process starts before the killed process’s connection has closed', async () => {
    const holder = await platform.pool.connect()
    await holder.query("SELECT pg_advisory_lock_shared(x'6a6f6273'::int, hashtext('pool-of-a-killed-process'))")
    const next = await startProcess(note)
    await beginJob(next, 'pool-of-a-killed-process')
    await next.add('note', { text: 'meanwhile' })
    await vi.waitFor(() => expect(done).toEqual(['meanwhile']), { timeout: 10_000 })
    holder.release(true)
    await vi.waitFor(() => expect(done).toEqual(['meanwhile', 'begun']), { timeout: 10_000 })
  })

  it('stays with its process while the process runs, even without its connection', async () => {
    const ends = Promise.withResolvers<void>()
    const first = await startProcess(async (text) => {
      await note(text)
      await ends.promise
    })
    await first.add('note', { text: 'long' })
    await vi.waitFor(() => expect(done).toEqual(['long']), { timeout: 10_000 })
    const marksOf = async () =>
      (
        await platform.pool.query<{ pid: number }>(
          `SELECT DISTINCT pid FROM pg_locks WHERE ${ofMarks} AND ${ofThisDatabase}`,
        )
      ).rows
    const [mark] = await marksOf()
    await platform.pool.query('SELECT pg_terminate_backend($1)', [mark!.pid])
    await vi.waitFor(async () => expect((await marksOf()).filter(({ pid }) => pid !== mark!.pid).length).toBe(1))
    const second = await startProcess(note)
    // By the time this job's pool is found dead, the first process would have been found dead too.
    await beginJob(second, 'pool-of-a-killed-process')
    await vi.waitFor(() => expect(done).toContain('begun'), { timeout: 10_000 })
    expect(done).toEqual(['long', 'begun'])
    ends.resolve()
  })

  it('is searched for on a single connection, even while the process can’t set its mark there', async () => {
    await startProcess(note)
    const holder = await platform.pool.connect()
    const { rows } = await holder.query<{ pid: number; key: string }>(
      `SELECT pid, objid AS key FROM pg_locks WHERE ${ofMarks} AND ${ofThisDatabase}`,
    )
    const locked = holder.query("SELECT pg_advisory_lock(x'6a6f6273'::int, $1::bigint::bit(32)::int)", [rows[0]!.key])
    const waits = () =>
      platform.pool.query<{ pid: number }>(
        `SELECT pid FROM pg_locks WHERE ${ofMarks} AND NOT granted AND ${ofThisDatabase}`,
      )
    // Otherwise the process could mark itself again before the holder waits for the lock.
    await vi.waitFor(async () => expect((await waits()).rows).toHaveLength(1))
    await platform.pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid])
    await locked
    const waiting = new Set<number>()
    await vi.waitFor(
      async () => {
        for (const { pid } of (await waits()).rows) waiting.add(pid)
        expect(waiting.size).toBe(2)
      },
      { timeout: 25_000 },
    )
    const { rows: alive } = await platform.pool.query('SELECT FROM pg_stat_activity WHERE pid = ANY($1)', [
      [...waiting],
    ])
    holder.release(true)
    expect(alive.length).toBe(1)
  })
})
