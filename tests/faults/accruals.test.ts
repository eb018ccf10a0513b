import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dayMs } from '../../api/mining-coins.ts'
import { liquidationPrice } from '../../server/farming/position.ts'
import { freePort } from '../../server/platform/database/postgres.ts'
import { startProduct, type Product } from '../product.ts'
import { connectTo, readBooks } from './books.ts'
import { addManyCustomers, type ManyCustomers } from './many-customers.ts'

/**
 * Kills the product with kill -9 while it pays mining outputs, and while it pays interest on yield contracts and
 * releases them. Both run in batches of a hundred contracts, one transaction each. Afterwards, every period must be
 * paid exactly once, and the books must balance.
 */
const batch = 100

let product: Product
/** Connections that read the database and hold locks in it. */
let client: pg.Client
let holder: pg.Client
/** Returns one row of integers. */
async function numbers(text: string, values: unknown[] = []): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, string>>(text, values)
  return Object.fromEntries(Object.entries(rows[0]!).map(([name, value]) => [name, Number(value)]))
}

beforeAll(async () => {
  product = await startProduct({ PORT: String(await freePort()), CHAINS: '0' })
}, 60_000)
afterAll(() => product?.stop(), 60_000)

beforeEach(async () => {
  client = await connectTo(product)
  holder = await connectTo(product)
})
// Locks of a failed test would block the next one.
afterEach(async () => {
  await client.end()
  await holder.end()
})

/** Two batches of customers, in the order in which their contracts fall due. A contract has its customer's id. */
type Cohort = ManyCustomers & { nowMs: number }

/** Adds customers with a balance in the account that their contracts pay into or lock. */
async function addCohort({
  code,
  asset,
  amountMinor,
}: {
  code: string
  asset: string
  amountMinor: number
}): Promise<Cohort> {
  const customers = await addManyCustomers(client, 2 * batch, { code, asset, amountOf: () => amountMinor })
  return { ...customers, nowMs: await product.advance(0.001) }
}

type Kind = {
  contracts: string
  periods: string
  periodsEach: number
  /** The account that every contract touches. */
  account: { code: string; asset: string; amountMinor: number }
  /** Adds contracts with periods that are due. */
  begin(cohort: Cohort): Promise<void>
  expectPaidOnce(cohort: Cohort): Promise<void>
}

const mining: Kind = {
  contracts: 'mining.contracts',
  periods: 'mining.days',
  periodsEach: 5,
  account: { code: 'mining:BTC', asset: 'BTC', amountMinor: 1 },
  async begin({ shards, ids, nowMs }) {
    await client.query(
      `INSERT INTO mining.contracts
         (shard, customer_id, id, coin, mined_coin, plan, plan_id, asset, price_minor, hashes_per_s, datacenter,
          fee_bps, rejected_bps, started_at_ms, ends_at_ms, next_ms)
       SELECT s, i, i, 'BTC', 'BTC', 'Basic', 'btc-basic', 'USD', 30000, 15000000000000, 'iceland', 200, 45,
         $3::bigint + n, $3::bigint + n + 365 * $4::bigint, $3::bigint + n + 2 * $4::bigint
       FROM unnest($1::smallint[], $2::uuid[]) WITH ORDINALITY AS u(s, i, n)`,
      [shards, ids, nowMs - 5 * dayMs - 1_000, dayMs],
    )
  },
  async expectPaidOnce({ ids }) {
    const found = await numbers(
      `SELECT
         count(*) FILTER (WHERE c.days_paid = 5 AND d.days = 5 AND d.paid > 0 AND c.earned_minor = d.paid) AS contracts,
         count(*) FILTER (WHERE t.transfers = 5 AND t.keys = 5 AND t.amount = d.paid) AS posted,
         count(*) FILTER (WHERE a.balance_minor = 1 + d.paid) AS balances
       FROM mining.contracts c
       CROSS JOIN LATERAL (
         SELECT count(*) AS days, sum(paid_minor) AS paid FROM mining.days
         WHERE shard = c.shard AND customer_id = c.customer_id AND contract_id = c.id
       ) d
       CROSS JOIN LATERAL (
         SELECT count(*) AS transfers, count(DISTINCT key) AS keys, sum(amount_minor) AS amount FROM ledger.transfers
         WHERE shard = c.shard AND reference = c.id AND kind = 'mining_output'
       ) t
       JOIN ledger.accounts a ON a.shard = c.shard AND a.owner = c.customer_id AND a.code = 'mining:BTC'
       WHERE c.id = ANY ($1)`,
      [ids],
    )
    expect(found).toEqual({ contracts: 2 * batch, posted: 2 * batch, balances: 2 * batch })
  },
}

