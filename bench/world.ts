import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createIdentity } from '../server/identity/public.ts'
import { createLedger } from '../server/ledger/public.ts'
import { createAlarms } from '../server/platform/alarms.ts'
import { createBus } from '../server/platform/bus.ts'
import { createClock, type Clock } from '../server/platform/time/clock.ts'
import { readConfig } from '../server/platform/config.ts'
import { connectDatabase } from '../server/platform/database/database.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { createFiles } from '../server/platform/files/files.ts'
import { createJobs } from '../server/platform/time/jobs.ts'
import { createLog } from '../server/platform/log.ts'
import { createMailbox } from '../server/platform/mail/mail.ts'
import { createMailWriter } from '../server/platform/mail/mail-texts.ts'
import { mailCatalogues } from '../server/pages/mail-catalogues.ts'
import { createMetrics } from '../server/platform/metrics.ts'
import { openKeys } from '../server/platform/secrets/open-keys.ts'
import type { Platform } from '../server/platform/platform.ts'
import { systemRandom } from '../server/platform/random.ts'
import type { TradingLimits } from '../server/trading/public.ts'

const high: TradingLimits = {
  minStakeMinor: 10_00n,
  maxStakeMinor: 5_000_00n,
  maxOpenTrades: 1_000_000,
  maxOpenStakeMinor: 10n ** 15n,
  maxExposureMinor: 10n ** 15n,
}
/** Limits too high for the few customers of a benchmark to reach. They are still checked. */
export const benchLimits = { USD: high, EUR: high, GBP: high }

const dataDirs = path.join(tmpdir(), `tallystick-bench-data-${process.pid}`)

/** Returns a folder for each database, because the log's signer refuses the tree of another database. */
const dataDirOf = (databaseUrl: string) => path.join(dataDirs, new URL(databaseUrl).pathname)

/** Deletes what the product stored outside of the databases. */
export const deleteData = () => rm(dataDirs, { recursive: true, force: true })

/** Returns the settings of the app under test. The process that seeds its database uses the same ones. */
export function benchEnvironment(databaseUrl: string): Record<string, string> {
  return {
    NODE_ENV: 'production',
    // The same in every process, and not a value that production refuses as guessable.
    SECRET_KEY: createHash('sha256').update('bench').digest('hex'),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDirOf(databaseUrl),
    PORT: '0',
    PUBLIC_URL: 'https://bench.example',
    RATE_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
    MARKET: 'simulated',
    CHAINS: '0',
    // Nothing listens on this port, so no email is sent.
    SMTP_URL: 'smtp://127.0.0.1:9',
    PRACTICE_GRANT: '9999999.00',
  }
}

/** Opens a platform without HTTP, for seeding and measuring in this process. */
export async function openBenchPlatform(
  databaseUrl: string,
  clock: Clock = createClock(),
): Promise<Platform & { close(): Promise<void> }> {
  const config = readConfig(benchEnvironment(databaseUrl))
  const log = createLog('warn')
  const { db, pool, stop } = await connectDatabase(databaseUrl, 8)
  await migrate(db)
  const metrics = createMetrics(false)
  const alarms = createAlarms({ url: databaseUrl, clock, log, metrics })
  const keys = await openKeys(pool, config, { clock, random: systemRandom })
  const close = async () => {
    await alarms.stop()
    await stop()
  }
  return {
    alarms,
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
    close,
  }
}

/** Signs up customers with the practice grant. Resolves with a session secret for each. */
export async function seedCustomers(platform: Platform, count: number): Promise<{ id: string; secrete: string }[]> {
  const identity = createIdentity(platform, { ledger: createLedger(platform) })
  const customers: { id: string; secrete: string }[] = []
  const atOnce = 8
  for (let from = 0; from < count; from += atOnce) {
    const group = Array.from({ length: Math.min(atOnce, count - from) }, async (_, index) => {
      const { customerId } = await identity.addCustomer({
        email: `customer-${from + index}@example.org`,
        name: 'Bench Customer',
        country: 'United States',
        phone: '+1 202 555 0143',
        currency: 'USD',
      })
      return { id: customerId, secrete: await identity.openSession(customerId) }
    })
    customers.push(...(await Promise.all(group)))
  }
  await identity.stop()
  return customers
}
