import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'

let platform: TestPlatform
beforeEach(async () => void (platform = await createTestPlatform()))
afterEach(() => platform.stop())

it('runs loops and queued work that came due before an advance of the clock answers', async () => {
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

it('keeps a loop going after a failure', async () => {
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

it('tries a task again that has failed, and goes on with others', async () => {
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

it('runs a task of the crontab when an advance passes its minute, and not before', async () => {
  let runs = 0
  platform.jobs.define('nightly', async () => void (runs += 1))
  platform.jobs.cron('nightly', '0 3 * * *')
  await platform.jobs.start()
  await platform.clock.advance(3_600_000)
  expect(runs).toBe(0)
  await platform.clock.advance(86_400_000)
  expect(runs).toBe(1)
})

it('ends a loop that is under way when it stops', async () => {
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