/**
 * Two weeks at leverage 2 on 1,000.00: (2 x 0.09% - 0.07%) per week. At the end, the coin is worth a ninth more than
 * at the start.
 */
const interestMinor = 2 * 110
const yields: Kind = {
  contracts: 'farming.contracts',
  periods: 'farming.weeks',
  periodsEach: 2,
  account: { code: 'farming', asset: 'USD', amountMinor: 1_000_00 },
  async begin({ shards, ids }) {
    // They end at a recorded price; no earlier price can still arrive.
    const tick = await numbers(
      `SELECT seq, at_ms, price FROM markets.ticks
       WHERE symbol = 'BTCUSD' AND at_ms <= (SELECT max(at_ms) - 5000 FROM markets.ticks WHERE symbol = 'BTCUSD')
       ORDER BY at_ms DESC, seq DESC LIMIT 1`,
    )
    const entryPrice = BigInt(Math.round(tick['price']! * 0.9))
    await client.query(
      `INSERT INTO farming.contracts
         (shard, customer_id, id, plan_id, plan, coin, asset, principal_minor, leverage_halves, minimum_ppm, borrow_ppm,
          margin_bps, early_fee_bps, entry_seq, entry_at_ms, entry_price, liquidation_price, started_at_ms, ends_at_ms,
          next_ms)
       SELECT s, i, i, 'btc-steady', 'Bitcoin Steady', 'BTC', 'USD', 100000, 4, 500, 700, 1000, 50, 0,
         $3::bigint - 14 * $6::bigint, $4, $5, $3::bigint - 2 * $7::int + n - 14 * $6::bigint,
         $3::bigint - 2 * $7::int + n, $3::bigint - 2 * $7::int + n - 7 * $6::bigint
       FROM unnest($1::smallint[], $2::uuid[]) WITH ORDINALITY AS u(s, i, n)`,
      [
        shards,
        ids,
        tick['at_ms'],
        entryPrice,
        liquidationPrice({ leverageHalves: 4, marginBps: 1000, entryPrice }),
        dayMs,
        batch,
      ],
    )
  },
  async expectPaidOnce({ ids }) {
    const found = await numbers(
      `SELECT
         count(*) FILTER (WHERE c.state = 'released' AND c.weeks_paid = 2 AND w.weeks = 2 AND c.earned_minor = $2
           AND w.paid = $2) AS contracts,
         count(*) FILTER (WHERE t.interest = 2 AND t.interest_keys = 2 AND t.interest_minor = $2
           AND t.gain_minor = c.returned_minor - 100000 AND t.backs = 1) AS posted,
         count(*) FILTER (WHERE t.own_locked = 0 AND t.own_trading = c.returned_minor + $2
           AND c.returned_minor > 100000) AS balances
       FROM farming.contracts c
       CROSS JOIN LATERAL (
         SELECT count(*) AS weeks, sum(paid_minor) AS paid FROM farming.weeks
         WHERE shard = c.shard AND customer_id = c.customer_id AND contract_id = c.id
       ) w
       CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE kind = 'farming_interest') AS interest,
           count(DISTINCT key) FILTER (WHERE kind = 'farming_interest') AS interest_keys,
           coalesce(sum(amount_minor) FILTER (WHERE kind = 'farming_interest'), 0) AS interest_minor,
           coalesce(sum(amount_minor) FILTER (WHERE key LIKE '%:gain'), 0) AS gain_minor,
           count(*) FILTER (WHERE kind = 'farming_return' AND debit_owner IS NOT NULL) AS backs,
           (SELECT sum(balance_minor) FROM ledger.accounts a
             WHERE a.shard = c.shard AND a.owner = c.customer_id AND a.code = 'farming') AS own_locked,
           (SELECT sum(balance_minor) FROM ledger.accounts a
             WHERE a.shard = c.shard AND a.owner = c.customer_id AND a.code = 'trading') AS own_trading
         FROM ledger.transfers WHERE shard = c.shard AND reference = c.id
       ) t
       WHERE c.id = ANY ($1)`,
      [ids, interestMinor],
    )
    expect(found).toEqual({ contracts: 2 * batch, posted: 2 * batch, balances: 2 * batch })
  },
}

