import { afterAll, beforeAll, expect, it } from 'vitest'
import { createScriptedWorld, type ScriptedWorld } from './test-world.ts'

let world: ScriptedWorld
beforeAll(async () => {
  world = await createScriptedWorld()
})
afterAll(() => world.stop())

it('opens, settles and pays a trade', async () => {
  const { secrete, id } = await world.addCustomer()
  await world.publish('EURUSD', [0, 1085000])
  const answer = await world.api.call('trade', { symbols: 'eurusd', amount: '10.00', interval: 5, TYPE: 'buy' }, { secrete })
  console.log(answer.body)
  expect(answer.status).toBe(200)
  await world.publish('EURUSD', [500, 1085010], [4000, 1085020], [5001, 1085000])
  await world.platform.clock.advance(6000)
  const list = await world.api.call('trades', {}, { secrete })
  console.log(list.body)
  console.log((await world.api.call('trades.receipt', { id: answer.body.id }, { secrete })).body)
  expect(await world.balance(id)).toBe(10_009_00n)
  console.log((await world.api.call('totalbalance', {}, { secrete })).body, await world.ledger.reconcile())
})
