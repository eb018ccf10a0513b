import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { createCopying } from '../server/copying/public.ts'
import { createIdentity } from '../server/identity/public.ts'
import { createLedger } from '../server/ledger/public.ts'
import { createLimits } from '../server/limits/public.ts'
import { createMarkets, scriptedSource } from '../server/markets/public.ts'
import { createOperators } from '../server/operators/public.ts'
import { createClock } from '../server/platform/time/clock.ts'
import { startEmbeddedPostgres } from '../server/platform/database/postgres.ts'
import { shardOf, uuidv7 } from '../server/platform/random.ts'
import { createTrading } from '../server/trading/public.ts'
import { openBenchPlatform } from './world.ts'

/**
 * `npm run bench:copies`: measures the time from one order by an expert with many copiers until every copy is durably
 * placed or refused with a reason. Fails if an order takes longer than `slowestMs`, or if a copier has neither a trade
 * nor a reason.
 */
const { values } = parseArgs({
  options: { copiers: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '5' } },
})
const copiers = Number(values.copiers)
const rounds = Number(values.rounds)
const slowestMs = 1_000

const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-copies-'))
const postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'))
try {
  await measure(postgres.url)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(url: string): Promise<void> {
  const clock = createClock()
  const platform = await openBenchPlatform(url, clock)
  const ledger = createLedger(platform)
  const operators = createOperators(platform, { ledger })
  const identity = createIdentity(platform, { ledger, operators })
  const source = scriptedSource(['BTCUSD'])
  const markets = createMarkets(platform, { source })
  const limits = createLimits(platform, { identity })
  const trading = createTrading(platform, {
    ledger,
    markets,
    customer: identity.customer,
    orderRules: limits.orderRules,
    manyOrderRules: limits.manyOrderRules,
  })
  limits.readFrom({ tradingResult: trading.resultSince, depositedSince: async () => 0n })
  const copying = createCopying(platform, { ledger, markets, trading, identity, limits, operators })
  await markets.start()
  await copying.start()
  await copying.practised()
  await seedCopiers(platform, ledger)
  const price = async (value: number) => {
    source.push({ symbol: 'BTCUSD', atMs: clock.nowMs(), bid: value - 10, ask: value + 10, price: value })
    source.through(clock.nowMs(), ['BTCUSD'])
    await markets.flush()
  }
  const times: number[] = []
  const costs: { application: number; database: number }[] = []
  for (let round = 0; round < rounds; round++) {
    await price(6_000_000 + round)
    const [ownMs, databaseMs] = [processCpuMs(), await databaseCpuMs(platform)]
    const fromMs = clock.monotonicMs()
    const outcome = await copying.placeOrder('breakwater', {
      symbol: 'BTCUSD',
      type: 'BUY',
      intervalS: 5,
      key: `strategy bench ${round}`,
    })
    times.push(clock.monotonicMs() - fromMs)
    costs.push({ application: processCpuMs() - ownMs, database: (await databaseCpuMs(platform)) - databaseMs })
    const { application, database } = costs.at(-1)!
    process.stdout.write(
      `order ${round + 1}: ${JSON.stringify(outcome)} in ${Math.round(times.at(-1)!)} ms; ` +
        `processor time: ${Math.round(application)} ms application, ${database} ms database\n`,
    )
    for (let second = 0; second < 7; second++) {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await price(6_000_100 + second)
    }
    await trading.settle()
    process.stdout.write(`  gap ledger: settled ${await copying.settleCopies()} copies\n`)
    if (outcome.result !== 'placed' || outcome.copied + outcome.skipped !== copiers)
      throw new Error(`order ${round + 1} didn't reach all ${copiers} copiers`)
  }
  await checkReasons(platform)
  const { ok, breaks } = await ledger.reconcile()
  if (!ok) throw new Error(`the books do not balance: ${JSON.stringify(breaks.slice(0, 3))}`)
  const median = (values: number[]) => Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!)
  const processorMs = median(costs.map(({ application, database }) => application + database))
  process.stdout.write(
    `${copiers} copiers, ${rounds} orders: median ${median(times)} ms, worst ${Math.round(Math.max(...times))} ms; ` +
      `median processor time ${processorMs} ms; the books balance\n`,
  )
  await copying.stop()
  await trading.stop()
  await markets.stop()
  await platform.close()
  if (Math.max(...times) > slowestMs) throw new Error(`the slowest order took longer than ${slowestMs} ms`)
}

