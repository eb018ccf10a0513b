import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './postgres.ts'

let directory: string
let firstUrl: string
let server: EmbeddedPostgres

const query = async (text: string) => {
  const client = new pg.Client({ connectionString: server.url })
  // If the server dies, the client also emits an error. Without a listener, that would end the test run.
  client.on('error', () => {})
  await client.connect()
  return client.query(text).finally(() => client.end())
}

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'tallystick-postgres-'))
  // A separate process starts the server and exits without stopping it, as after kill -9.
  const script = `import(${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)})
    .then((m) => m.startEmbeddedPostgres(${JSON.stringify(directory)}))
    .then((s) => console.log(s.url))`
  firstUrl = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim()
  server = await startEmbeddedPostgres(directory)
})
afterAll(async () => {
  await server.stop()
  rmSync(directory, { recursive: true, force: true })
})

it('runs version 18 with the durability settings on', async () => {
  const { rows } = await query(
    `SELECT name, setting FROM pg_settings
     WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums') ORDER BY name`,
  )
  expect(rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'on', 'on'])
  expect((await query('SHOW server_version')).rows[0].server_version).toMatch(/^18\./)
})

it('takes over a running server', () => {
  expect(firstUrl).toMatch(/^postgres:/)
  expect(server.url).toBe(firstUrl)
})

it('restarts a killed server with all committed data', async () => {
  await query('CREATE TABLE kept AS SELECT 42 AS answer')
  const pid = Number(readFileSync(path.join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(async () => expect((await query('SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]), {
    timeout: 20_000,
    interval: 200,
  })
})

it('leaves a server running for another process that uses it', async () => {
  const other = new pg.Client({ connectionString: server.url, application_name: 'tallystick' })
  other.on('error', () => {})
  await other.connect()
  const second = await startEmbeddedPostgres(directory)
  await second.stop()
  expect((await other.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await other.end()
})
