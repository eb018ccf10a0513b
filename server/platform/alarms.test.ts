import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { createAlarms } from './alarms.ts'
import { createLog } from './log.ts'
import { createMetrics } from './metrics.ts'

let platform: TestPlatform
beforeAll(async () => void (platform = await createTestPlatform()))
afterEach(async () => {
  for (const { kind, subject } of await platform.alarms.open())
    await platform.alarms.clear(kind as 'operator_locked_out', subject)
})
afterAll(() => platform.stop())

const kind = 'operator_locked_out'
const metric = async () =>
  (await platform.metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('tallystick_alarms_open{'))
const lines: Record<string, any>[] = []
const withLog = (url: string) =>
  createAlarms({
    ...platform,
    url,
    metrics: createMetrics(false),
    log: createLog('info', { write: (line) => void lines.push(JSON.parse(line)) }),
  })

it('counts how many times an alarm is raised, stores the first and last time, and closes it when cleared', async () => {
  const firstAtMs = platform.clock.nowMs()
  await platform.alarms.raise({ kind, subject: 'one', details: { tries: 6 } })
  await platform.clock.advance(60_000)
  await Promise.all([1, 2].map(() => platform.alarms.raise({ kind, subject: 'one', details: { tries: 7 } })))
  await platform.alarms.raise({ kind, subject: 'two' })
  expect(await platform.alarms.open()).toEqual([
    { kind, subject: 'one', details: { tries: 7 }, firstAtMs, lastAtMs: firstAtMs + 60_000, count: 3 },
    { kind, subject: 'two', details: {}, firstAtMs: firstAtMs + 60_000, lastAtMs: firstAtMs + 60_000, count: 1 },
  ])
  expect(await metric()).toEqual([`tallystick_alarms_open{kind="${kind}"} 2`])
  await platform.alarms.clear(kind, 'one')
  await platform.alarms.clear(kind, 'one')
  expect((await platform.alarms.open()).map(({ subject }) => subject)).toEqual(['two'])
  await platform.alarms.clear(kind, 'two')
  expect(await metric()).toEqual([])
})

it('keeps an alarm raised in a failed transaction, even while all other connections are in use', async () => {
  const taken = []
  while (taken.length < platform.pool.options.max - 1) taken.push(await platform.pool.connect())
  const torn = platform.db.transaction().execute(async () => {
    await platform.alarms.raise({ kind, subject: 'torn' })
    throw new Error('rolled back')
  })
  await expect(torn).rejects.toThrow('rolled back')
  for (const client of taken) client.release()
  expect((await platform.alarms.open()).map(({ subject }) => subject)).toEqual(['torn'])
})

it('logs each alarm, and stores it without the characters that PostgreSQL rejects', async () => {
  const alarms = withLog(platform.databaseUrl)
  await alarms.raise({ kind, subject: `\ud800\0${'x'.repeat(300)}`, details: { words: '\udfff\0' } })
  await alarms.raise({ kind, subject: 'logged', details: { height: 7 } })
  await alarms.raise({ kind, subject: 'logged', details: { height: 8 } })
  await alarms.clear(kind, 'logged')
  await alarms.stop()
  expect(
    lines
      .splice(0)
      .slice(1)
      .map(({ level, msg, alarm }) => ({ level, msg, alarm })),
  ).toEqual([
    { level: 50, msg: 'alarm raised', alarm: { kind, subject: 'logged', details: { height: 7 } } },
    { level: 40, msg: 'alarm raised again', alarm: { kind, subject: 'logged', details: { height: 8 } } },
    { level: 30, msg: 'alarm cleared', alarm: { kind, subject: 'logged' } },
  ])
  expect(await platform.alarms.open()).toMatchObject([
    { subject: expect.stringMatching(/^\ufffdx{199}$/), details: { words: '\ufffd' } },
  ])
})

it('never makes its caller fail: without the database, the alarm is still logged', async () => {
  const alarms = withLog('postgres://nobody@127.0.0.1:9/none')
  await alarms.raise({ kind, subject: 'unreachable' })
  await alarms.clear(kind, 'unreachable')
  await alarms.stop()
  expect(lines.splice(0).map(({ level, msg }) => ({ level, msg }))).toEqual([
    { level: 50, msg: 'alarm raised, but not stored' },
    { level: 50, msg: 'alarm not cleared' },
  ])
})
