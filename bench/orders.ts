import pg from 'pg'
import { experts } from '../api/experts.ts'
import { runLoad, type LoadReport } from './load.ts'
import { startProcess, type ServerProcess } from './processes.ts'
import { benchEnvironment } from './world.ts'

const symbols = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'BTCUSD', 'ETHUSD', 'AAPL', 'MSFT', 'NVDA', 'QQQ']
const keyMark = 'bench-0000000000000000'

/** The duration of each trade in seconds, long enough that none expires during the measurement. */
const interval = 180

/**
 * Returns a function that creates requests from many customers, each with a unique key, like those that the pages send.
 */
export function orderRequests(secrets: readonly string[]): () => Buffer {
  const requests = secrets.map((secrete, index) => {
    const body = JSON.stringify({
      symbols: symbols[index % symbols.length],
      amount: '10.00',
      interval,
      TYPE: index % 2 === 0 ? 'BUY' : 'SELL',
    })
    const text = [
      'POST /api?r=trade HTTP/1.1',
      'host: 127.0.0.1',
      'content-type: application/json',
      `secrete: ${secrete}`,
      `idempotency-key: ${keyMark}`,
      `content-length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
    return { bytes: Buffer.from(text), keyAt: text.indexOf(keyMark) + 6 }
  })
  const run = process.hrtime.bigint().toString(36).slice(-8).padStart(8, '0')
  let sent = 0
  return () => {
    const { bytes, keyAt } = requests[sent % requests.length]!
    // The buffer can be reused: a request is sent before its customer's next turn.
    bytes.write(run + (sent++).toString(36).padStart(8, '0'), keyAt, 'latin1')
    return bytes
  }
}

export type OrderRun = {
  databaseUrl: string
  secrets: readonly string[]
  connections: number
  warmUpMs: number
  measureMs: number
}

/** Measures orders over HTTP against the app in a separate process. Throws if an order is refused. */
export async function measureOrders(run: OrderRun, unbatched = false): Promise<LoadReport> {
  const server = await startProcess('./order-server.ts', {
    ...benchEnvironment(run.databaseUrl),
    ...(unbatched && { UNBATCHED: '1' }),
  })
  const next = orderRequests(run.secrets)
  await pricesFlow(server, next)
  const report = await runLoad({ ...server, ...run, next })
  await server.stop()
  if (report.ok !== report.answered) throw new Error(`orders were refused: ${JSON.stringify(report.statuses)}`)
  return report
}

/**
 * Lets the product finish its one-time work on a new database before orders are measured: the experts' practice uses a
 * fifth of both cores for the first half minute.
 */
export async function startOnce(databaseUrl: string): Promise<void> {
  const server = await startProcess('./order-server.ts', benchEnvironment(databaseUrl))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (let practised = false; !practised; await pause(250)) {
    const { rows } = await client.query<{ practised: boolean }>(
      'SELECT count(*) >= $1 AND count(practised_through_ms) = 0 AS practised FROM copying.experts',
      [experts.length],
    )
    practised = rows[0]!.practised
  }
  await client.end()
  await server.stop()
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Measures the same requests against a minimal Node server. */
export async function measureBareEndpoint(run: Omit<OrderRun, 'databaseUrl'>): Promise<LoadReport> {
  const server = await startProcess('./bare-endpoint.ts')
  const report = await runLoad({ ...server, ...run, next: orderRequests(run.secrets) })
  await server.stop()
  return report
}

/** Waits until every symbol has a price. */
async function pricesFlow({ host, port }: ServerProcess, next: () => Buffer): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    const { ok, answered } = await runLoad({
      host,
      port,
      connections: symbols.length,
      warmUpMs: 0,
      measureMs: 100,
      next,
    })
    if (answered > 0 && ok === answered) return
  }
  throw new Error('the product accepted no orders within 10 seconds')
}
