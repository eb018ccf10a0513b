import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { breaksOf, rulesBrokenBy } from '../../tests/tampering.ts'
import type { BookCheck } from '../ledger/public.ts'
import { announcedPayouts, type PayoutChange } from '../markets/public.ts'
import { findOtherPayouts, tradingBooks } from './public.ts'
import { createScriptedWorld, type ScriptedWorld } from './test-world.ts'

// Simulates someone with all database rights who changes trades. `npm run reconcile` must detect it.

let world: ScriptedWorld
const broken = (...statements: string[]) => rulesBrokenBy(world.platform, tradingBooks, ...statements)

beforeAll(async () => {
  world = await createScriptedWorld()
  const { secrete } = await world.addCustomer()
  const order = async (TYPE: 'BUY' | 'SELL', interval: number) =>
    expect(
      (await world.api.call('trade', { symbols: 'EURUSD', TYPE, amount: '100.00', interval }, { secrete })).body,
    ).toMatchObject({ type: 'success' })
  await world.publish('EURUSD', [0, 110_000])
  await order('BUY', 5)
  await order('SELL', 5)
  await order('BUY', 180)
  await world.publish('EURUSD', [1_000, 110_010], [4_000, 110_020], [6_000, 110_015])
  await world.platform.clock.advance(6_500)
  await world.trading.settle()
})
afterAll(() => world.stop())

const won = `(SELECT id FROM trading.trades WHERE state = 'WON')`
const lost = `(SELECT id FROM trading.trades WHERE state = 'LOST')`
const moves = 'trade equals transfers'
const orders = 'order equals its stake'
const ticks = 'result follows from ticks'

describe('the trade checks', () => {
  it('find no breaks if nothing was altered', async () => {
    const { rows } = await world.platform.pool.query('SELECT state FROM trading.trades ORDER BY state')
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['LOST', 'OPEN', 'WON'])
    expect(await broken()).toEqual([])
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/reconcile.ts'], {
      env: { ...process.env, DATABASE_URL: world.platform.databaseUrl },
    })
    for (const words of ['The ledger reconciles', 'OK: trades', 'OK: payments', 'OK: published heads'])
      expect(stdout).toContain(words)
  })

  it('report a raised payout of a settled trade and of an open trade', async () => {
    expect(
      await broken('UPDATE trading.trades SET payout_bps = 30000, returned_minor = 40000 WHERE id = ' + won),
    ).toEqual([moves, orders, 'counters equal trades', 'payout within its bounds'])
    expect(await broken("UPDATE trading.trades SET payout_bps = 30000 WHERE state = 'OPEN'")).toEqual([
      orders,
      'payout within its bounds',
    ])
    expect(await broken('UPDATE trading.trades SET payout_bps = payout_bps + 1 WHERE id = ' + won)).toEqual([
      orders,
      'payout follows from result',
    ])
  })

  it('report a payout that was not offered when the order was placed', async () => {
    const offered = (...changes: PayoutChange[]): BookCheck => ({
      name: 'payout rates',
      find: (tx) => findOtherPayouts(tx, announcedPayouts(changes)),
    })
    const brokenBy = (check: BookCheck) =>
      rulesBrokenBy(world.platform, check, 'UPDATE trading.trades SET payout_bps = payout_bps + 1 WHERE id = ' + won)
    const startMs = Date.UTC(2026, 0, 5, 12)
    const rate = world.markets.payoutBps('EURUSD')
    const to = (fromMs: number, payoutBps: number): PayoutChange => ({ fromMs, payoutOf: () => payoutBps })
    expect(await breaksOf(world.platform, offered())).toEqual([])
    expect(await brokenBy(offered())).toEqual(['payout was offered'])
    // A rate that applied until shortly before the order may still have been in use in the process that accepted it.
    expect(await brokenBy(offered(to(startMs - 60_000, rate + 1), to(startMs - 5_000, rate)))).toEqual([])
    expect(await brokenBy(offered(to(startMs - 60_000, rate + 1), to(startMs - 20_000, rate)))).toEqual([
      'payout was offered',
    ])
    expect(await brokenBy(offered(to(startMs + 60_000, rate + 1)))).toEqual(['payout was offered'])
  })

  it('report a changed side, even of an open trade', async () => {
    expect(await broken("UPDATE trading.trades SET type = 'SELL' WHERE state = 'OPEN'")).toEqual([orders])
    expect(
      await broken(
        "UPDATE trading.trades SET symbol = 'BTCUSD', expires_at_ms = expires_at_ms + 1000 WHERE state = 'OPEN'",
      ),
    ).toEqual([orders, 'length is offered'])
    expect(await broken("UPDATE trading.trades SET type = 'SELL' WHERE id = " + won)).toEqual([orders, ticks])
  })

  it('accept the order text from an earlier version', async () => {
    const words = (type: string) => `UPDATE ledger.transfers x
      SET note = trading.order_words_0201(${type}, t.symbol, t.accepted_at_ms, t.expires_at_ms, t.payout_bps,
      t.tolerance_ms, t.rules)
      FROM trading.trades t WHERE t.id = x.reference AND x.kind = 'stake'`
    expect(await broken(words('t.type'))).toEqual([])
    expect(await broken(words("'SELL'"))).toEqual([orders])
  })

  it('report a deleted trade and a trade without transfers', async () => {
    expect(await broken('DELETE FROM trading.trades WHERE id = ' + lost)).toEqual([moves, 'counters equal trades'])
    expect(await broken('DELETE FROM ledger.transfers WHERE reference = ' + lost)).toEqual([moves])
  })

  it('report a loss that was changed to a win, even if transfers and counters match', async () => {
    expect(
      await broken(`UPDATE trading.trades SET state = 'WON', returned_minor = 18500 WHERE id = ${lost}`),
    ).toContain(moves)
    expect(
      await broken(
        `UPDATE trading.trades SET state = 'TIE', returned_minor = stake_minor WHERE id = ${lost}`,
        `UPDATE ledger.transfers SET kind = 'stake_return', balance_after_minor = 1, credit_code = 'trading',
          credit_owner = (SELECT customer_id FROM trading.customers) WHERE kind = 'loss'`,
        'UPDATE trading.customers SET result_minor = result_minor + 10000',
      ),
    ).toEqual([ticks])
  })

  it("report a trade's price that is missing from the tick record", async () => {
    expect(await broken('UPDATE trading.trades SET strike = strike - 5 WHERE id = ' + won)).toEqual([
      'ticks of a trade are recorded',
    ])
  })

  it.each(['accepted_at_ms = accepted_at_ms - 1', 'expires_at_ms = expires_at_ms + 1000'])(
    'report a length that is not offered: %s',
    async (change) => {
      expect(await broken(`UPDATE trading.trades SET ${change} WHERE state = 'OPEN'`)).toEqual([
        orders,
        'length is offered',
      ])
    },
  )

  it('report changed counters', async () => {
    expect(await broken('UPDATE trading.customers SET open_trades = 0')).toEqual(['counters equal trades'])
  })

  it('report a transfer without a trade', async () => {
    const posted = `SELECT * FROM ledger.post_transfers(1, ARRAY[ROW(
      (SELECT shard FROM trading.customers), NULL, 'trading_house', (SELECT customer_id FROM trading.customers),
      'trading', 'USD', 5, 'profit', gen_random_uuid(), NULL, NULL, NULL, NULL, NULL)::ledger.new_transfer])`
    expect(await broken(posted)).toEqual([moves])
  })
})
