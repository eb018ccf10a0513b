import { fastify, type FastifyInstance } from 'fastify'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../../tests/harness.ts'
import { registerHealth } from './health.ts'

let platform: TestPlatform
let app: FastifyInstance
let modules = true
const taken: PoolClient[] = []

beforeEach(async () => {
  modules = true
  platform = await createTestPlatform()
  app = fastify()
  registerHealth(app, platform, () => modules)
})
afterEach(async () => {
  for (const client of taken.splice(0)) client.release()
  await app.close()
  await platform.stop()
})

const readiness = async () => {
  const { statusCode, body } = await app.inject('/readyz')
  return [statusCode, JSON.parse(body)]
}
const takeAllConnections = async () => {
  while (taken.length < platform.pool.options.max) taken.push(await platform.pool.connect())
}

it('is ready if the database and the modules are', async () => {
  expect(await readiness()).toEqual([200, { status: 'ready', database: true, modules: true, alarms: [] }])
  modules = false
  expect(await readiness()).toEqual([503, { status: 'not ready', database: true, modules: false, alarms: [] }])
})

it('reports within two seconds, with one query, that the database hangs, and recovers', async () => {
  await takeAllConnections()
  const before = performance.now()
  const answers = await Promise.all(Array.from({ length: 5 }, readiness))
  expect(performance.now() - before).toBeLessThan(2_000)
  expect(answers).toEqual(
    answers.map(() => [503, { status: 'not ready', database: false, modules: true, alarms: null }]),
  )
  expect(platform.pool.waitingCount).toBe(1)
  for (const client of taken.splice(0)) client.release()
  await expect.poll(readiness).toEqual([200, { status: 'ready', database: true, modules: true, alarms: [] }])
})

it('lists the kinds of open alarms and stays ready', async () => {
  for (const subject of ['one', 'two']) await platform.alarms.raise({ kind: 'operator_locked_out', subject })
  expect(await readiness()).toEqual([
    200,
    { status: 'ready', database: true, modules: true, alarms: ['operator_locked_out'] },
  ])
})
