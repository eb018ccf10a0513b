import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, serveCalls, type TestApi } from '../../tests/harness.ts'
import { farmingCalls } from '../../api/calls/farming/farming.ts'
import { createMarkets, scriptedSource } from '../markets/public.ts'
import { bindFarmingCalls } from './calls.ts'
import type { FarmingContext } from './context.ts'
import { createFarmingWorld, type FarmingWorld, type Person } from './test-world.ts'

let farms: FarmingWorld
let ada: Person

beforeAll(async () => {
  farms = await createFarmingWorld()
  ada = await farms.world.addCustomer()
})
afterAll(() => farms.stop())

describe("'farm.quote'", () => {
  it('states all terms before a contract begins', async () => {
    const { body } = await farms.call('farm.quote', { plan: 'btc-reach', amount: '1000', lever: '3' }, ada)
    expect(body).toMatchObject({
      plan: 'Bitcoin Reach',
      cur: '$',
      amount: '1000.00',
      lever: 3,
      duration: 30,
      apr: '8.84',
      apy: '9.23',
      aprMinimum: '1.04',
      gross: '3.30',
      cost: '1.60',
      net: '1.70',
      borrowed: '2000.00',
      position: '3000.00',
      health: '1.35',
      price: '50000.000',
      liquidationPrice: '37037.037',
      liquidationFall: '25.92',
      stress: [
        { fall: 10, left: '700.00', change: '-30.0', holding: '900.00', closed: false },
        { fall: 20, left: '400.00', change: '-60.0', holding: '800.00', closed: false },
        { fall: 30, left: '222.22', change: '-77.7', holding: '700.00', closed: true },
      ],
    })
    expect(body.earlyClose).toContain('the fee is 0.5% of the deposit')
    expect(body.liquidationRule).toContain('10% of the position')
  })
  it('matches a contract that begins at this price', async () => {
    const requested = { plan: 'eth-reach', amount: '2000', lever: '4', duration: '60' }
    const { body } = await farms.call('farm.quote', requested, ada)
    expect(await farms.start(ada, requested)).toMatchObject({
      liquidationPrice: body.liquidationPrice,
      forward: body.apr,
      health: body.health,
      entryPrice: body.price,
    })
  })
  it('no_price: while the coin has no price', async () => {
    const platform = await createTestPlatform()
    const markets = createMarkets(platform, { source: scriptedSource(['BTCUSD']) })
    const context = {
      ...platform,
      markets,
      identity: { customer: async () => ({ currency: 'USD' }) },
    } as unknown as FarmingContext
    const api: TestApi = await serveCalls(platform, farmingCalls, bindFarmingCalls(context), () => ({
      sessionId: '1',
      customerId: ada.id,
      shard: 0,
    }))
    const { status, body } = await api.call('farm.quote', { plan: 'btc-steady', amount: '100' }, { secrete: 'any' })
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'no_price' })
    await api.stop()
    await platform.stop()
  })
})
