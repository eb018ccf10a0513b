import { afterAll, beforeAll, expect, it } from 'vitest'
import { captureJobs } from '../tests/captured-jobs.ts'
import { registerBookChecks } from './books.ts'
import { createOperators } from './operators/public.ts'
import { sealLagMs } from './seal-books.ts'
import { createScriptedWorld, startMs, type ScriptedWorld } from './trading/test-world.ts'

// The nightly job. The clock starts on a Monday.

const dayMs = 86_400_000
let world: ScriptedWorld
let jobs: ReturnType<typeof captureJobs>
beforeAll(async () => {
  world = await createScriptedWorld()
  jobs = captureJobs(world.platform)
  registerBookChecks(jobs.platform, createOperators(world.platform, { ledger: world.ledger }))
  await world.publish('EURUSD', [0, 110_000], [1_000, 110_010], [2_000, 110_020], [3_000, 110_030])
  await world.platform.clock.advance(sealLagMs)
})
afterAll(() => world.stop())

/** Runs a statement as somebody with all database rights. */
async function tamper(statement: string): Promise<void> {
  const client = await world.platform.owner.connect()
  await client.query('SET session_replication_role = replica')
  await client.query(statement)
  client.release(true)
}

/** Runs the job on a day of the week, from 0 for Sunday. Returns the open alarms. */
async function nightOf(day: number) {
  const now = new Date(world.platform.clock.nowMs())
  await world.platform.clock.advance((((day - now.getUTCDay() + 6) % 7) + 1) * dayMs)
  await jobs.run('books.check')
  const open = (await world.platform.alarms.open()).filter(({ kind }) => kind === 'books_broken')
  return open.map(({ subject, details }) => ({ subject, details }))
}

it('runs every night', () => {
  expect(new Date(startMs).getUTCDay()).toBe(1)
  expect([...jobs.schedules]).toEqual([['books.check', '37 2 * * *']])
})

it('raises books_broken for a module whose rows differ, and clears it once they agree', async () => {
  expect(await nightOf(2)).toEqual([])
  await tamper(`UPDATE markets.heads SET at_ms = at_ms + 1 WHERE symbol = 'EURUSD'`)
  expect(await nightOf(3)).toEqual([{ subject: 'prices', details: { breaks: 1, rule: expect.any(String) } }])
  await tamper(`UPDATE markets.heads SET at_ms = at_ms - 1 WHERE symbol = 'EURUSD'`)
  expect(await nightOf(4)).toEqual([])
})

it('recomputes ticks that an earlier night verified only on Sundays', async () => {
  await tamper(`UPDATE markets.ticks SET price = price + 1 WHERE symbol = 'EURUSD' AND seq = 2`)
  expect(await nightOf(5)).toEqual([])
  expect(await nightOf(6)).toEqual([])
  expect(await nightOf(0)).toMatchObject([{ subject: 'prices' }])
  await tamper(`UPDATE markets.ticks SET price = price - 1 WHERE symbol = 'EURUSD' AND seq = 2`)
  expect(await nightOf(0)).toEqual([])
})
