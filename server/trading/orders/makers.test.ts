import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shardOf } from '../../platform/random.ts'
import { makerKeyPattern, makerOf } from './makers.ts'
import { createScriptedWorld, type ScriptedWorld } from '../test-world.ts'

describe('makers', () => {
  it("are identified by the first word of a key that clients can't send", () => {
    expect(makerOf(null)).toBe('customer')
    expect(makerOf('robot-7')).toBe('customer')
    expect(makerOf('robot 7 EURUSD')).toBe('robot')
    expect(makerOf('hunch 7')).toBe('customer')
    expect(makerKeyPattern.test('robot 7')).toBe(true)
    expect(makerKeyPattern.test('robot-7')).toBe(false)
    expect(makerKeyPattern.test('customer 7')).toBe(false)
  })
})

describe('an order from inside the product', () => {
  let world: ScriptedWorld
  beforeAll(async () => {
    world = await createScriptedWorld()
    await world.publish('EURUSD', [0, 1_085_000])
  })
  afterAll(() => world.stop())

  it("counts once per key, shows its maker, and is included in the maker's result", async () => {
    const { id, secrete } = await world.addCustomer()
    const owner = { customerId: id, shard: shardOf(id) }
    const order = { symbols: 'EURUSD', amount: '10.00', interval: 5, TYPE: 'BUY' }
    const first = await world.trading.place(order, owner, 'robot 1 EURUSD 1')
    expect((await world.trading.place(order, owner, 'robot 1 EURUSD 1')).id).toBe(first.id)
    await world.trading.place(order, owner, 'robot 10 EURUSD 1')
    expect(await world.trading.resultOfKeys(world.platform.db, id, 'robot 1 ')).toEqual({
      trades: 1,
      open: 1,
      settledMinor: 0n,
      openStakeMinor: 10_00n,
    })
    await world.publish('EURUSD', [1_000, 1_085_000], [2_000, 1_084_000], [5_000, 1_084_000], [6_000, 1_084_000])
    await world.platform.clock.advance(6_000)
    expect(await world.trading.resultOfKeys(world.platform.db, id, 'robot 1 ')).toEqual({
      trades: 1,
      open: 0,
      settledMinor: -10_00n,
      openStakeMinor: 0n,
    })
    const makers = (await world.api.call('trades', {}, { secrete })).body.map(({ by }: { by: string }) => by)
    expect(makers).toEqual(['robot', 'robot'])
  })

  it('cannot be placed by a client', async () => {
    const { secrete } = await world.addCustomer()
    const answer = await world.api.call(
      'trade',
      { symbols: 'EURUSD', amount: '10.00', interval: 5, TYPE: 'BUY' },
      { secrete, headers: { 'idempotency-key': 'robot 1 EURUSD 1' } },
    )
    expect(answer).toMatchObject({ status: 400, body: { code: 'bad_input' } })
  })
})
