import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMiningWorld, type MiningWorld, type Person } from './test-world.ts'

let world: MiningWorld
let ada: Person

beforeAll(async () => {
  world = await createMiningWorld()
})
beforeEach(async () => {
  await world.setPrice('BTCUSD', 50_000)
  ada = await world.addCustomer()
})
afterAll(async () => {
  expect((await world.ledger.reconcile()).ok).toBe(true)
  await world.stop()
})

describe("'mining.parameters.set'", () => {
  const input = { coin: 'LTC', difficulty: '0', subsidy: '6.25', height: 1, source: 'A change made by this test', observedOn: '2026-01-05' }
  it('bad_difficulty: of zero', async () => {
    const { status, body } = await world.ask('mining.parameters.set', input, { secrete: await world.addOperator('finance') })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'bad_difficulty' })
  })
  it('is unknown to whoever may not', async () => {
    for (const secrete of [ada.secrete, await world.addOperator('support')]) {
      const { body } = await world.ask('mining.parameters.set', { ...input, difficulty: '5' }, { secrete })
      expect(body.code).toBe('unknown_call')
    }
  })
})
