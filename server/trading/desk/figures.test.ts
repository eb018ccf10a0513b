import { afterAll, beforeAll, expect, it } from 'vitest'
import { createScriptedWorld, startMs, type ScriptedWorld } from '../test-world.ts'

let world: ScriptedWorld
beforeAll(async () => {
  world = await createScriptedWorld(['EURUSD', 'BTCUSD'], { hours: 'always' })
})
afterAll(() => world.stop())

it('sums stakes by acceptance and house results by settlement, per span and currency', async () => {
  const [ann, expert] = [await world.addCustomer(), await world.addCustomer()]
  const ben = await world.addCustomer(1_000_00n, 'EUR')
  await world.publish('EURUSD', [0, 1_000])
  await world.publish('BTCUSD', [0, 1_000])
  const order = async (secrete: string, amount: string, interval: number, TYPE: string, symbols = 'EURUSD') => {
    const { body } = await world.api.call('trade', { symbols, amount, interval, TYPE }, { secrete })
    return BigInt(body.payoutBps)
  }
  const payoutBps = await order(ann.secrete, '100.00', 60, 'BUY')
  await order(ann.secrete, '10.00', 60, 'SELL')
  await order(ben.secrete, '50.00', 60, 'SELL')
  await order(expert.secrete, '500.00', 60, 'BUY')
  const cryptoBps = await order(ann.secrete, '20.00', 180, 'BUY', 'BTCUSD')
  await world.publish('EURUSD', [100, 1_000], [50_000, 1_010], [61_000, 1_010])
  await world.platform.clock.advance(61_000)
  await world.trading.settle()

  const spans = [
    { fromMs: startMs - 1_000, toMs: startMs + 30_000 },
    { fromMs: startMs + 30_000, toMs: startMs + 90_000 },
    { fromMs: startMs + 90_000, toMs: startMs + 95_000 },
  ]
  const { sums, traders } = await world.trading.deskSums(spans, [expert.id])
  expect(traders).toEqual([2, 0, 0])
  expect(sums).toEqual([
    { span: 0, asset: 'EUR', trades: 1, stakesMinor: 50_00n, houseResultMinor: 0n },
    { span: 0, asset: 'USD', trades: 3, stakesMinor: 130_00n, houseResultMinor: 0n },
    { span: 1, asset: 'EUR', trades: 0, stakesMinor: 0n, houseResultMinor: 50_00n },
    { span: 1, asset: 'USD', trades: 0, stakesMinor: 0n, houseResultMinor: 10_00n - (100_00n * payoutBps) / 10_000n },
  ])
  expect(await world.trading.deskOpenTrades([expert.id])).toEqual([
    { asset: 'USD', trades: 1, stakesMinor: 20_00n, profitsMinor: (20_00n * cryptoBps) / 10_000n },
  ])
  expect(await world.trading.deskOpenTrades([ann.id])).toEqual([])
})
