import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { tradeIntervals } from '../../../api/calls/trading/trading.ts'
import { checkReceipt } from '../records/check-receipt.ts'
import { createTradingWorld, startMs } from '../test-world.ts'
import { recordingPath } from '../../../tests/recorded-market/recording.ts'

/**
 * Returns a recording's rows as [ms since the first row, price]. It has its own parser, so that it shares no code with
 * the code under test.
 */
function readRows(file: string): [afterMs: number, price: string][] {
  const [heading, ...lines] = readFileSync(recordingPath(file), 'utf8').trim().split('\n')
  const priceColumn = heading!.split(',').indexOf('price')
  const rows = lines
    .map((line) => line.split(','))
    .map((cells): [number, string] => [Number(cells[0]), cells[priceColumn]!])
  return rows.map(([at, price]) => [at - rows[0]![0], price])
}

/**
 * Returns the result that the file implies. Compares the first price after acceptance (strike) with the last one at or
 * before expiry (exit). Void if there is no price in between, or if the strike or the exit is outside the tolerance.
 */
function resultInFile(
  rows: [number, string][],
  acceptedAfterMs: number,
  expiresAfterMs: number,
  type: string,
  toleranceMs: number,
) {
  const between = rows.filter(([at]) => at > acceptedAfterMs && at <= expiresAfterMs)
  const [strike, exit] = [between.at(0), between.at(-1)]
  if (!strike || !exit) return { strike: null, exit: null, status: 'VOID' }
  const prices = { strike: Number(strike[1]), exit: Number(exit[1]) }
  if (strike[0] - acceptedAfterMs > toleranceMs || expiresAfterMs - exit[0] > toleranceMs)
    return { ...prices, status: 'VOID' }
  const move = prices.exit - prices.strike
  return { ...prices, status: move === 0 ? 'TIE' : move > 0 === (type === 'BUY') ? 'WON' : 'LOST' }
}

it.each([
  ['EURUSD', 'fx/EURUSD_tick_20140508.csv', 9000, 30_000],
  ['BTCUSD', 'crypto/BTCUSD_trades_20240808T2354.csv', 8700, 10_000],
])('settles %s trades as the recording %s implies', async (symbol, file, payoutBps, toleranceMs) => {
  const world = await createTradingWorld(
    { MARKET: `replay:${recordingPath(file)}` },
    { limits: { maxOpenTrades: 1_000 } },
  )
  const { secrete, id } = await world.addCustomer()
  const rows = readRows(file)
  let expectedBalance = 10_000_00
  for (let moment = 0; moment < 12; moment++) {
    await world.platform.clock.advance(6_373)
    for (const interval of tradeIntervals) {
      for (const TYPE of ['BUY', 'SELL']) {
        expect(
          await world.api.call('trade', { symbols: symbol, amount: '10.00', interval, TYPE }, { secrete }),
        ).toMatchObject({ status: 200, body: { payoutBps } })
      }
    }
  }
  for (let second = 0; second < 190; second += 10) await world.platform.clock.advance(10_000)

  const results: string[] = []
  for (const p of Array.from({ length: 12 }, (_, index) => index + 1)) {
    for (const trade of (await world.api.call('trades', { p: String(p) }, { secrete })).body) {
      const expected = resultInFile(
        rows,
        trade.acceptedAt - startMs,
        trade.expiresAt - startMs,
        trade.type,
        toleranceMs,
      )
      const number = (price: string | null) => (price === null ? null : Number(price))
      expect({ strike: number(trade.strike), exit: number(trade.exit), status: trade.status }).toEqual(expected)
      expectedBalance +=
        expected.status === 'WON' ? (10_00 * payoutBps) / 10_000 : expected.status === 'LOST' ? -10_00 : 0
      results.push(expected.status)
    }
  }
  expect(results).toHaveLength(120)
  expect(results).toEqual(expect.arrayContaining(['WON', 'LOST']))
  expect(Number(await world.balance(id))).toBe(expectedBalance)
  expect((await world.ledger.reconcile()).breaks).toEqual([])
  const [trade] = (await world.api.call('trades', { p: '1' }, { secrete })).body
  const receipt = (await world.api.call('trades.receipt', { id: trade.id }, { secrete })).body
  expect(checkReceipt(receipt).filter(({ result }) => result !== 'pass')).toEqual([])
  await world.stop()
})
