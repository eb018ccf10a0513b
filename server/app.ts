import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { calls } from '../api/calls.ts'
import { expertSymbols } from '../api/experts.ts'
import { createAffiliates } from './affiliates/public.ts'
import { createAlerts } from './alerts/public.ts'
import { countBookBreaks, payoutChanges, registerBookChecks } from './books.ts'
import { createCopying } from './copying/public.ts'
import { createFarming } from './farming/public.ts'
import { createIdentity, type Identity, registerCountries } from './identity/public.ts'
import { createLedger } from './ledger/public.ts'
import { createLimits } from './limits/public.ts'
import { createLive } from './live/public.ts'
import { createMarkets, worthIn } from './markets/public.ts'
import { createMining } from './mining/public.ts'
import { createOperators, type Operators } from './operators/public.ts'
import { createPayments } from './payments/public.ts'
import { createAlarms } from './platform/alarms.ts'
import { registerApiDocs } from './platform/http/api-docs.ts'
import { createBus, createNatsBus } from './platform/bus.ts'
import { createClock, type Clock } from './platform/time/clock.ts'
import { readClockOffset, writeClockOffset } from './platform/time/clock-offset.ts'
import { addressOf, ConfigError, type Config } from './platform/config.ts'
import { refusedStart } from './platform/config-rules.ts'
import { lockDataFolder } from './platform/files/data-lock.ts'
import { applicationLockTimeoutMs, connectDatabase, type DatabaseConnection } from './platform/database/database.ts'
import { ownsTables, prepareDatabase } from './platform/database/database-rights.ts'
import { registerDevTools } from './platform/time/dev-tools.ts'
import { createFiles } from './platform/files/files.ts'
import { registerHealth } from './platform/http/health.ts'
import { Api } from './platform/http/http.ts'
import { createHttpServer } from './platform/http/http-server.ts'
import { createJobs } from './platform/time/jobs.ts'
import { connectionName, ringOf } from './platform/secrets/keys.ts'
import { createLog, type Log } from './platform/log.ts'
import { createMailbox, createQueuedMailer } from './platform/mail/mail.ts'
import { createMailWriter } from './platform/mail/mail-texts.ts'
import { createMetrics } from './platform/metrics.ts'
import { narrowDataFolder } from './platform/http/narrow-data.ts'
import { openKeys } from './platform/secrets/open-keys.ts'
import type { ModuleLife, Platform } from './platform/platform.ts'
import { startEmbeddedPostgres } from './platform/database/postgres.ts'
import { systemRandom } from './platform/random.ts'
import { mailCatalogues } from './pages/mail-catalogues.ts'
import { registerSite } from './pages/site.ts'
import { createProofs, type DeskFigureSources } from './proofs/public.ts'
import { createTrading, limitsOfDesk, type Trading, type TradingOptions } from './trading/public.ts'
import { createTransparency } from './transparency/public.ts'
import { createWebhooks } from './webhooks/public.ts'

/** Output folder of `react-router build`. If it doesn't exist, only calls are served, without pages. */
const buildDir = fileURLToPath(new URL('../build', import.meta.url))

export type App = {
  platform: Platform
  http: FastifyInstance
  /** `http://host:port` of the listening server. */
  url: string
  /** Finishes requests in flight, then closes all resources. */
  stop(): Promise<void>
}

/**
 * Tests can pass their own clock, benchmarks their own trading limits. If `ending` aborts startup, everything opened so
 * far is closed and the call throws.
 */
type Given = { clock?: Clock; trading?: TradingOptions; ending?: AbortSignal }

/**
 * Starts the whole product: database, modules, HTTP server. Throws `ConfigError` with a message if a setting or the
 * machine prevents startup.
 */
export async function startApp(config: Config, given: Given = {}): Promise<App> {
  const refused = refusedStart(config)
  if (refused) throw new ConfigError(`${refused.setting}: ${refused.message}`)
  const opened: Opened = []
  try {
    return await start(config, given, opened)
  } catch (error) {
    // Closes what the failed startup opened, above all the embedded database.
    await closeAll(opened).catch(() => {})
    throw error
  }
}

/** Close functions, in the order in which the resources were opened. */
type Opened = (() => Promise<void>)[]

async function closeAll(opened: Opened): Promise<void> {
  for (let close = opened.pop(); close; close = opened.pop()) await close()
}

/** Returns the current and past payout rates that operators have set. */
function payoutsOf(operators: Operators) {
  const rates = operators.watch('payoutBps')
  return {
    payoutOf: (symbolClass: 'stocks' | 'forex' | 'crypto') => rates()[symbolClass],
    payoutChanges: async () => payoutChanges(await operators.settingHistory('payoutBps')),
  }
}

type WithDeskFact = { deskFact: Parameters<ReturnType<typeof createIdentity>['addToDesk']>[1] }

