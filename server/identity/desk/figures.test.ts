import { afterAll, beforeAll, expect, it } from 'vitest'
import { createIdentityWorld, type IdentityWorld } from '../test-world.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

const hourMs = 3_600_000

it('counts registrations and people seen per span, without simulated accounts', async () => {
  const { clock } = world.platform
  const startMs = clock.nowMs()
  await world.signUp('ada@example.org')
  await world.identity.addCustomer({
    email: 'expert@example.org',
    name: 'Expert',
    phone: '+12025550143',
    country: 'US',
    currency: 'USD',
    simulated: true,
  })
  await clock.advance(2 * hourMs)
  const bob = await world.signUp('bob@example.org')
  await clock.advance(hourMs)
  await world.call('user', {}, { secrete: bob })
  await world.call('updates', {}, { secrete: bob })
  const nowMs = clock.nowMs()
  const spans = [
    { fromMs: startMs - 1, toMs: nowMs },
    { fromMs: startMs + hourMs, toMs: nowMs },
    { fromMs: nowMs - 1, toMs: nowMs },
  ]
  const { deskFigures } = world.identity
  expect(await deskFigures.signUps(spans)).toEqual([2, 1, 0])
  expect(await deskFigures.active(spans)).toEqual([2, 1, 0])
  expect(await deskFigures.activeSince(startMs)).toBe(2)
  expect(await deskFigures.activeSince(startMs + hourMs)).toBe(1)
  expect(await deskFigures.activeSince(nowMs + 1)).toBe(0)
})
