import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { experts } from '../../api/experts.ts'
import { freePort } from '../../server/platform/database/postgres.ts'
import { enrolFirstOperator, startProduct, type Product } from '../product.ts'
import { connectTo, readBooks } from './books.ts'
import { addManyCustomers, bornMs } from './many-customers.ts'

/**
 * Kills the product with kill -9 while it copies an expert's order for thousands of customers, which takes several
 * commits. Afterwards, each copy must be placed once or refused with a reason, the gap ledger must add up, and the
 * books must balance.
 */
const copiers = 7_600
const expert = 'pendulum'

let product: Product
let secrete: string
/** Connections that read the database and hold locks in it. */
let client: pg.Client
let holder: pg.Client
const numberOf = async (text: string, values: unknown[] = []) =>
  Number((await client.query<{ n: string }>(text, values)).rows[0]!.n)

beforeAll(async () => {
  product = await startProduct({ PORT: String(await freePort()), CHAINS: '0' })
  secrete = await enrolFirstOperator(product)
  client = await connectTo(product)
  holder = await connectTo(product)
  await addCopiers()
}, 120_000)
afterAll(async () => {
  await client?.end()
  await holder?.end()
  await product?.stop()
}, 60_000)

/** Adds followers of the expert with 1,000.00 each, except one in fifty, who has less than a stake. */
async function addCopiers(): Promise<void> {
  const { shards, ids } = await addManyCustomers(client, copiers, {
    code: 'trading',
    asset: 'USD',
    amountOf: (place) => (place % 50 === 0 ? 500 : 100_000),
  })
  await client.query(
    `INSERT INTO copying.relations
       (shard, customer_id, id, expert_id, asset, mode, amount_minor, started_at_ms, shared_week)
     SELECT s, i, i, $3, 'USD', 'fixed', 1000, $4, 1000000 FROM unnest($1::smallint[], $2::uuid[]) AS u(s, i)`,
    [shards, ids, expert, bornMs],
  )
}

/**
 * Stops experts from trading by their rules, as if they had already decided on every future candle. Such an order would
 * wait for the locks meant for the scheduled one, and block the turn that should start it.
 */
async function silenceRules(): Promise<void> {
  const decided = Object.fromEntries(
    experts.flatMap(({ symbols }) => symbols).map((symbol) => [symbol, Number.MAX_SAFE_INTEGER]),
  )
  await client.query('UPDATE copying.experts SET decided = $1', [decided])
  // Lets a turn that has already read the old state finish.
  await product.advance(1)
}

/** Schedules an order for now. Resolves with its id when the expert has begun it. */
async function beginOrder(): Promise<string> {
  const before = await client.query<{ id: string }>('SELECT id FROM copying.orders WHERE expert_id = $1', [expert])
  const known = new Set(before.rows.map(({ id }) => id))
  const scheduled = await product.call(
    'experts.schedule',
    { tid: expert, symbol: 'BTCUSD', TYPE: 'BUY', interval: 5, inSeconds: 0, reason: 'To be interrupted halfway.' },
    { secrete },
  )
  expect(scheduled.status).toBe(200)
  for (;;) {
    const { rows } = await client.query<{ id: string; key: string }>(
      `SELECT id, key FROM copying.orders WHERE expert_id = $1 AND key LIKE 'operator %'`,
      [expert],
    )
    const found = rows.find(({ id }) => !known.has(id))
    if (found) return found.id
  }
}

/**
 * Restarts the product and reconnects: if nobody uses the database for a while after the kill, it stops, and the
 * product starts it again.
 */
async function restart(): Promise<void> {
  await product.restart()
  await Promise.all([client.end(), holder.end()])
  client = await connectTo(product)
  holder = await connectTo(product)
}

const placed = (order: string) => numberOf('SELECT count(*) AS n FROM trading.trades WHERE key = $1', [`copy ${order}`])

async function placedAtLeast(order: string, count: number): Promise<void> {
  while ((await placed(order)) < count)
    if ((await stateOf(order)) !== 'placing') throw new Error('the order was complete before the kill')
}

const stateOf = async (order: string) =>
  (await client.query<{ state: string }>('SELECT state FROM copying.orders WHERE id = $1', [order])).rows[0]!.state

