import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  check,
  checkSums,
  kill,
  plantDamage,
  sendAgain,
  settleAll,
  startKillWorld,
  stopKillWorld,
  underLoad,
  victims,
  type KillWorld,
} from './rig/kills.ts'

/**
 * Kills of the app, of its database and of both, while customers do everything that takes a key. `npm run faults` repeats them.
 * The checker that compares the clients' journal with the database shares no code with the product. Source: targets.md R1 to R5.
 */
let world: KillWorld
beforeAll(async () => {
  world = await startKillWorld()
}, 90_000)
afterAll(() => world && stopKillWorld(world), 60_000)

const nothing = { lost: 0, altered: 0, phantom: 0, doubled: 0, sums: 0 }

describe.each(victims)('after kill -9 of %s under load', { timeout: 120_000 }, (victim) => {
  it('takes orders again by itself', async () => {
    expect(await underLoad(world, () => kill(world, victim))).toBeLessThan(60_000)
  })

  it('answers every refusal clearly', () => {
    const refused = world.sent.filter(({ outcome }) => outcome === 'refused')
    const unclear = refused.filter(({ status }) => ![409, 503].includes(status))
    expect(unclear.map(({ call, status, code }) => `${call} ${status} ${code}`)).toEqual([])
  })

  it('gives a request that is sent again one effect, and refuses its key for another body', async () => {
    const { wrong, otherBodies } = await sendAgain(world)
    expect(wrong).toEqual([])
    expect(otherBodies).toBeGreaterThan(0)
    expect(checkSums(world).findings).toEqual([])
  })
})

it('has lost, altered and invented nothing, and settled each trade once', { timeout: 90_000 }, async () => {
  await settleAll(world)
  const { acknowledged, counts, findings } = check(world)
  expect(findings).toEqual([])
  expect(counts).toEqual(nothing)
  expect(Object.keys(acknowledged)).toEqual(expect.arrayContaining(['trade', 'withdraw', 'withdrawals.cancel', 'createtrnx', 'farm', 'copytrader']))
})

it('is checked by a program that sees planted damage', { timeout: 60_000 }, async () => {
  const results = await plantDamage(world)
  expect(results['a deleted trade'].counts.lost).toBe(1)
  expect(results['an altered payout'].counts.altered).toBeGreaterThan(0)
  expect(results['a doubled transfer'].counts.doubled).toBe(1)
  expect(check(world).counts).toEqual(nothing)
})
