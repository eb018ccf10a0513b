import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rulesBrokenBy } from '../../tests/tampering.ts'
import { farmingBooks } from './public.ts'
import { createFarmingWorld, type FarmingWorld } from './test-world.ts'

// Simulates someone with all database rights who changes yield contracts. `npm run reconcile` must detect the change.

let farms: FarmingWorld
const broken = (...statements: string[]) => rulesBrokenBy(farms.world.platform, farmingBooks, ...statements)

beforeAll(async () => {
  farms = await createFarmingWorld()
  await farms.world.setPrice('BTCUSD', 50_000)
  const ada = await farms.world.addCustomer()
  await farms.start(ada, { plan: 'btc-reach', amount: '1000', lever: '3', duration: '30' })
  for (let week = 0; week < 4; week++) await farms.days(7)
  await farms.days(3)
})
afterAll(() => farms.stop())

const interest = 'interest of week 1 follows from announced rates'

describe('the checks of yield contracts', () => {
  it('report no breaks in unaltered data', async () => {
    expect(
      (await farms.world.platform.pool.query("SELECT FROM farming.contracts WHERE state = 'released'")).rowCount,
    ).toBe(1)
    expect(await broken()).toEqual([])
  })

  it('report a changed past rate', async () => {
    expect(await broken("UPDATE farming.rates SET weekly_ppm = weekly_ppm * 2 WHERE plan_id = 'btc-reach'")).toContain(
      interest,
    )
  })

  it('report changed or missing interest', async () => {
    expect(await broken('UPDATE farming.weeks SET paid_minor = paid_minor + 1 WHERE week = 0')).toEqual([
      'yield equals transfers',
      'yield progress equals weeks',
      interest,
    ])
    expect(await broken('DELETE FROM farming.weeks WHERE week = 4')).toEqual([
      'yield equals transfers',
      'yield progress equals weeks',
    ])
  })

  it('report start and end prices that aren’t in the tick record', async () => {
    expect(await broken('UPDATE farming.contracts SET entry_seq = entry_seq + 1')).toEqual([
      'yield prices are recorded',
    ])
    expect(await broken('UPDATE farming.contracts SET entry_at_ms = entry_at_ms + 1')).toEqual([
      'yield prices are recorded',
    ])
    expect(await broken('UPDATE farming.contracts SET exit_price = exit_price * 2')).toContain(
      'yield prices are recorded',
    )
  })

  it('report a changed position, price and return', async () => {
    const terms = 'yield contract equals deposit'
    expect(await broken('UPDATE farming.contracts SET leverage_halves = 8')).toContain(terms)
    expect(await broken('UPDATE farming.contracts SET entry_price = entry_price * 2')).toContain(terms)
    expect(await broken('UPDATE farming.contracts SET liquidation_price = liquidation_price + 1')).toEqual([terms])
    expect(await broken('UPDATE farming.contracts SET returned_minor = returned_minor + 1')).toEqual([
      'yield equals transfers',
      terms,
    ])
    expect(await broken('UPDATE farming.contracts SET early_fee_bps = 1')).toEqual([terms])
    expect(await broken('UPDATE farming.contracts SET carry_parts = carry_parts + 1')).toEqual([
      'yield progress equals weeks',
    ])
  })

  it('report a running contract’s changed due time or exit price', async () => {
    const running = `state = 'running', ended_ms = NULL, returned_minor = NULL, fee_minor = 0,
      exit_price = NULL, exit_at_ms = NULL`
    expect(await broken(`UPDATE farming.contracts SET ${running}, next_ms = 1`)).toEqual(
      expect.arrayContaining(['yield prices are recorded', 'yield contract equals deposit']),
    )
    expect(
      await broken(`UPDATE farming.contracts SET ${running}, next_ms = ends_at_ms, exit_seq = NULL`),
    ).not.toContain('yield contract equals deposit')
  })
})
