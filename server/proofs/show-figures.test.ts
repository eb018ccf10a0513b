import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProofsWorld, type ProofsWorld } from './test-world.ts'

let world: ProofsWorld

beforeAll(async () => {
  world = await createProofsWorld()
})
afterAll(() => world.stop())

describe("'figures'", () => {
  it('come from the modules that own the data, with a description of how each figure is computed', async () => {
    const { body } = await world.call('figures')
    expect(body).toMatchObject({
      customers: 7,
      since: 1_000,
      deposited: [{ asset: 'USD', cur: '$', amount: '500.00' }],
      withdrawn: [],
      losing: { traders: 3, losers: 2, shareBps: 6667 },
    })
    expect(Object.keys(body.sources)).toEqual(['customers', 'trades', 'deposited', 'withdrawn', 'losing'])
  })
})
