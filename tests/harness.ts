import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import type { Call } from '../api/call.ts'
import { createAlarms } from '../server/platform/alarms.ts'
import { createBus } from '../server/platform/bus.ts'
import { createStillClock, type Clock } from '../server/platform/time/clock.ts'
import { readConfig, type Config } from '../server/platform/config.ts'
import { applicationLockTimeoutMs, connectDatabase } from '../server/platform/database/database.ts'
import { createFiles } from '../server/platform/files/files.ts'
import {
  Api,
  type Bindings,
  type CustomerGuard,
  type OperatorFinder,
  type SessionFinder,
} from '../server/platform/http/http.ts'
import { createHttpServer } from '../server/platform/http/http-server.ts'
import { createJobs } from '../server/platform/time/jobs.ts'
import { createLog } from '../server/platform/log.ts'
import { createMailbox } from '../server/platform/mail/mail.ts'
import { createMailWriter } from '../server/platform/mail/mail-texts.ts'
import { mailCatalogues } from '../server/pages/mail-catalogues.ts'
import { createMetrics } from '../server/platform/metrics.ts'
import { openKeys } from '../server/platform/secrets/open-keys.ts'
import type { OperatorRefusalRecorder } from '../server/platform/http/operator-refusals.ts'
import type { Platform } from '../server/platform/platform.ts'
import { applicationOf } from '../server/platform/database/postgres.ts'
import type { PasswordCost } from '../server/platform/secrets/password-hasher.ts'
import { systemRandom } from '../server/platform/random.ts'
import { databaseUrl, templateDatabase } from './global-setup.ts'

/**
 * `pool` and `db` sign in as the application's role. `owner` signs in as the owner, for changes the application can't
 * make.
 */
export type TestPlatform = Platform & { databaseUrl: string; ownerUrl: string; owner: pg.Pool; stop(): Promise<void> }

/** Creates an empty database, without our schemas. Resolves with its URL for the owner. */
export async function createEmptyDatabase(): Promise<{ ownerUrl: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(`CREATE DATABASE ${name}`)
  return {
    ownerUrl: databaseUrl(inject('databaseServer'), name),
    drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

async function onServer(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('databaseServer') })
  await client.connect()
  await client.query(text).finally(() => client.end())
}

/** Creates a database from the migrated template. `url` signs in as the application's role, `ownerUrl` as the owner. */
export async function createTestDatabase(): Promise<{ url: string; ownerUrl: string; drop(): Promise<void> }> {
  const server = inject('databaseServer')
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copying files takes half as long as writing each page to the log.
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY FILE_COPY`)
  const ownerUrl = databaseUrl(server, name)
  return {
    url: applicationOf(ownerUrl, new URL(server).password).url,
    ownerUrl,
    drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  }
}

/** Creates a platform for modules, with its own database and a clock that moves only when a test advances it. */
export async function createTestPlatform(
  settings: Record<string, string> = {},
  clock: Clock = createStillClock(Date.UTC(2026, 0, 5, 12)),
  passwordCost: PasswordCost | undefined = { memoryKib: 64, passes: 1 },
): Promise<TestPlatform> {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tallystick-data-'))
  const config: Config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    RATE_PER_MINUTE: '0',
    LOG_LEVEL: 'silent',
    SMTP_URL: 'smtp://127.0.0.1:1',
    ...settings,
  })
  const log = createLog(config.logLevel)
  const { db, pool, stop } = await connectDatabase(database.url, 8, undefined, applicationLockTimeoutMs)
  const owner = new pg.Pool({ connectionString: database.ownerUrl, max: 4 })
  // Some tests terminate this connection's server process.
  owner.on('error', () => {})
  const metrics = createMetrics(false)
  const keys = await openKeys(pool, config, { clock, random: systemRandom })
  const platform: Platform = {
    alarms: createAlarms({ url: database.url, clock, log, metrics }),
    config,
    clock,
    random: systemRandom,
    log,
    db,
    pool,
    bus: createBus(),
    jobs: createJobs(pool, clock, log),
    keys,
    mail: createMailbox(clock),
    mailWriter: createMailWriter(config, mailCatalogues),
    files: createFiles({ config, clock, keys, random: systemRandom }),
    metrics,
    passwordCost,
  }
  return {
    ...platform,
    databaseUrl: database.url,
    owner,
    ownerUrl: database.ownerUrl,
    async stop() {
      await platform.jobs.stop()
      await platform.alarms.stop()
      await owner.end()
      await stop()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A call's response. The body is parsed if it is JSON, a string for other text, and bytes otherwise. */
export type Answer = { status: number; headers: Record<string, unknown>; body: any }

/** `files` are sent with the input as a multipart body. */
export type CallOptions = {
  secrete?: string
  headers?: Record<string, string>
  ip?: string
  files?: Record<string, { name: string; bytes: Uint8Array }>
}

export type TestApi = {
  http: FastifyInstance
  /** Makes a call through the HTTP layer as a client would, but without a socket. */
  call(name: string, input?: Record<string, unknown>, options?: CallOptions): Promise<Answer>
  stop(): Promise<void>
}

/** Serves bindings through the real HTTP layer. */
export async function serveCalls<C extends Record<string, Call>>(
  platform: Platform,
  calls: C,
  bindings: Bindings<C>,
  sessionOf: SessionFinder = () => null,
  operatorOf?: OperatorFinder,
  operatorRefused?: OperatorRefusalRecorder,
  guard?: CustomerGuard,
): Promise<TestApi> {
  const api = new Api(platform, sessionOf, operatorOf, operatorRefused, guard)
  api.bind(calls, bindings)
  const http = await createHttpServer(platform)
  await api.register(http)
  return {
    http,
    async call(name, input = {}, { secrete, headers = {}, ip = '127.0.0.1', files } = {}) {
      const method = calls[name]?.method ?? 'GET'
      const query = method === 'GET' ? new URLSearchParams(input as Record<string, string>).toString() : ''
      const form = files && (await multipartBody(input, files))
      const answer = await http.inject({
        method,
        url: `/api?r=${encodeURIComponent(name)}${query && `&${query}`}`,
        headers: { ...(secrete && { secrete }), ...form?.headers, ...headers },
        remoteAddress: ip,
        ...(method === 'POST' && { payload: form?.payload ?? input }),
      })
      const contentType = String(answer.headers['content-type'])
      const body = contentType.includes('json')
        ? answer.json()
        : contentType.startsWith('text/')
          ? answer.body
          : answer.rawPayload
      return { status: answer.statusCode, headers: answer.headers, body }
    },
    stop: () => http.close(),
  }
}

async function multipartBody(
  fields: Record<string, unknown>,
  files: Record<string, { name: string; bytes: Uint8Array }>,
): Promise<{ headers: Record<string, string>; payload: Buffer }> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  for (const [name, file] of Object.entries(files))
    form.append(name, new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name)
  const encoded = new Response(form)
  return {
    headers: { 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer()),
  }
}
