import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '../server/platform/database/postgres.ts'
import { measureBareEndpoint, measureOrders, startOnce, type OrderRun } from './orders.ts'
import { measureDashboard } from './dashboard.ts'
import { figuresTable, isMet, type Figure } from './figures.ts'
import { measureSettlement } from './settlement.ts'
import { clientCounts, prepareTpcb } from './tpcb.ts'
import { deleteData, openBenchPlatform, seedCustomers } from './world.ts'

// `npm run bench`: measures the figures P1, P2, P3, P7 and P17 in docs/spec/targets.md. All but P17 are ratios of two
// measurements taken in turn on one server in one run. Exits with 1 if a figure misses its target.
// Options: `--pairs 5 --seconds 5 --customers 1000 --connections 512 --trades 50000 --only P1,P7`, and for P17
// `--rounds 5 --orders 40 --frame-seconds 600 --heap-hours 8`.
const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    customers: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '512' },
    trades: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '5' },
    orders: { type: 'string', default: '40' },
    'frame-seconds': { type: 'string', default: '600' },
    'heap-hours': { type: 'string', default: '8' },
    only: { type: 'string', default: 'P1,P2,P3,P7,P17' },
  },
})
const wanted = new Set(options.only.split(','))
const pairs = Number(options.pairs)
const seconds = Number(options.seconds)
// Long enough to compile the code and to generate prices for the hours before the start.
const warmUpMs = 4_000
const say = (line: string) => process.stdout.write(`${line}\n`)

const directory = await mkdtemp(path.join(tmpdir(), 'tallystick-bench-'))
const server = await startEmbeddedPostgres(directory)
try {
  await describeServer()
  const figures: Figure[] = []
  if (['P1', 'P2', 'P3'].some((name) => wanted.has(name))) figures.push(...(await orderFigures()))
  if (wanted.has('P7')) figures.push(await settlementFigure())
  if (wanted.has('P17')) figures.push(...(await dashboardFigures()))
  say(figuresTable(figures))
  if (!figures.every(isMet)) process.exitCode = 1
} finally {
  await server.stop()
  await rm(directory, { recursive: true, force: true })
  await deleteData()
}

async function describeServer(): Promise<void> {
  const settings = [
    'server_version',
    'fsync',
    'synchronous_commit',
    'full_page_writes',
    'wal_sync_method',
    'data_checksums',
    'shared_buffers',
    'max_wal_size',
  ]
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const shown: string[] = []
  for (const setting of settings)
    shown.push(`${setting} ${String(Object.values((await client.query(`SHOW ${setting}`)).rows[0])[0])}`)
  await client.end()
  say(`PostgreSQL: ${shown.join(', ')}`)
  say(
    `Node ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model}), ` +
      `load at start ${loadavg()[0]!.toFixed(2)}`,
  )
}

/** Creates a database, empty or copied from `template`. Returns its URL. */
async function createDatabase(name: string, template?: string): Promise<string> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(`CREATE DATABASE ${name} ${template ? `TEMPLATE ${template}` : ''}`)
  await client.query('CHECKPOINT')
  await client.end()
  const url = new URL(server.url)
  url.pathname = name
  return url.href
}

async function orderFigures(): Promise<Figure[]> {
  const url = await createDatabase('seeded')
  const seeded = await openBenchPlatform(url)
  const customers = await seedCustomers(seeded, Number(options.customers))
  await startOnce(url)
  await seeded.pool.query('VACUUM ANALYZE')
  await seeded.close()
  const tpcb = wanted.has('P1') ? await prepareTpcb(await createDatabase('tpcb'), 20) : undefined
  say(
    `${customers.length} customers, ${options.connections} connections, ${pairs} pairs of ${seconds} s; ` +
      `P1 against ${tpcb?.program ?? '-'}`,
  )
  const run = {
    secrets: customers.map(({ secrete }) => secrete),
    connections: Number(options.connections),
    warmUpMs,
    measureMs: seconds * 1000,
  }
  const ratios: Record<'P1' | 'P2' | 'P3', number[]> = { P1: [], P2: [], P3: [] }
  for (let pair = 1; pair <= pairs; pair++) {
    const line = await orderPair(pair, run, tpcb, ratios)
    say(`pair ${pair}: ${line}`)
  }
  const all: Figure[] = [
    {
      name: 'P1',
      words: 'durable orders/s over HTTP / best TPC-B',
      target: 'at least 3.5',
      limit: 3.5,
      ratios: ratios.P1,
      worst: 'least',
    },
    {
      name: 'P2',
      words: 'durable orders/s over HTTP / bare Node endpoint',
      target: 'at least 0.5',
      limit: 0.5,
      ratios: ratios.P2,
      worst: 'least',
    },
    {
      name: 'P3',
      words: 'batched orders/s / one transaction per order',
      target: 'at least 4.5',
      limit: 4.5,
      ratios: ratios.P3,
      worst: 'least',
    },
  ]
  return all.filter(({ name }) => wanted.has(name))
}

async function orderPair(
  pair: number,
  run: Omit<OrderRun, 'databaseUrl'>,
  tpcb: Awaited<ReturnType<typeof prepareTpcb>> | undefined,
  ratios: Record<'P1' | 'P2' | 'P3', number[]>,
): Promise<string> {
  const orders = await measureOrders({ ...run, databaseUrl: await createDatabase(`orders_${pair}`, 'seeded') })
  const words = [
    `${Math.round(orders.perSecond)} orders/s (p50 ${orders.p50Ms.toFixed(1)} ms, p99 ${orders.p99Ms.toFixed(1)} ms)`,
  ]
  if (tpcb) {
    const tps: number[] = []
    for (const clients of clientCounts) tps.push(await tpcb.measure(clients, seconds))
    ratios.P1.push(orders.perSecond / Math.max(...tps))
    const rates = tps.map((each, index) => `${Math.round(each)}/s with ${clientCounts[index]} clients`)
    words.push(`TPC-B ${rates.join(', ')}`)
  }
  if (wanted.has('P2')) {
    const bare = await measureBareEndpoint(run)
    ratios.P2.push(orders.perSecond / bare.perSecond)
    words.push(`bare endpoint ${Math.round(bare.perSecond)}/s`)
  }
  if (wanted.has('P3')) {
    const single = await measureOrders({ ...run, databaseUrl: await createDatabase(`alone_${pair}`, 'seeded') }, true)
    ratios.P3.push(orders.perSecond / single.perSecond)
    words.push(`one transaction per order ${Math.round(single.perSecond)}/s`)
  }
  return words.join('; ')
}

async function settlementFigure(): Promise<Figure> {
  const ratios: number[] = []
  for (let pair = 1; pair <= pairs; pair++) {
    const { trades, settleMs, bareMs } = await measureSettlement(
      await createDatabase(`settle_${pair}`),
      Number(options.trades),
      Number(options.customers),
    )
    ratios.push(settleMs / bareMs)
    say(
      `pair ${pair}: settled ${trades} trades in ${Math.round(settleMs)} ms, ` +
        `wrote the same rows with bare SQL in ${Math.round(bareMs)} ms`,
    )
  }
  return {
    name: 'P7',
    words: `settling ${options.trades} trades due in one second / bare UPDATE + INSERT of the same rows`,
    target: 'at most 1.1',
    limit: 1.1,
    ratios,
    worst: 'most',
  }
}

function dashboardFigures(): Promise<Figure[]> {
  return measureDashboard({
    rounds: Number(options.rounds),
    orders: Number(options.orders),
    frameSeconds: Number(options['frame-seconds']),
    heapHours: Number(options['heap-hours']),
    say,
  })
}
