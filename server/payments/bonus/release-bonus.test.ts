import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createBonusWorld, type BonusWorld, type Person } from './test-bonus.ts'

let world: BonusWorld
let ada: Person

beforeAll(async () => {
  world = await createBonusWorld()
})
afterAll(async () => {
  expect((await world.ledger.reconcile()).ok).toBe(true)
  await world.stop()
})
beforeEach(async () => {
  ada = await world.addPerson()
})

describe("'bonus.release'", () => {
  it('moves the free part to the trading account, and leaves the locked part', async () => {
    await world.verify(ada)
    await world.grant(ada, { turnoverTimes: 0 })
    expect(await world.release(ada)).toMatchObject({ status: 200, body: { moved: '20.00' } })
    expect(await world.shown(ada)).toMatchObject({ balance: '25.00', locked: '25.00', free: '0.00' })
    expect(await world.balance(ada, 'trading')).toBe(20_00n)
    world.settle(ada, 125_00n)
    expect(await world.release(ada)).toMatchObject({ status: 200, body: { moved: '25.00' } })
    expect(await world.balance(ada, 'trading')).toBe(45_00n)
  })
  it('moves the bonus once, no matter how often the customer requests it', async () => {
    await world.grant(ada, { turnoverTimes: 0 })
    const answers = await Promise.all([1, 2, 3].map(() => world.release(ada, { 'idempotency-key': 'once' })))
    expect(answers.map(({ body }) => body.moved)).toEqual(['20.00', '20.00', '20.00'])
    const others = await Promise.all([1, 2].map(() => world.release(ada)))
    expect(others.map(({ status }) => status)).toEqual([409, 409])
    expect(await world.balance(ada, 'trading')).toBe(20_00n)
  })
  it('refuses with no_bonus if there is no bonus', async () => {
    expect(await world.release(ada)).toMatchObject({ status: 409, body: { code: 'no_bonus' } })
  })
  it('refuses with bonus_locked until the terms are met, and states the remaining turnover', async () => {
    await world.verify(ada)
    world.settle(ada, 100_00n)
    expect(await world.release(ada)).toMatchObject({
      status: 409,
      body: { code: 'bonus_locked', msg: expect.stringContaining('$25.00') },
    })
    expect(await world.balance(ada, 'trading')).toBe(0n)
  })
})