const paid = copiers - copiers / 50
/** The product skips copies whose account is locked. It waits for this table lock before it records the copies. */
const beforeWriteDown = 'LOCK TABLE copying.copies IN SHARE MODE'
/**
 * Batches hold 2,500 orders sorted by shard and id. These accounts are in the second and later batches, so only the
 * first batch is complete.
 */
const fromSecondBatch = `${beforeWriteDown};
  SELECT FROM ledger.accounts WHERE (shard, owner) IN (
    SELECT shard, customer_id FROM copying.relations WHERE expert_id = '${expert}'
    ORDER BY shard, customer_id OFFSET 3000
  ) FOR UPDATE`
/** The locks ensure that the kill interrupts the order at this point. */
const moments = [
  { name: 'before the first copy', locked: 'SELECT', count: 0, least: 0, most: paid - 1 },
  { name: 'between two batches', locked: fromSecondBatch, count: 1, least: 2_400, most: 5_000 },
  {
    name: 'after the last batch, before the copies are recorded',
    locked: beforeWriteDown,
    count: paid,
    least: paid,
    most: paid,
  },
]

describe.each(moments)('an order stopped by kill -9 $name', { timeout: 60_000 }, ({ locked, count, least, most }) => {
  it('places each copy once or records a reason', async () => {
    await product.advance(60)
    await silenceRules()
    await holder.query('BEGIN')
    await holder.query(locked)
    const order = await beginOrder()
    await placedAtLeast(order, count)
    await product.kill('SIGKILL')
    expect(await stateOf(order)).toBe('placing')
    await holder.query('COMMIT')
    await restart()
    await vi.waitFor(
      async () => {
        await product.advance(60)
        expect(['done', 'refused']).toContain(await stateOf(order))
      },
      { timeout: 30_000, interval: 250 },
    )

    const trades = await placed(order)
    process.stdout.write(`${trades} of ${copiers} copies were placed; the order is ${await stateOf(order)}\n`)
    expect(trades).toBeGreaterThanOrEqual(least)
    expect(trades).toBeLessThanOrEqual(most)
    if ((await stateOf(order)) === 'refused') expect(trades).toBe(0)
    else await expectWrittenDown(order, trades)
    const { breaks, escrowGapMinor } = await readBooks(product)
    expect({ breaks, escrowGapMinor }).toEqual({ breaks: [], escrowGapMinor: 0n })
  })
})

/** Expects one copy per follower: with its own settled trade, or with the reason why there is none. */
async function expectWrittenDown(order: string, trades: number): Promise<void> {
  const { rows } = await client.query<Record<string, string>>(
    `SELECT count(*) AS lines, count(DISTINCT c.customer_id) AS customers, count(t.id) AS placed,
       count(DISTINCT t.id) AS trades,
       count(*) FILTER (WHERE c.trade_id IS NULL AND c.code IN ('interrupted', 'insufficient_balance')) AS explained,
       count(*) FILTER (WHERE NOT c.is_done OR t.state = 'OPEN') AS open,
       count(*) FILTER (WHERE c.mine_minor <> coalesce(t.returned_minor - t.stake_minor, 0)
         OR c.mine_minor
           <> c.expert_minor + c.skip_minor + c.delay_minor + c.price_minor + c.rounding_minor) AS wrong
     FROM copying.copies c LEFT JOIN trading.trades t
       ON t.shard = c.shard AND t.customer_id = c.customer_id AND t.id = c.trade_id AND t.key = $2
     WHERE c.order_id = $1`,
    [order, `copy ${order}`],
  )
  const numbers = Object.fromEntries(Object.entries(rows[0]!).map(([name, value]) => [name, Number(value)]))
  expect(numbers).toEqual({
    lines: copiers,
    customers: copiers,
    placed: trades,
    trades,
    explained: copiers - trades,
    open: 0,
    wrong: 0,
  })
  expect(
    await numberOf(
      `SELECT count(*) AS n FROM copying.relations r WHERE r.expert_id = $1 AND r.result_minor <> (
         SELECT coalesce(sum(c.mine_minor), 0) FROM copying.copies c
         WHERE c.shard = r.shard AND c.customer_id = r.customer_id AND c.relation_id = r.id)`,
      [expert],
    ),
  ).toBe(0)
}