/** Adds what each module says about a customer to the customer's file at the desk. */
function addDeskFacts(modules: {
  identity: ReturnType<typeof createIdentity>
  trading: WithDeskFact
  payments: Pick<ReturnType<typeof createPayments>, 'deskFacts'>
  limits: WithDeskFact
  webhooks: WithDeskFact
}): void {
  const { identity, trading, payments, limits, webhooks } = modules
  identity.addToDesk('Trades', trading.deskFact)
  identity.addToDesk('Deposits', payments.deskFacts.deposits)
  identity.addToDesk('Withdrawals', payments.deskFacts.withdrawals)
  identity.addToDesk('Own limits', limits.deskFact)
  identity.addToDesk('Webhooks', webhooks.deskFact)
}

/** Adds what trading stores about customers to the data download and to the closing of an account. */
function addTradingData(identity: ReturnType<typeof createIdentity>, trading: ReturnType<typeof createTrading>): void {
  identity.addExporter('trades', trading.exportTrades)
  identity.addExporter('tradeNotes', trading.exportNotes)
  identity.onClosed(trading.forgetNotes)
  identity.addExporter('charts', trading.exportWorkspace)
  identity.onClosed(trading.forgetWorkspace)
  identity.onClosing(async (tx, session) =>
    (await trading.hasOpenTrades(tx, session)) ? 'trade_still_open' : undefined,
  )
}

/** Returns the sources of the desk's business figures, which never count simulated accounts. */
const deskFiguresOf = (identity: Identity, trading: Trading): DeskFigureSources => ({
  ...identity.deskFigures,
  trades: async (spans) => trading.deskSums(spans, await identity.simulatedAccounts()),
  openTrades: async () => trading.deskOpenTrades(await identity.simulatedAccounts()),
})

/** Creates the modules, each after those that it uses, and connects them. */
function createModules(platform: Platform, { trading: options }: Given) {
  const ledger = createLedger(platform)
  const operators = createOperators(platform, { ledger })
  const identity = createIdentity(platform, { ledger, operators })
  const limits = createLimits(platform, { identity })
  const markets = createMarkets(platform, { ...payoutsOf(operators), warmUp: { symbols: expertSymbols, hours: 3 } })
  const live = createLive(platform, { markets })
  operators.valueBy((amountMinor, asset) => worthIn('USD', markets, amountMinor, asset))
  const transparency = createTransparency(platform, { ledger })
  const trading = createTrading(
    platform,
    {
      ledger,
      markets,
      operators,
      proveBatch: transparency.proveBatch,
      customer: identity.customer,
      isCustomer: identity.isCustomer,
      orderRules: limits.orderRules,
      manyOrderRules: limits.manyOrderRules,
    },
    { limits: limitsOfDesk(operators.watch('tradingLimits')), ...options },
  )
  addTradingData(identity, trading)
  const affiliates = createAffiliates(platform, { ledger, identity, markets })
  const payments = createPayments(platform, {
    ledger,
    markets,
    identity,
    limits,
    affiliates,
    operators,
    settledStakeSince: trading.settledStakeSince,
  })
  limits.readFrom({ tradingResult: trading.resultSince, depositedSince: payments.depositedSince })
  identity.resultsBy(trading.resultsOf)
  const mining = createMining(platform, { ledger, markets, identity, operators, payments })
  const farming = createFarming(platform, { ledger, markets, identity, operators, payments })
  const copying = createCopying(platform, { ledger, markets, trading, identity, limits, operators })
  const proofs = createProofs(platform, {
    ledger,
    openStakes: trading.openStakes,
    auditHead: operators.auditHead,
    brokenBooks: () => countBookBreaks(platform),
    simulatedAccounts: identity.simulatedAccounts,
    customerFigures: identity.figures,
    tradingFigures: async (sinceMs) => trading.figures(sinceMs, await identity.simulatedAccounts()),
    moneyFigures: payments.figures,
    desk: deskFiguresOf(identity, trading),
    reserves: async (coin) => (await payments.reconcileReserves(coin)).heldMinor,
  })
  const webhooks = createWebhooks(platform, { ledger, identity })
  addDeskFacts({ identity, trading, payments, limits, webhooks })
  const alerts = createAlerts(platform, { markets, identity })
  registerBookChecks(platform, operators)
  const lives: ModuleLife[] = [
    ledger,
    operators,
    identity,
    limits,
    live,
    markets,
    trading,
    affiliates,
    mining,
    farming,
    copying,
    proofs,
    webhooks,
    transparency,
    alerts,
  ]
  return {
    lives,
    live,
    transparency,
    payments,
    operators,
    guard: identity.guard,
    sessionOf: limits.countingTime(identity.sessionOf),
    calls: {
      ...identity.calls,
      ...markets.calls,
      ...trading.calls,
      ...payments.calls,
      ...mining.calls,
      ...farming.calls,
      ...copying.calls,
      ...limits.calls,
      ...affiliates.calls,
      ...operators.calls,
      ...proofs.calls,
      ...webhooks.calls,
      ...alerts.calls,
      ...transparency.calls,
    },
  }
}

