import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { maxOpenAlerts } from '../../api/calls/alerts/alerts.ts'
import { type AlertsWorld, createAlertsWorld } from './test-world.ts'

let world: AlertsWorld
let ada: { id: string; secrete: string }
let atMs = 1_000
beforeAll(async () => void (world = await createAlertsWorld()))
afterAll(() => world?.stop())
beforeEach(async () => {
  ada = await world.addAda()
  await go(1_085_000)
  world.sent.length = 0
})

const call = (name: string, input: Record<string, unknown> = {}) => world.call(name, input, { secrete: ada.secrete })
const add = (price: string, symbol = 'EURUSD') => call('alerts.add', { symbol, price })
const list = async () => (await call('alerts')).body
const go = (...prices: number[]) =>
  // The gate accepts a jump once a second price confirms it.
  world.publishAndFire(...prices.flatMap((price) => [1, 2].map((): [number, number] => [(atMs += 500), price])))

describe("'alerts.add' refuses", () => {
  it('unknown symbols and invalid prices with unknown_symbol and bad_price', async () => {
    expect((await add('1', 'NOPE')).body.code).toBe('unknown_symbol')
    for (const price of ['', '0', '-1', '1.08450115', 'cheap'])
      expect((await add(price)).body, price).toMatchObject({
        code: 'bad_price',
        msg: expect.stringContaining('6 decimal places'),
      })
  })
  it('a symbol without prices with no_price_yet, and the current price with price_reached', async () => {
    expect((await add('1', 'BTCUSD')).body.code).toBe('no_price_yet')
    expect((await add('1.08500')).body).toMatchObject({ code: 'price_reached' })
  })
  it('a repeated alert with same_alert, and too many with too_many_alerts, even for concurrent calls', async () => {
    await add('1.09000')
    expect((await add('1.0900')).body.code).toBe('same_alert')
    const prices = Array.from({ length: maxOpenAlerts + 3 }, (_, index) => `1.1${index + 100}`)
    const answers = await Promise.all(prices.map((price) => add(price)))
    expect(answers.filter(({ body }) => body.code === 'too_many_alerts')).toHaveLength(4)
    expect((await list()).open).toHaveLength(maxOpenAlerts)
    await world.close(ada.id)
  })
})
