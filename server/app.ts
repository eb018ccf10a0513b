import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { calls } from '../contract/calls.ts'
import { createIdentity, registerCountries } from './identity/public.ts'
import { createLedger } from './ledger/public.ts'
import { createMarkets } from './markets/public.ts'
import { registerApiDocs } from './platform/api-docs.ts'
import { createBus, createNatsBus } from './platform/bus.ts'
import { createClock, type Clock } from './platform/clock.ts'
import { readClockOffset, writeClockOffset } from './platform/clock-offset.ts'
import type { Config } from './platform/config.ts'
import { connectDatabase, migrate } from './platform/database.ts'
import { registerDevTools } from './platform/dev-tools.ts'
import { registerHealth } from './platform/health.ts'
import { Api, createHttpServer } from './platform/http.ts'
import { createJobs } from './platform/jobs.ts'
import { createLog } from './platform/log.ts'
import { createMailbox, createSmtpMailer } from './platform/mail.ts'
import { createMetrics } from './platform/metrics.ts'
import type { ModuleLife, Platform } from './platform/platform.ts'
import { startEmbeddedPostgres } from './platform/postgres.ts'
import { systemRandom } from './platform/random.ts'
import { registerSite } from './platform/site.ts'
import { createTrading, type TradingOptions } from './trading/public.ts'

/** Where `react-router build` writes. Without it, calls are served and pages are not. */
const buildDir = fileURLToPath(new URL('../build', import.meta.url))

export type App = {
  platform: Platform
  http: FastifyInstance
  /** `http://host:port` of the listening server. */
  url: string
  /** Finishes what is in flight, then closes everything that was opened. */
  stop(): Promise<void>
}

/**
 * Starts the whole product: database, modules, HTTP. Throws `ConfigError` with a sentence where a setting or the machine
 * does not allow it. Tests may bring their own clock, benchmarks their own limits of trading.
 */
export async function startApp(config: Config, given: { clock?: Clock; trading?: TradingOptions } = {}): Promise<App> {
  const { platform, close } = await openPlatform(config, given.clock)
  const ledger = createLedger(platform)
  const identity = createIdentity(platform, { ledger })
  const markets = createMarkets(platform)
  const trading = createTrading(platform, { ledger, markets, customer: identity.customer }, given.trading)
  const lives: ModuleLife[] = [ledger, identity, markets, trading]

  const api = new Api(platform, identity.sessionOf)
  api.bind(calls, { ...identity.calls, ...markets.calls, ...trading.calls })
  const http = await createHttpServer(platform)
  registerHealth(http, platform, () => lives.every((life) => life.ready?.() ?? true))
  registerApiDocs(http, calls, config.publicUrl ?? `http://${config.host}:${config.port}`)
  registerCountries(http)
  markets.registerLive(http, identity.sessionOf)
  if (config.devTools) registerDevTools(http, platform)
  await api.register(http)
  if (existsSync(buildDir)) await registerPages(http, platform, api)
  for (const life of lives) await life.start?.()
  await platform.jobs.start()
  const url = await http.listen({ host: config.host, port: config.port })
  return {
    platform,
    http,
    url,
    async stop() {
      await api.refuseNewCalls(http)
      await platform.jobs.stop()
      for (const life of lives.toReversed()) await life.stop?.()
      await http.close()
      await close()
    },
  }
}

async function registerPages(http: FastifyInstance, { config, clock }: Platform, api: Api): Promise<void> {
  await registerSite(http, {
    buildDir,
    call: (name, input) => api.callPublic(name, input) as never,
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    development: config.devTools,
    clock,
  })
}

async function openPlatform(config: Config, givenClock: Clock | undefined): Promise<{ platform: Platform; close(): Promise<void> }> {
  const log = createLog(config.logLevel)
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(path.join(config.dataDir, 'postgres'))
  const database = await connectDatabase(config.databaseUrl ?? embedded!.url)
  const applied = await migrate(database.db)
  if (applied.length > 0) log.info({ migrations: applied }, 'database migrated')
  const clock = givenClock ?? createClock(config.devTools ? await readClockOffset(database.pool) : 0)
  if (!givenClock && config.devTools) clock.onAdvance(() => writeClockOffset(database.pool, clock.offsetMs()))
  const bus = config.natsUrl ? await createNatsBus(config.natsUrl, log) : createBus()
  const mail = config.smtpUrl ? createSmtpMailer(config.smtpUrl, config.mailFrom, log) : createMailbox(clock)
  const jobs = createJobs(database.pool, clock, log)
  const metrics = createMetrics(true)
  const platform: Platform = { config, clock, random: systemRandom, log, db: database.db, pool: database.pool, bus, jobs, mail, metrics }
  return {
    platform,
    async close() {
      await mail.stop()
      await bus.stop()
      await database.stop()
      await embedded?.stop()
    },
  }
}
