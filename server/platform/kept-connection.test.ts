import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { keepConnection } from './kept-connection.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform()
})
afterAll(() => platform.stop())

let kept: ReturnType<typeof keepConnection>
beforeEach(() => {
  kept = keepConnection(platform.pool)
})
const backend = async () => (await kept.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid
const held = () => platform.pool.totalCount - platform.pool.idleCount

it('keeps one connection, whatever else the pool does', async () => {
  const pid = await backend()
  const others = await Promise.all(Array.from({ length: 3 }, () => platform.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')))
  expect(others.map(({ rows }) => rows[0]!.pid)).not.toContain(pid)
  expect(await backend()).toBe(pid)
})

it('keeps it when the server refuses a statement', async () => {
  const pid = await backend()
  await expect(kept.query('SELECT 1 / 0')).rejects.toThrow('division by zero')
  expect(await backend()).toBe(pid)
})

it('gives it back in a pause', async () => {
  await expect.poll(held).toBe(0)
  await backend()
  expect(held()).toBe(1)
  await expect.poll(held).toBe(0)
})

it('takes another one when the server ends it between two queries', async () => {
  const pid = await backend()
  await platform.pool.query('SELECT pg_terminate_backend($1, 5000)', [pid])
  await expect.poll(held).toBe(0)
  expect(await backend()).not.toBe(pid)
})

it('throws when the server ends it under a query, and takes another one', async () => {
  const pid = await backend()
  const other = await platform.pool.connect()
  await other.query('SELECT pg_advisory_lock(1)')
  const waiting = kept.query('SELECT pg_advisory_lock(1)')
  await other.query('SELECT pg_terminate_backend($1)', [pid])
  await expect(waiting).rejects.toThrow(/terminat/)
  await other.query('SELECT pg_advisory_unlock(1)')
  other.release()
  expect(await backend()).not.toBe(pid)
})
