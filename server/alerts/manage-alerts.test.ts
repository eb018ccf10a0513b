import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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

it('is new until it is seen', async () => {
  await add('1.08600')
  await go(1_086_000)
  await call('alerts.seen')
  expect((await list()).fired).toMatchObject([{ isNew: false }])
})

it('is exported, and deleted with the account', async () => {
  await add('1.08600')
  await go(1_086_000)
  await add('1.08900')
  await call('alerts.notices', { robot: false, copies: true })
  const expected = {
    open: [{ price: '1.089000' }],
    fired: [{ price: '1.086000' }],
    notices: { robot: false, copies: true },
  }
  expect(await world.exported(ada.id)).toMatchObject(expected)
  await world.close(ada.id)
  expect(await list()).toMatchObject({ open: [], fired: [], notices: { robot: false, copies: false } })
})

it("'alerts.remove' removes open and fired alerts, and refuses those of others with alert_not_found", async () => {
  const { id } = (await add('1.08600')).body
  const others = await world.addAda()
  expect((await world.call('alerts.remove', { id }, { secrete: others.secrete })).body.code).toBe('alert_not_found')
  expect((await call('alerts.remove', { id: 'nonsense' })).body.code).toBe('alert_not_found')
  expect((await call('alerts.remove', { id })).status).toBe(200)
  await go(1_086_000)
  expect(world.sent).toEqual([])
  expect((await call('alerts.remove', { id })).body.code).toBe('alert_not_found')
})