/**
 * The run waits for the account of this contract's customer, which nothing else locks. So the kill always interrupts it
 * there, after it wrote the contracts and periods of a batch and started the transfers. `paid` contracts are committed
 * by then.
 */
const moments = [
  { name: 'in the first batch', contract: batch - 1, paid: 0 },
  { name: 'in the second batch', contract: batch, paid: batch },
]
const runs = moments.flatMap((moment) => [
  { ...moment, of: 'mining outputs', kind: mining },
  { ...moment, of: 'yield contracts', kind: yields },
])

const ofCohort = 'contract_id = ANY ($1)'
const periodsOf = async ({ periods }: Kind, { ids }: Cohort) =>
  (await numbers(`SELECT count(*) AS n FROM ${periods} WHERE ${ofCohort}`, [ids]))['n']!

/** Returns whether the run has written a batch of contracts and waits for a lock. */
const isHeld = async ({ contracts }: Kind) =>
  (
    await numbers(
      `SELECT count(*) AS n FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE l.relation = '${contracts}'::regclass AND l.mode = 'RowExclusiveLock' AND l.granted
         AND a.wait_event_type = 'Lock'`,
    )
  )['n']! > 0

describe.each(runs)('$of interrupted by kill -9 $name', { timeout: 120_000 }, ({ kind, contract, paid }) => {
  it('are paid once each', async () => {
    const cohort = await addCohort(kind.account)
    await holder.query('BEGIN')
    await holder.query('SELECT FROM ledger.accounts WHERE owner = $1 AND code = $2 FOR UPDATE', [
      cohort.ids[contract],
      kind.account.code,
    ])
    await kind.begin(cohort)
    // Runs everything that is due. The kill interrupts it, so the request fails.
    const cutOff = expect(product.advance(0.001)).rejects.toThrow()
    const isThere = async () =>
      expect([await periodsOf(kind, cohort), await isHeld(kind)]).toEqual([paid * kind.periodsEach, true])
    await vi.waitFor(isThere, { timeout: 40_000, interval: 20 })
    await product.kill('SIGKILL')
    await cutOff
    expect(await periodsOf(kind, cohort)).toBe(paid * kind.periodsEach)
    await holder.query('COMMIT')
    await product.restart()
    // On a busy machine, the database may have stopped before the product restarted.
    await client.end()
    client = await connectTo(product)
    await vi.waitFor(
      async () => {
        await product.advance(1)
        expect(await periodsOf(kind, cohort)).toBe(2 * batch * kind.periodsEach)
      },
      { timeout: 60_000, interval: 100 },
    )
    await product.advance(1)

    await kind.expectPaidOnce(cohort)
    const { breaks, escrowGapMinor } = await readBooks(product)
    expect({ breaks, escrowGapMinor }).toEqual({ breaks: [], escrowGapMinor: 0n })
  })
})
