import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

describe('an alert', () => {
  it('fires once, at the first tick that reaches its price, and stays in the list with that tick', async () => {
    const { body } = await add('1.08600')
    expect(body).toMatchObject({ type: 'success', side: 'above' })
    await go(1_085_900, 1_086_100, 1_087_000)
    const [fired] = (await list()).fired
    const { ticks } = await world.markets.ticksAround('EURUSD', fired.tick, 0, 0)
    expect(fired).toMatchObject({ id: body.id, price: '1.086000', firedPrice: '1.086100', isNew: true })
    expect(ticks[0]).toMatchObject({ price: 1_086_100, atMs: fired.firedAt })
    await go(1_085_000, 1_086_200)
    expect(world.sent).toEqual([{ ...withoutNew(fired), customerId: ada.id }])
    expect((await list()).open).toEqual([])
  })
  it('below the price fires when the price falls to it', async () => {
    expect((await add('1.08400')).body.side).toBe('below')
    await go(1_084_010)
    expect(world.sent).toEqual([])
    await go(1_084_000)
    expect(world.sent).toMatchObject([{ firedPrice: '1.084000', side: 'below' }])
  })
  it('ignores ticks from before it was added', async () => {
    await go(1_089_000, 1_085_000)
    await add('1.08800')
    await world.alerts.sweep()
    expect(world.sent).toEqual([])
  })
  it('fires at the same tick, once, if several processes check, also long after the tick', async () => {
    const others = [world.createOther(), world.createOther()]
    await add('1.08600')
    await world.alerts.stop()
    await go(1_085_000, 1_086_500, 1_085_000, 1_087_000)
    expect(world.sent).toEqual([])
    await Promise.all(others.map((other) => other.sweep()))
    await world.alerts.start()
    expect(world.sent).toMatchObject([{ firedPrice: '1.086500' }])
  })
  it('of another process is watched without a signal from the next sweep on', async () => {
    const other = world.createOther()
    await other.start()
    await add('1.08600')
    await go(1_086_000)
    await other.stop()
    expect(world.sent).toHaveLength(1)
  })
  it('added while another alert of the symbol is open misses no tick', async () => {
    await add('1.09900')
    await go(1_085_100)
    await add('1.08600')
    await world.alerts.stop()
    await go(1_086_200)
    await world.alerts.start()
    expect(world.sent).toMatchObject([{ price: '1.086000', firedPrice: '1.086200' }])
  })
})

const withoutNew = ({ isNew: _, ...alert }: any) => alert

it('costs under a microsecond for each tick while there are no alerts', async () => {
  const { PriceWatch } = await import('./watch-prices.ts')
  const watch = new PriceWatch({ ...world.platform, markets: world.markets })
  const tick = (await world.markets.lastTickAt('EURUSD', world.platform.clock.nowMs() + 1e9))!
  const batch = Array.from({ length: 100 }, () => tick)
  const measure = () => {
    const fromMs = performance.now()
    for (let turn = 0; turn < 10_000; turn++) watch.see(batch)
    return performance.now() - fromMs
  }
  measure()
  expect(measure()).toBeLessThan(1_000)
})
