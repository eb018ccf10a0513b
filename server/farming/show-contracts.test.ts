import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { someId } from '../payments/deposits/test-world.ts'
import { createFarmingWorld, type FarmingWorld, type Person } from './test-world.ts'

let farms: FarmingWorld
let ada: Person

beforeAll(async () => {
  farms = await createFarmingWorld()
  ada = await farms.world.addCustomer()
})
afterAll(() => farms.stop())

describe("'farm.statement'", () => {
  it('not_found: for an unknown contract, an invalid ID or another customer’s contract', async () => {
    const { id } = await farms.start(ada, { plan: 'btc-steady', amount: '100' })
    const ben = await farms.world.addCustomer()
    for (const [input, person] of [
      [someId, ada],
      ['nonsense', ada],
      [id, ben],
    ] as const) {
      const { status, body } = await farms.call('farm.statement', { id: input }, person)
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
    }
    expect(await farms.yields(ben)).toEqual([])
  })
})

describe("'yplans'", () => {
  it('returns the plans to anyone, with a delivered rate once there is one', async () => {
    const plans = (await farms.call('yplans')).body
    expect(plans.map(({ coin, lever }: { coin: string; lever: number }) => [coin, lever])).toEqual([
      ['BTC', 2],
      ['BTC', 3],
      ['ETH', 2.5],
      ['ETH', 4],
    ])
    expect(plans[1]).toMatchObject({
      plan: 'Bitcoin Reach',
      min: 1000,
      apr: 8.84,
      apy: 9.23,
      weekly: '0.1100',
      minimum: '0.0600',
      borrowing: '0.0800',
      delivered: null,
      contracts: 0,
    })
    for (const { apr, apy } of plans) expect(apr).toBeLessThanOrEqual(apy)
  })
})
