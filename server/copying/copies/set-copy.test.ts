import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCopyingWorld, type Copier, type CopyingWorld } from '../test-world.ts'

let world: CopyingWorld
let ada: Copier
beforeAll(async () => {
  world = await createCopyingWorld()
  ada = await world.addCopier()
  await world.as(ada, 'copytrader', { copytrade: 'breakwater', amount: '25', stopLoss: '100' })
})
afterAll(() => world.stop())

const set = (input: Record<string, unknown>) => world.as(ada, 'copies.set', { tid: 'breakwater', ...input })
const mine = async () => (await world.as(ada, 'copies')).body[0]

it('changes the given settings and keeps the rest', async () => {
  expect((await set({ maxStake: '40' })).body).toMatchObject({ type: 'success' })
  expect(await mine()).toMatchObject({ amount: '25.00', maxStake: '40.00', stopLoss: '100.00', state: 'active' })
  await set({ maxStake: '', paused: true })
  expect(await mine()).toMatchObject({ maxStake: null, state: 'paused' })
  await set({ paused: false, classes: 'crypto' })
  expect(await mine()).toMatchObject({ state: 'active', classes: ['crypto'] })
})

it.each([
  ['not_copied', { tid: 'pendulum' }],
  ['bad_amount', { amount: '10.001' }],
  ['amount_too_small', { amount: '9.99' }],
  ['bad_class', { classes: 'art' }],
])('refuses %s and changes nothing', async (code, input) => {
  const before = await mine()
  expect((await set(input)).body.code).toBe(code)
  expect(await mine()).toEqual(before)
})
