import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createScriptedWorld, operatorSecret, startMs, type ScriptedWorld } from '../test-world.ts'

let world: ScriptedWorld
beforeEach(async () => {
  world = await createScriptedWorld(['EURUSD', 'BTCUSD'], { hours: 'always', limits: { maxExposureMinor: 1_000_00n } })
  await world.publish('EURUSD', [0, 1_000])
  await world.publish('BTCUSD', [0, 1_000])
})
afterEach(() => world.stop())

const place = async (symbols: string, amount: string, interval: number, secrete: string) => {
  const { body } = await world.api.call('trade', { symbols, amount, interval, TYPE: 'BUY' }, { secrete })
  return body as { type: string; payoutBps: number; code?: string }
}
const exposure = async () => (await world.api.call('trading.exposure', {}, { secrete: operatorSecret })).body
/** Returns the profit of a winning trade as text. */
const profit = (stake: number, payoutBps: number) => ((stake * payoutBps) / 10_000).toFixed(2)

describe("'trading.exposure'", () => {
  it('is empty while nothing is open, and includes the limit', async () => {
    expect(await exposure()).toEqual({ limit: '1000.00', total: 0, exposures: [] })
  })

  it('adds up the trades of all customers by symbol, currency and second, largest first', async () => {
    const customers = await Promise.all(Array.from({ length: 8 }, () => world.addCustomer()))
    const euro = await world.addCustomer(10_000_00n, 'EUR')
    const { payoutBps } = await place('EURUSD', '100.00', 60, customers[0]!.secrete)
    for (const { secrete } of customers.slice(1)) await place('EURUSD', '100.00', 60, secrete)
    await place('EURUSD', '50.00', 60, euro.secrete)
    const crypto = await place('BTCUSD', '30.00', 180, customers[0]!.secrete)
    const expiresAt = startMs + 60_000
    expect(await exposure()).toEqual({
      limit: '1000.00',
      total: 3,
      exposures: [
        {
          id: `EURUSD USD ${expiresAt / 1_000}`,
          symbol: 'EURUSD',
          asset: 'USD',
          expiresAt,
          amount: profit(800, payoutBps),
          shareBps: Math.floor((800 * payoutBps) / 1_000),
        },
        {
          id: `EURUSD EUR ${expiresAt / 1_000}`,
          symbol: 'EURUSD',
          asset: 'EUR',
          expiresAt,
          amount: profit(50, payoutBps),
          shareBps: Math.floor((50 * payoutBps) / 1_000),
        },
        {
          id: `BTCUSD USD ${startMs / 1_000 + 180}`,
          symbol: 'BTCUSD',
          asset: 'USD',
          expiresAt: startMs + 180_000,
          amount: profit(30, crypto.payoutBps),
          shareBps: Math.floor((30 * crypto.payoutBps) / 1_000),
        },
      ],
    })
  })

  it('excludes refused orders and past seconds', async () => {
    const { secrete } = await world.addCustomer()
    const { payoutBps } = await place('EURUSD', '1000.00', 60, secrete)
    expect(await place('EURUSD', '1000.00', 60, secrete)).toMatchObject({ code: 'exposure_limit' })
    expect((await exposure()).exposures).toMatchObject([{ amount: profit(1_000, payoutBps) }])
    await world.platform.clock.advance(61_000)
    expect(await exposure()).toMatchObject({ total: 0, exposures: [] })
  })

  it("is not available to customers, like 'trading.unsettled'", async () => {
    const { secrete } = await world.addCustomer()
    for (const name of ['trading.exposure', 'trading.unsettled']) {
      expect(await world.api.call(name, {}, { secrete })).toMatchObject({ status: 404, body: { code: 'unknown_call' } })
    }
  })
})
