import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockAwaited } from '../../../tests/held-lock.ts'
import { createSettleTrades } from './settle-trades.ts'
import { defaultLimits } from '../orders/limits.ts'
import { createScriptedWorld, startMs, type ScriptedWorld } from '../test-world.ts'

let world: ScriptedWorld
beforeEach(async () => {
  world = await createScriptedWorld(['EURUSD', 'BTCUSD'])
  await world.publish('EURUSD', [0, 1_000])
  await world.publish('BTCUSD', [0, 60_000_000])
})
afterEach(() => world.stop())

const price = 1_000
const place = async (secrete: string, input: Record<string, unknown> = {}) => {
  const answer = await world.api.call(
    'trade',
    { symbols: 'EURUSD', amount: '10.00', interval: 5, TYPE: 'BUY', ...input },
    { secrete },
  )
  expect(answer.status).toBe(200)
  return answer.body.id as string
}
const tradesOf = async (secrete: string) =>
  (await world.api.call('trades', {}, { secrete })).body as Record<string, unknown>[]
/** Publishes a strike and the given exit for a five-second trade that was accepted at the start. */
const publishMove = (exit: number) => world.publish('EURUSD', [1_000, price], [4_000, exit], [5_500, price])

describe('settlement', () => {
  const table = [
    ['WON', 'BUY', price + 1, 10_009_00n],
    ['LOST', 'BUY', price - 1, 9_990_00n],
    ['TIE', 'BUY', price, 10_000_00n],
    ['WON', 'SELL', price - 1, 10_009_00n],
    ['LOST', 'SELL', price + 1, 9_990_00n],
    ['TIE', 'SELL', price, 10_000_00n],
  ] as const
  it.each(table)('decides %s for %s with exit %i, leaving a balance of %i', async (status, TYPE, exit, balance) => {
    const { secrete, id } = await world.addCustomer()
    await place(secrete, { TYPE })
    await publishMove(exit)
    await world.platform.clock.advance(6_000)
    const [trade] = await tradesOf(secrete)
    const returned = { WON: '19.00', LOST: '0.00', TIE: '10.00' }[status]
    expect(trade).toMatchObject({
      status,
      strike: '0.001000',
      exit: (exit / 1e6).toFixed(6),
      result: status === 'WON' ? 'true' : 'false',
      returned,
      settledAt: startMs + 6_000,
    })
    expect(await world.balance(id)).toBe(balance)
  })

  it('waits for the price record to reach the expiry', async () => {
    const { secrete } = await world.addCustomer()
    await place(secrete)
    await world.publish('EURUSD', [1_000, price], [4_900, price + 1])
    await world.platform.clock.advance(8_000)
    expect(await tradesOf(secrete)).toMatchObject([{ status: 'OPEN', strike: '0.001000' }])
    await world.publish('EURUSD', [5_000, price - 1], [5_001, price])
    await world.trading.settle()
    expect(await tradesOf(secrete)).toMatchObject([{ status: 'LOST' }])
  })

  it('voids a trade whose symbol had no price, and states why', async () => {
    const { secrete, id } = await world.addCustomer()
    await place(secrete)
    await world.publish('EURUSD', [5_500, price])
    await world.platform.clock.advance(6_000)
    expect(await tradesOf(secrete)).toMatchObject([
      {
        status: 'VOID',
        returned: '10.00',
        reason: 'No price arrived between the order and its expiry, so the stake was returned.',
      },
    ])
    expect(await world.balance(id)).toBe(10_000_00n)
  })

  it('voids a trade whose last price was stale at the expiry', async () => {
    const { secrete, id } = await world.addCustomer()
    await place(secrete, { interval: 180 })
    await world.publish('EURUSD', [1_000, price], [149_000, price + 1], [181_000, price])
    await world.platform.clock.advance(182_000)
    expect(await tradesOf(secrete)).toMatchObject([
      {
        status: 'VOID',
        reason: 'The last price before the expiry was older than 30 seconds, so the stake was returned.',
      },
    ])
    expect(await world.balance(id)).toBe(10_000_00n)
  })

  it('closes the record of a stopped feed after the tolerance and the grace period', async () => {
    const { secrete, id } = await world.addCustomer()
    await world.platform.clock.advance(9_000)
    await place(secrete, { symbols: 'BTCUSD' })
    await world.platform.clock.advance(5_000 + 10_000 + 60_000 - 1)
    expect(await tradesOf(secrete)).toMatchObject([{ status: 'OPEN' }])
    // The wait starts over when the process restarts. BTCUSD has a tolerance of 10 s; the longest tolerance is 120 s.
    await world.platform.clock.advance(120_000)
    expect(await tradesOf(secrete)).toMatchObject([
      { status: 'VOID', reason: 'No price arrived between the order and its expiry, so the stake was returned.' },
    ])
    expect(await world.balance(id)).toBe(10_000_00n)
  })

  it('stops counting settled trades and stakes towards the limits, and deletes past exposure', async () => {
    const { secrete, id } = await world.addCustomer()
    await Promise.all([place(secrete), place(secrete, { TYPE: 'SELL' }), place(secrete, { interval: 180 })])
    await publishMove(price + 1)
    await world.platform.clock.advance(120_000)
    const { rows } = await world.platform.pool.query(
      'SELECT open_trades, open_stake_minor FROM trading.customers WHERE customer_id = $1',
      [id],
    )
    expect(rows).toEqual([{ open_trades: 1, open_stake_minor: 10_00n }])
    const exposure = await world.platform.pool.query('SELECT expires_at_s::int FROM trading.exposure')
    expect(exposure.rows).toEqual([{ expires_at_s: startMs / 1000 + 180 }])
  })

  it('publishes the result to the customer', async () => {
    const published: unknown[] = []
    world.platform.bus.subscribe('trade.settled', (message) => void published.push(message))
    const { secrete, id } = await world.addCustomer()
    const trade = await place(secrete)
    await publishMove(price + 1)
    await world.platform.clock.advance(6_000)
    expect(published).toEqual([
      {
        customerId: id,
        id: trade,
        result: 'WON',
        settled: {
          strike: expect.any(String),
          exit: expect.any(String),
          returned: '19.00',
          settledAt: startMs + 6_000,
          balance: '10009.00',
        },
        msg: 'Your BUY on EURUSD won $9.00.',
        msgPhrase: {
          phrase: 'report_won',
          values: { type: 'BUY', symbol: 'EURUSD', amount: { amount: '9.00', asset: 'USD' } },
        },
      },
    ])
  })

  it('settles each trade once with two concurrent settlers', async () => {
    const customers = await Promise.all(Array.from({ length: 20 }, () => world.addCustomer()))
    await Promise.all(customers.flatMap(({ secrete }) => [place(secrete), place(secrete, { TYPE: 'SELL' })]))
    await publishMove(price + 1)
    const other = createSettleTrades(contextOf(world), startMs)
    const counts = await movePast(() => Promise.all([world.trading.settle(), other(), world.trading.settle(), other()]))
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(40)
    for (const { secrete, id } of customers) {
      expect((await tradesOf(secrete)).map(({ status }) => status).sort()).toEqual(['LOST', 'WON'])
      expect(await world.balance(id)).toBe(9_999_00n)
    }
  })

  it('settles all shards even if a chunk ends in the middle of a shard', async () => {
    const customers = await Promise.all(Array.from({ length: 20 }, () => world.addCustomer()))
    await Promise.all(
      customers.flatMap(({ secrete }) => [place(secrete), place(secrete), place(secrete, { TYPE: 'SELL' })]),
    )
    await publishMove(price + 1)
    const inChunks = createSettleTrades(contextOf(world), startMs, 7)
    expect(await movePast(inChunks)).toBe(60)
    for (const { id } of customers) expect(await world.balance(id)).toBe(10_008_00n)
  })

  it('settles trades after another settler was interrupted', async () => {
    const { secrete, id } = await world.addCustomer()
    const trade = await place(secrete)
    await publishMove(price + 1)
    const client = await world.platform.pool.connect()
    await client.query('BEGIN')
    await client.query(
      `SELECT * FROM trading.settle_due(ARRAY(SELECT s::smallint FROM generate_series(0, 31) s), $1,
         ARRAY['EURUSD'], ARRAY[$1::bigint], 100, '{}', NULL, 500)`,
      [startMs + 6_000],
    )
    // While the connection has the trade locked, another settler skips it without waiting.
    expect(await movePast(() => world.trading.settle())).toBe(0)
    const cut = new Promise((resolve) => client.on('error', resolve))
    await world.platform.pool.query('SELECT pg_terminate_backend($1, 5000)', [
      (client as unknown as { processID: number }).processID,
    ])
    await cut
    client.release(true)
    expect(await movePast(() => world.trading.settle())).toBe(1)
    expect(await movePast(() => world.trading.settle())).toBe(0)
    expect(await world.balance(id)).toBe(10_009_00n)
    expect(
      (await world.ledger.transfersOf(trade, id, { fromMs: startMs, toMs: startMs + 60_000 }))
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['profit', 'stake', 'stake_return'])
  })

  it('continues after the database rolled back a chunk to break a deadlock', async () => {
    const { secrete, id } = await world.addCustomer()
    const trade = await place(secrete)
    await publishMove(price + 1)
    // Simulates a repeated order: locks the customer, then waits for the trade that has its key.
    const order = await world.platform.owner.connect()
    await order.query("BEGIN; SET LOCAL deadlock_timeout = '60s'")
    await order.query('SELECT FROM trading.customers WHERE customer_id = $1 FOR UPDATE', [id])
    const settled = movePast(() => world.trading.settle())
    await lockAwaited(world.platform.pool)
    await order.query('SELECT FROM trading.trades WHERE id = $1 FOR UPDATE', [trade])
    await order.query('COMMIT')
    order.release()
    // The retried chunk skips the trade if the order still holds it.
    const first = await settled
    expect(first + (await movePast(() => world.trading.settle()))).toBe(1)
    expect(await world.balance(id)).toBe(10_009_00n)
  })

  afterEach(async () => {
    expect((await world.ledger.reconcile()).breaks).toEqual([])
    const { rows } = await world.platform.pool.query<{ open: bigint }>(
      "SELECT coalesce(sum(stake_minor), 0)::bigint AS open FROM trading.trades WHERE state = 'OPEN'",
    )
    expect(await world.ledger.houseBalance({ house: 'stakes', asset: 'USD' })).toBe(rows[0]!.open)
  })
})

const contextOf = ({ platform, ledger, markets }: ScriptedWorld) => ({
  ...platform,
  ledger,
  markets,
  customer: () => ({ currency: 'USD' as const }),
  limits: defaultLimits,
})

/** Runs a function with the clock past the expiry, without the settlement that `advance` triggers. */
async function movePast<T>(run: () => Promise<T>): Promise<T> {
  const { nowMs } = world.platform.clock
  world.platform.clock.nowMs = () => nowMs() + 6_000
  return run().finally(() => {
    world.platform.clock.nowMs = nowMs
  })
}
