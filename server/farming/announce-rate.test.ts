import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../api/farming-rules.ts'
import { createFarmingWorld, type FarmingWorld, type Person } from './test-world.ts'

let farms: FarmingWorld
let ada: Person
let finance: Person
const input = {
  plan: 'btc-steady',
  weekly: '0.12',
  minimum: '0.08',
  borrowing: '0.07',
  note: 'Changed by this test',
}

beforeAll(async () => {
  farms = await createFarmingWorld()
})
beforeEach(async () => {
  // The sessions expire while the clock moves.
  ada = await farms.world.addCustomer()
  finance = { id: '', secrete: await farms.world.addOperator('finance') }
})
afterAll(async () => {
  expect((await farms.world.ledger.reconcile()).ok).toBe(true)
  await farms.stop()
})

const propose = (changed: Record<string, unknown> = {}, person = finance) =>
  farms.call('farm.announce', { ...input, ...changed }, person)
async function announce(changed: Record<string, unknown> = {}) {
  expect((await propose(changed)).body).toEqual({
    type: 'success',
    msg: 'A second operator has to approve this.',
    outcome: 'needs_second',
  })
  expect((await farms.world.approve()).status).toBe(200)
}

describe("'farm.announce'", () => {
  it('applies from the next Monday, even to running contracts, but never below their promised minimum', async () => {
    // The world begins at noon on a Monday: the change takes effect in the first week, half a day before its end.
    const contract = await farms.start(ada, { plan: 'btc-steady', amount: '1000', lever: '2', duration: '30' })
    await propose({ weekly: '0.02', minimum: '0.02', borrowing: '0.01' })
    expect(
      (await farms.call('farm.rates')).body.filter(({ planId }: { planId: string }) => planId === 'btc-steady'),
    ).toHaveLength(1)
    expect((await farms.world.approve()).status).toBe(200)
    const [newest, installed] = (await farms.call('farm.rates')).body.filter(
      ({ planId }: { planId: string }) => planId === 'btc-steady',
    )
    expect([newest, installed]).toMatchObject([
      { weekly: '0.0200', from: Date.UTC(2026, 0, 12), inForce: false },
      { weekly: '0.0900', from: 0, inForce: true },
    ])
    await farms.days(14)
    const statement = await farms.statementOf(ada, contract.id)
    const [second, first] = statement.weeks
    expect(first!.stretches.map(({ announced, applied }) => [announced, applied])).toEqual([
      [900, 900],
      [200, 500],
    ])
    expect(first!.stretches[1]!.from).toBe(Date.UTC(2026, 0, 12))
    // The contract's minimum applies: 2 x 0.05% - 0.07%, although 0.02% is announced. The contract's borrowing cost
    // doesn't change either.
    expect(second).toMatchObject({ stretches: [{ announced: 200, applied: 500 }] })
    expect(Number(second!.paidMinor)).toBeGreaterThanOrEqual(30)
    expect(Number(second!.paidMinor)).toBeLessThanOrEqual(31)
    expect(farms.verify(statement)).toContain('The statement holds')
    expect((await farms.call('yplans')).body[0]).toMatchObject({
      id: 'btc-steady',
      weekly: '0.0200',
      delivered: expect.any(String),
      contracts: 1,
    })
  })
  it('promises the rates in force when the contract was requested', async () => {
    await announce()
    await farms.world.advance(7 * dayMs)
    const { id } = await farms.start(
      { ...ada, secrete: await farms.world.identity.openSession(ada.id) },
      { plan: 'btc-steady', amount: '1000', lever: '2' },
    )
    await farms.again(ada)
    expect((await farms.statementOf(ada, id)).terms).toMatchObject({ minimum: 800, borrowing: 700 })
  })
  it('keeps both announcements if there are two for one Monday, and applies the later one', async () => {
    await announce({ plan: 'eth-steady', weekly: '0.2' })
    await announce({ plan: 'eth-steady', weekly: '0.3' })
    await farms.world.advance(7 * dayMs)
    expect(
      (await farms.call('farm.rates')).body.filter(
        ({ planId, inForce }: { planId: string; inForce: boolean }) => planId === 'eth-steady' && inForce,
      ),
    ).toMatchObject([{ weekly: '0.3000' }])
  })
  it.each([
    [{ plan: 'btc-nothing' }, 'unknown_plan'],
    [{ weekly: '0' }, 'bad_rate'],
    [{ weekly: '1.0001' }, 'bad_rate'],
    [{ borrowing: '0' }, 'bad_rate'],
    [{ minimum: '0.1201' }, 'minimum_above_rate'],
    // At leverage 2, twice the minimum rate must cover the borrowing cost of one deposit.
    [{ minimum: '0.03', borrowing: '0.0601' }, 'cost_above_minimum'],
    [{ weekly: '-1' }, 'bad_input'],
    [{ note: 'no' }, 'bad_input'],
  ])('refuses %o with %s', async (changed, code) => {
    const { status, body } = await propose(changed)
    expect({ status, code: body.code }).toEqual({ status: 400, code })
  })
  it('is hidden from operators without the permission', async () => {
    for (const person of [ada, { id: '', secrete: await farms.world.addOperator('support') }])
      expect((await propose({}, person)).body.code).toBe('unknown_call')
  })
  it('is recorded permanently', async () => {
    await expect(farms.world.platform.owner.query('UPDATE farming.rates SET weekly_ppm = 1')).rejects.toThrow(
      'append-only',
    )
  })
})
