import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../api/farming-rules.ts'
import { someId } from '../payments/deposits/test-world.ts'
import { createFarmingWorld, type FarmingWorld, type Person } from './test-world.ts'

let farms: FarmingWorld
let ada: Person
const reach = { plan: 'btc-reach', amount: '1000', lever: '3', duration: '30' }

beforeAll(async () => {
  farms = await createFarmingWorld()
})
beforeEach(async () => {
  await farms.world.setPrice('BTCUSD', 50_000)
  await farms.farming.runContracts()
  ada = await farms.world.addCustomer()
})
afterAll(async () => {
  expect((await farms.world.ledger.reconcile()).ok).toBe(true)
  await farms.stop()
})

describe("'farm.end'", () => {
  it('returns the deposit at the last price less the stated fee, and doesn’t reclaim paid interest', async () => {
    const { id, earlyFee } = await farms.start(ada, reach)
    expect(earlyFee).toBe('5.00')
    await farms.days(10)
    await farms.world.setPrice('BTCUSD', 48_000)
    const { body } = await farms.call('farm.end', { id }, ada)
    // A fall of 4% at leverage 3: 880, less 0.5% of 1,000.
    expect(body).toEqual({
      type: 'success',
      msg: 'The contract has ended. $875.00 is back in your trading account. The fee was $5.00.',
      outcome: 'contract_ended',
      details: { returned: { amount: '875.00', asset: 'USD' }, fee: { amount: '5.00', asset: 'USD' } },
    })
    expect([await farms.cash(ada, 'trading'), await farms.cash(ada, 'farming')]).toEqual([876_70n, 0n])
    const statement = await farms.statementOf(ada, id)
    expect(statement).toMatchObject({
      contract: { state: 'closed_early', earnings: '1.70' },
      ending: { how: 'closed_early', feeMinor: '500' },
    })
    expect(farms.verify(statement)).toContain(
      'The statement holds: 1 weeks, closed early, recomputed to the last unit.',
    )
    await farms.days(30)
    expect(await farms.cash(ada, 'trading')).toBe(876_70n)
  })
  it('runs only once per idempotency key', async () => {
    const { id } = await farms.start(ada, reach)
    const [first, second] = [
      await farms.call('farm.end', { id }, ada, { 'idempotency-key': 'e' }),
      await farms.call('farm.end', { id }, ada, { 'idempotency-key': 'e' }),
    ]
    expect(second.body).toEqual(first.body)
    expect(await farms.cash(ada, 'trading')).toBe(995_00n)
  })
  it('does not undo a liquidation that no run has processed yet', async () => {
    const { id } = await farms.start(ada, reach)
    await farms.world.setPrice('BTCUSD', 36_000)
    await farms.world.setPrice('BTCUSD', 70_000)
    expect((await farms.call('farm.end', { id }, ada)).body.msg).toBe(
      'The contract had already been liquidated. $160.00 is back in your trading account.',
    )
    expect((await farms.yields(ada))[0]).toMatchObject({ state: 'liquidated' })
  })
  it('releases a contract that has already reached its end', async () => {
    const { id } = await farms.start(ada, { ...reach, duration: 7 })
    await farms.world.advance(7 * dayMs)
    expect((await farms.call('farm.end', { id }, ada)).body.msg).toBe(
      'The contract had already reached its end. $1,000.00 is back in your trading account.',
    )
    expect(farms.verify(await farms.statementOf(ada, id))).toContain('1 weeks, released')
  })
  it('not_found: for an unknown, invalid or another customer’s ID; ended: when repeated', async () => {
    const { id } = await farms.start(ada, reach)
    const ben = await farms.world.addCustomer()
    for (const [input, person] of [
      [someId, ada],
      ['nonsense', ada],
      [id, ben],
    ] as const) {
      const { status, body } = await farms.call('farm.end', { id: input }, person)
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
    }
    await farms.call('farm.end', { id }, ada)
    const { status, body } = await farms.call('farm.end', { id }, ada)
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'ended' })
  })
})