async function start(config: Config, given: Given, opened: Opened): Promise<App> {
  const platform = await openPlatform(config, given, opened)
  const modules = createModules(platform, given)
  const { lives, live, transparency, payments, operators, sessionOf } = modules
  const api = new Api(platform, sessionOf, operators.operatorOf, operators.recordRefusal, modules.guard)
  api.bind(calls, modules.calls)
  let isComplete = false
  const http = await createHttpServer(platform)
  opened.push(() => http.close())
  registerHealth(http, platform, () => isComplete && lives.every((life) => life.ready?.() ?? true))
  registerApiDocs(http, calls, config)
  registerCountries(http)
  live.register(http, sessionOf)
  transparency.register(http)
  if (config.devTools) {
    registerDevTools(http, platform)
    payments.registerTools(http)
  }
  await api.register(http)
  const pages = existsSync(buildDir) ? await registerPages(http, platform, api) : undefined
  for (const life of lives) {
    given.ending?.throwIfAborted()
    opened.push(async () => life.stop?.())
    await life.start?.()
  }
  // Serves calls before jobs, test chains and pages start, because orders don't need those.
  const url = await listen(http, config)
  opened.push(
    () => payments.stop(),
    () => platform.jobs.stop(),
    () => api.refuseNewCalls(http),
  )
  await platform.jobs.start()
  given.ending?.throwIfAborted()
  await payments.start()
  await pages?.load()
  isComplete = true
  return { platform, http, url, stop: () => closeAll(opened) }
}

async function listen(http: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await http.listen({ host, port })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE' || code === 'EACCES')
      throw new ConfigError(`PORT: ${port} is in use, or this process may not open it`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new ConfigError(`HOST: ${host} is not an address of this machine`)
    throw error
  }
}

function registerPages(http: FastifyInstance, { config, clock }: Platform, api: Api): ReturnType<typeof registerSite> {
  return registerSite(http, {
    buildDir,
    call: (name, input) => api.callPublic(name, input) as never,
    callAs: (name, input, as) => api.callAs(name, input, as),
    publicUrl: addressOf(config),
    operator: config.operator,
    ratePerMinute: config.ratePerMinute,
    development: config.devTools,
    practiceGrant: config.practiceGrant,
    clock,
  })
}

/** Migrates the database as its owner, then connects with the application's role if there are two roles. */
async function openDatabase(
  config: Config,
  log: Log,
  ending: AbortSignal | undefined,
  opened: Opened,
): Promise<DatabaseConnection> {
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(path.join(config.dataDir, 'postgres'))
  if (embedded) opened.push(() => embedded.stop())
  ending?.throwIfAborted()
  const url = config.databaseUrl ?? embedded!.application.url
  const given = config.databaseOwnerUrl && { name: decodeURIComponent(new URL(url).username) }
  const applied = await prepareDatabase(
    config.databaseOwnerUrl ?? embedded?.url ?? url,
    embedded?.application.role ?? (given || undefined),
  )
  if (applied.length > 0) log.info({ migrations: applied }, 'database migrated')
  const connection = await connectDatabase(url, undefined, connectionName(ringOf(config)), applicationLockTimeoutMs)
  if (await ownsTables(connection.pool))
    log.warn(
      'the database role in DATABASE_URL owns the tables: set DATABASE_OWNER_URL, and use a separate role in ' +
        'DATABASE_URL',
    )
  return connection
}

async function openPlatform(config: Config, { clock: givenClock, ending }: Given, opened: Opened): Promise<Platform> {
  const log = createLog(config.logLevel)
  const releaseFolder = lockDataFolder(config.dataDir, { shared: config.natsUrl !== undefined })
  opened.push(async () => releaseFolder())
  narrowDataFolder(config.dataDir, log)
  const { db, pool, url, stop } = await openDatabase(config, log, ending, opened)
  opened.push(stop)
  const clock = givenClock ?? createClock(config.devTools ? await readClockOffset(pool) : 0)
  if (!givenClock && config.devTools) clock.onAdvance(() => writeClockOffset(pool, clock.offsetMs()))
  const keys = await openKeys(pool, config, { clock, random: systemRandom })
  const bus = config.natsUrl ? await createNatsBus(config.natsUrl, log) : createBus()
  opened.push(() => bus.stop())
  const jobs = createJobs(pool, clock, log)
  const metrics = createMetrics(true)
  const alarms = createAlarms({ url, clock, log, metrics })
  opened.push(() => alarms.stop())
  const { smtpUrl, mailFrom: from } = config
  const mail = smtpUrl
    ? createQueuedMailer({ smtpUrl, from, db, keys, jobs, alarms, metrics, clock, random: systemRandom, log })
    : createMailbox(clock)
  opened.push(() => mail.stop())
  return {
    alarms,
    config,
    clock,
    random: systemRandom,
    log,
    db,
    pool,
    bus,
    jobs,
    keys,
    mail,
    mailWriter: createMailWriter(config, mailCatalogues),
    files: createFiles({ config, clock, keys, random: systemRandom }),
    metrics,
  }
}
