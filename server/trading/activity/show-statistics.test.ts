import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createActivityWorld, type ActivityWorld } from './test-activity.ts'

const beganMs = Date.UTC(2026, 0, 5, 22)
let world: ActivityWorld
let first: string
beforeAll(async () => {
  world = await createActivityWorld(beganMs)
  first = await world.trade('LOST', { amount: '40.00' })
  await world.trade('TIE')
  await world.trade('WON', { symbols: 'BTCUSD', TYPE: 'SELL' })
  await world.wait(3 * 3_600_000)
  await world.trade('WON')
  await world.trade('WON')
  await world.ask('trades.note', { id: first, reason: 'revenge' })
  await world.ask('trade', { symbols: 'EURUSD', amount: '10.00', interval: 180, TYPE: 'BUY' })
})
afterAll(() => world.stop())

const ask = async (input: object = {}) => (await world.ask('trades.statistics', input)).body
const keysOf = (groups: { key: string; trades: number }[]) => groups.map(({ key, trades }) => `${key} ${trades}`)

describe("'trades.statistics'", () => {
  it('returns the figures of settled trades, overall and by group', async () => {
    const found = await ask()
    expect(found.all).toEqual({
      trades: 5,
      won: 3,
      lost: 1,
      winBps: 7500,
      lowBps: 3006,
      highBps: 9544,
      breakEvenBps: 5275,
      staked: '70.00',
      net: '-13.30',
      expectedLoss: '3.65',
    })
    expect(found).toMatchObject({ cur: '$', verdict: 'too_few', tradesNeeded: 15 })
    expect(keysOf(found.symbols)).toEqual(['EURUSD 4', 'BTCUSD 1'])
    expect(keysOf(found.sides)).toEqual(['BUY 4', 'SELL 1'])
    expect(keysOf(found.intervals)).toEqual(['5 5'])
    expect(keysOf(found.hours)).toEqual(['1 2', '22 3'])
    expect(keysOf(found.reasons)).toEqual([' 4', 'revenge 1'])
    expect(found.reasons[1]).toMatchObject({ net: '-40.00', winBps: 0 })
    expect(found.largestLoss).toMatchObject({ id: first, symbol: 'EURUSD', amount: '-40.00' })
    expect(found.streak).toEqual({ result: 'WON', trades: 3 })
  })

  it('counts hours and today in the customer’s time zone', async () => {
    expect(await ask()).toMatchObject({ today: { trades: 2, net: '18.00' } })
    const inNewYork = await ask({ offset: -300 })
    expect(keysOf(inNewYork.hours)).toEqual(['17 3', '20 2'])
    expect(inNewYork.today).toEqual({ trades: 5, net: '-13.30' })
  })

  it('limits the figures to a range, but not the session', async () => {
    const found = await ask({ from: beganMs + 3_600_000 })
    expect(found.all).toMatchObject({ trades: 2, won: 2, net: '18.00' })
    expect(found.largestLoss).toBeNull()
    expect((await ask({ to: beganMs })).all).toMatchObject({ trades: 0, winBps: null, breakEvenBps: null, net: '0.00' })
    expect((await ask({ to: beganMs })).session).toMatchObject({ trades: 2, net: '18.00' })
  })

  it('ends a session after a break, and returns nothing for a new customer', async () => {
    await world.wait(31 * 60_000 + 180_000)
    await world.trading.settle()
    expect((await ask()).session).toBeNull()
    const { secrete } = await world.addCustomer()
    expect((await world.ask('trades.statistics', {}, secrete)).body).toMatchObject({
      all: { trades: 0 },
      symbols: [],
      streak: null,
      largestLoss: null,
      session: null,
      today: { trades: 0, net: '0.00' },
    })
  })
})
