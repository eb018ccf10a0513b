import pg from 'pg'
import { createLedger } from '../server/ledger/public.ts'
import { createMarkets, scriptedSource } from '../server/markets/public.ts'
import { createStillClock } from '../server/platform/time/clock.ts'
import { shardOf, uuidv7 } from '../server/platform/random.ts'
import { createTrading } from '../server/trading/public.ts'
import { benchLimits, openBenchPlatform } from './world.ts'

const startMs = Date.UTC(2026, 0, 5, 12)
const symbols = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'BTCUSD', 'ETHUSD', 'AAPL', 'MSFT', 'NVDA', 'QQQ']

/** Milliseconds to settle trades that expire in the same second, and to write the same rows with bare SQL. */
export type SettlementTimes = { trades: number; settleMs: number; bareMs: number }

/**
 * Opens `trades` trades for `customers` customers in an empty database and settles them, then writes the resulting rows
 * again with bare SQL.
 */
export async function measureSettlement(
  databaseUrl: string,
  trades: number,
  customers: number,
): Promise<SettlementTimes> {
  const clock = createStillClock(startMs)
  const platform = await openBenchPlatform(databaseUrl, clock)
  const ledger = createLedger(platform)
  const source = scriptedSource(symbols)
  const markets = createMarkets(platform, { source })
  const trading = createTrading(
    platform,
    { ledger, markets, customer: () => ({ currency: 'USD' }) },
    { limits: benchLimits },
  )
  await markets.start()
  const at = (afterMs: number, move: number) => {
    for (const symbol of symbols)
      source.push({
        symbol,
        atMs: startMs + afterMs,
        bid: 1_000_000 + move - 10,
        ask: 1_000_000 + move + 10,
        price: 1_000_000 + move,
      })
    source.through(startMs + afterMs, symbols)
  }
  at(0, 0)
  await markets.flush()
  const ids = Array.from({ length: customers }, () => uuidv7(startMs, platform.random))
  await ledger.post(
    ids.map((owner) => ({
      debit: { house: 'practice_grants' },
      credit: { owner, code: 'trading' },
      asset: 'USD',
      amountMinor: 10n ** 9n,
      kind: 'practice_grant',
    })),
  )
  await openMany(trading, ids, trades)
  // One price per second, up and down, so every kind of result occurs.
  for (let second = 1; second <= 6; second++) at(second * 1000 - 500, [0, 10, 20, 10, -10, 0][second - 1]!)
  await markets.flush()
  await keepOpenRows(databaseUrl)
  clock.nowMs = () => startMs + 6_000
  const from = performance.now()
  const settled = await trading.settle()
  const settleMs = performance.now() - from
  if (settled !== trades) throw new Error(`${settled} of ${trades} trades were settled`)
  const { ok, breaks } = await ledger.reconcile()
  if (!ok) throw new Error(`the books do not balance: ${JSON.stringify(breaks.slice(0, 3))}`)
  await trading.stop()
  await markets.stop()
  await platform.close()
  return { trades, settleMs, bareMs: await writeBare(databaseUrl) }
}

async function openMany(trading: ReturnType<typeof createTrading>, ids: string[], trades: number): Promise<void> {
  const atOnce = 2_000
  for (let from = 0; from < trades; from += atOnce) {
    await Promise.all(
      Array.from({ length: Math.min(atOnce, trades - from) }, (_, index) => {
        const customerId = ids[(from + index) % ids.length]!
        const input = {
          symbols: symbols[(from + index) % symbols.length]!,
          amount: '10.00',
          interval: 5,
          TYPE: index % 2 === 0 ? 'BUY' : 'SELL',
        }
        return trading.calls.trade(input, {
          session: { sessionId: '', customerId, shard: shardOf(customerId) },
          headers: {},
          ip: '',
          userAgent: '',
          idempotencyKey: undefined,
          files: {},
        })
      }),
    )
  }
}

/** Copies the tables, with their indexes and constraints, as they are before settlement. */
async function keepOpenRows(databaseUrl: string): Promise<void> {
  await script(
    databaseUrl,
    `
    CREATE SCHEMA bare;
    CREATE TABLE bare.trades (LIKE trading.trades INCLUDING ALL);
    CREATE TABLE bare.transfers (LIKE ledger.transfers INCLUDING ALL);
    CREATE TABLE bare.accounts (LIKE ledger.accounts INCLUDING ALL);
    CREATE TABLE bare.customers (LIKE trading.customers INCLUDING ALL);
    INSERT INTO bare.trades SELECT * FROM trading.trades;
    INSERT INTO bare.transfers SELECT * FROM ledger.transfers;
    INSERT INTO bare.accounts SELECT * FROM ledger.accounts;
    INSERT INTO bare.customers SELECT * FROM trading.customers;
    VACUUM ANALYZE; CHECKPOINT`,
  )
}

/** Writes prepared rows in one transaction, with one statement per table. Returns the milliseconds it took. */
async function writeBare(databaseUrl: string): Promise<number> {
  await script(
    databaseUrl,
    `
    CREATE TABLE bare.new_transfers AS SELECT t.* FROM ledger.transfers t
      WHERE NOT EXISTS (SELECT FROM bare.transfers b WHERE b.shard = t.shard AND b.id = t.id) ORDER BY t.shard, t.id;
    CREATE TABLE bare.new_trades AS SELECT shard, customer_id, id, state, void_code, strike_seq, strike, exit_seq, exit,
      returned_minor, settled_at_ms FROM trading.trades;
    ANALYZE bare.new_transfers; ANALYZE bare.new_trades; CHECKPOINT`,
  )
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const from = performance.now()
  await client.query('BEGIN')
  await client.query(
    `UPDATE bare.trades t SET state = n.state, void_code = n.void_code, strike_seq = n.strike_seq, strike = n.strike,
       exit_seq = n.exit_seq, exit = n.exit, returned_minor = n.returned_minor, settled_at_ms = n.settled_at_ms
     FROM bare.new_trades n WHERE t.shard = n.shard AND t.customer_id = n.customer_id AND t.id = n.id`,
  )
  await client.query('INSERT INTO bare.transfers SELECT * FROM bare.new_transfers')
  await client.query(
    `UPDATE bare.accounts a SET balance_minor = n.balance_minor FROM ledger.accounts n
     WHERE a.shard = n.shard AND a.owner = n.owner AND a.code = n.code AND a.asset = n.asset`,
  )
  await client.query(
    `UPDATE bare.customers c SET open_trades = n.open_trades, open_stake_minor = n.open_stake_minor
     FROM trading.customers n WHERE c.shard = n.shard AND c.customer_id = n.customer_id`,
  )
  await client.query('COMMIT')
  const bareMs = performance.now() - from
  await client.end()
  return bareMs
}

async function script(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  for (const statement of text.split(';').filter((part) => part.trim())) await client.query(statement)
  await client.end()
}
