import { afterAll, beforeAll, expect, it } from 'vitest'
import { createIdentityWorld, type IdentityWorld } from '../test-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

it('returns the practice grant of the settings in the currency that is asked for, or in dollars', async () => {
  const { practiceGrant: amount } = world.platform.config
  expect((await world.call('register.terms')).body).toEqual({ grant: { amount, cur: 'USD' } })
  expect((await world.call('register.terms', { cur: 'GBP' })).body).toEqual({ grant: { amount, cur: 'GBP' } })
  expect((await world.call('register.terms', { cur: 'BTC' })).status).toBe(400)
})
