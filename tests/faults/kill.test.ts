import { afterAll, beforeAll, expect, it } from 'vitest'
import { killOften, type KillRun } from './rig/kill-figures.ts'
import { startKillWorld, stopKillWorld, victims, type KillWorld } from './rig/kills.ts'

/**
 * One kill of the app, of its database and of both, while customers do everything that takes a key. `npm run faults` makes
 * a hundred by the same code. The checker that compares the clients' journal with the database shares no code with the
 * product. Source: docs/spec/targets.md R1 to R5.
 */
let world: KillWorld
let run: KillRun
beforeAll(async () => {
  world = await startKillWorld()
  run = await killOften(world, victims.length, (line) => process.stdout.write(`${line}\n`))
}, 300_000)
afterAll(() => world && stopKillWorld(world), 60_000)

const nothing = { lost: 0, altered: 0, phantom: 0, doubled: 0, sums: 0 }

it.each(victims)('takes orders again by itself after kill -9 of %s under load', (victim) => {
  expect(run.firstOrderMs[victim]).toHaveLength(1)
  expect(run.firstOrderMs[victim][0]).toBeLessThan(60_000)
})

it('answers every refusal clearly', () => expect(run.unclear).toEqual([]))

it('gives a request that is sent again one effect, and refuses its key for another body', () => {
  expect(run.again.wrong).toEqual([])
  expect(run.again.otherBodies).toBeGreaterThan(0)
})

it('keeps every sum under load and after kills', () => {
  expect(run.sums.checks).toBe(2 * victims.length)
  expect(run.sums.breaks).toEqual([])
})

it('has lost, altered and invented nothing, and settled each trade once', () => {
  expect(run.checked.findings).toEqual([])
  expect(run.checked.counts).toEqual(nothing)
  const calls = ['trade', 'withdraw', 'withdrawals.cancel', 'createtrnx', 'farm', 'copytrader']
  expect(Object.keys(run.checked.acknowledged)).toEqual(expect.arrayContaining(calls))
})

it('is checked by a program that sees planted damage', () => {
  expect(run.damaged['a deleted trade']!.counts.lost).toBe(1)
  expect(run.damaged['an altered payout']!.counts.altered).toBeGreaterThan(0)
  expect(run.damaged['a void without a reason']!.counts.altered).toBeGreaterThan(0)
  expect(run.damaged['a doubled transfer']!.counts.doubled).toBe(1)
  expect(run.restored.counts).toEqual(nothing)
})
