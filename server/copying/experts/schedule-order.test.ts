import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCopyingWorld, type CopyingWorld } from '../test-world.ts'

let world: CopyingWorld
let secrete: string
beforeAll(async () => {
  world = await createCopyingWorld()
  secrete = await world.operator()
})
afterAll(() => world.stop())

const order = {
  tid: 'pendulum',
  symbol: 'BTCUSD',
  TYPE: 'SELL',
  interval: 5,
  inSeconds: 60,
  reason: 'A figure is due.',
}
const schedule = (changes: Record<string, unknown> = {}) =>
  world.call('experts.schedule', { ...order, ...changes }, { secrete })

it('places the order on time, copies it, and marks it as manual', async () => {
  const ada = await world.addCopier()
  await world.as(ada, 'copytrader', { copytrade: 'pendulum' })
  expect((await schedule()).body.type).toBe('success')
  expect(await world.copying.runExperts()).toBe(0)
  await world.price('BTCUSD', 60_000, 100_000)
  expect(await world.copying.runExperts()).toBe(1)
  expect(await world.copying.runExperts()).toBe(0)
  expect((await world.as(ada, 'traders.show', { tid: 'pendulum' })).body.lastTrades[0]).toMatchObject({
    by: 'operator',
    type: 'SELL',
  })
  expect((await world.as(ada, 'trades')).body[0]).toMatchObject({ by: 'copy', type: 'SELL' })
  expect((await world.call('experts.scheduled', {}, { secrete })).body[0]).toMatchObject({
    state: 'placed',
    note: null,
  })
})

it('does not place the order long after its scheduled time', async () => {
  await schedule({ inSeconds: 120 })
  await world.price('BTCUSD', 600_000, 100_000)
  expect(await world.copying.runExperts()).toBe(0)
  expect((await world.call('experts.scheduled', {}, { secrete })).body[0]).toMatchObject({
    state: 'refused',
    note: 'The platform was not running at that time.',
    notePhrase: { phrase: 'scheduled_too_late' },
  })
})

describe('refusals:', () => {
  it.each([
    ['not_found', { tid: 'nobody' }],
    ['not_mixed', { tid: 'breakwater' }],
    ['unknown_symbol', { symbol: 'DOGE' }],
    ['bad_interval', { interval: 7 }],
    ['bad_time', { inSeconds: -1 }],
    ['bad_time', { inSeconds: 7 * 86_400 + 1 }],
  ])('%s', async (code, changes) => {
    expect((await schedule(changes)).body.code).toBe(code)
  })
  it('trader_stopped', async () => {
    await world.call('experts.stop', { tid: 'steadfast', reason: 'For good, in a test.' }, { secrete })
    expect((await schedule({ tid: 'steadfast' })).body.code).toBe('trader_stopped')
  })
})