/** Prints the reasons for missing trades. Throws if a copier got neither a trade nor a reason. */
async function checkReasons({ pool }: Awaited<ReturnType<typeof openBenchPlatform>>): Promise<void> {
  const { rows } = await pool.query<{ code: string | null; copies: number }>(
    'SELECT code, count(*)::int AS copies FROM copying.copies WHERE trade_id IS NULL GROUP BY code ORDER BY code',
  )
  process.stdout.write(`not copied: ${rows.map(({ code, copies }) => `${copies} ${code}`).join(', ')}\n`)
  if (rows.some(({ code }) => !code)) throw new Error('a copy has neither a trade nor a reason')
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * Returns the processor time of all database processes, including ended ones, in milliseconds with a resolution of 10
 * ms. Returns 0 on systems without `/proc`.
 */
async function databaseCpuMs({ pool }: Awaited<ReturnType<typeof openBenchPlatform>>): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pid FROM pg_stat_activity')
  const children = rows.flatMap(({ pid }) => statOf(pid))
  // Linux adds the time of ended processes to their parent.
  const parent = children[0] && statOf(children[0].parent)[0]
  return [...children, ...(parent ? [{ ...parent, ownTicks: parent.ownTicks + parent.endedTicks }] : [])].reduce(
    (sum, { ownTicks }) => sum + ownTicks * 10,
    0,
  )
}

/**
 * Returns a Linux process's parent, and the ticks (hundredths of a second) of the process and of its ended children.
 * Source: proc(5).
 */
function statOf(pid: number): { parent: number; ownTicks: number; endedTicks: number }[] {
  if (!existsSync(`/proc/${pid}/stat`)) return []
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
    .map(Number)
  return [{ parent: fields[1]!, ownTicks: fields[11]! + fields[12]!, endedTicks: fields[13]! + fields[14]! }]
}

/**
 * Adds customers with money who follow one expert. One in ten copies proportionally, one in fifty has too little money,
 * one in fifty would have too little left, and half of them have a daily loss limit.
 */
async function seedCopiers(
  platform: Awaited<ReturnType<typeof openBenchPlatform>>,
  ledger: ReturnType<typeof createLedger>,
): Promise<void> {
  const nowMs = platform.clock.nowMs()
  const ids = Array.from({ length: copiers }, () => uuidv7(nowMs, platform.random))
  const shards = ids.map(shardOf)
  await platform.pool.query(
    `INSERT INTO identity.customer
       (shard, id, name_sealed, email_sealed, phone_sealed, country, currency, language, password_hash, password_set_at,
        created_at)
     SELECT s, i, '', '', '', 'GB', 'USD', 'en', '$argon2id$nobody', to_timestamp(0), to_timestamp(0)
     FROM unnest($1::smallint[], $2::uuid[]) AS u(s, i)`,
    [shards, ids],
  )
  for (let from = 0; from < ids.length; from += 1_000) {
    await ledger.post(
      ids.slice(from, from + 1_000).map((owner, index) => ({
        debit: { house: 'practice_grants' },
        credit: { owner, code: 'trading' },
        asset: 'USD',
        amountMinor: (from + index) % 50 === 0 ? 5_00n : (from + index) % 50 === 25 ? 10_50n : 1_000_00n,
        kind: 'practice_grant',
      })),
    )
  }
  await platform.pool.query(
    `INSERT INTO copying.relations
       (shard, customer_id, id, expert_id, asset, mode, amount_minor, started_at_ms, shared_week)
     SELECT s, i, i, 'breakwater', 'USD', CASE WHEN n % 10 = 0 THEN 'proportional' ELSE 'fixed' END,
       CASE WHEN n % 10 = 0 THEN 100000 ELSE 1000 END, $3, 1000000
     FROM unnest($1::smallint[], $2::uuid[]) WITH ORDINALITY AS u(s, i, n)`,
    [shards, ids, nowMs],
  )
  const limited = ids.filter((_, index) => index % 2 === 1)
  await platform.pool.query(
    `INSERT INTO limits.own_limit (shard, customer_id, name, value, changed_at_ms)
     SELECT s, i, 'loss_day', 50000, 0 FROM unnest($1::smallint[], $2::uuid[]) AS u(s, i)`,
    [limited.map(shardOf), limited],
  )
  await platform.pool.query('ANALYZE')
}
