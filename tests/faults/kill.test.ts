import { afterAll, beforeAll, expect, it } from 'vitest'
import { killOften, type KillRun } from './rig/kill-figures.ts'
import { startKillWorld, stopKillWorld, victims, type KillWorld } from './rig/kills.ts'

/**
 * Kills the app, its database, and then both, while customers make every kind of request with an idempotency key. `npm
 * run faults` kills them a hundred times with the same code. The checker that compares the clients' journal with the
 * database shares no code with the product. Source: docs/spec/targets.md R1 to R5.
 */
let world: KillWorld
let run: KillRun
beforeAll(async () => {
  world = await startKillWorld()
  run = await killOften(world, victims.length, (line) => process.stdout.write(`${line}\n`))
}, 300_000)
afterAll(() => world && stopKillWorld(world), 60_000)

const nothing = { lost: 0, altered: 0, phantom: 0, doubled: 0, sums: 0 }

it.each(victims)('accepts orders again without help after kill -9 of %s under load', (victim) => {
  expect(run.firstOrderMs[victim]).toHaveLength(1)
  expect(run.firstOrderMs[victim][0]).toBeLessThan(60_000)
})

it('gives every refusal a clear status', () => expect(run.unclear).toEqual([]))

it('carries out a repeated request once, and refuses another body with the same key', () => {
  expect(run.again.wrong).toEqual([])
  expect(run.again.otherBodies).toBeGreaterThan(0)
})

it('keeps every sum correct under load and after kills', () => {
  expect(run.sums.checks).toBe(2 * victims.length)
  expect(run.sums.breaks).toEqual([])
})

it('loses, alters and invents nothing, and settles each trade once', () => {
  expect(run.checked.findings).toEqual([])
  expect(run.checked.counts).toEqual(nothing)
  const calls = ['trade', 'withdraw', 'withdrawals.cancel', 'createtrnx', 'farm', 'copytrader']
  expect(Object.keys(run.checked.acknowledged)).toEqual(expect.arrayContaining(calls))
})

it('is checked by a program that detects planted damage', () => {
  expect(run.damaged['a deleted trade']!.counts.lost).toBe(1)
  expect(run.damaged['an altered payout']!.counts.altered).toBeGreaterThan(0)
  expect(run.damaged['a void without a reason']!.counts.altered).toBeGreaterThan(0)
  expect(run.damaged['a doubled transfer']!.counts.doubled).toBe(1)
  expect(run.restored.counts).toEqual(nothing)
})
