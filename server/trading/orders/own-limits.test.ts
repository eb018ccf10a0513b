import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shardOf } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import { createLossFloors } from './own-limits.ts'
import type { LossLimit, OrderRules } from './order-rules.ts'
import { createScriptedWorld, startMs, type ScriptedWorld } from '../test-world.ts'

// Refusals of 'trade' that result from a customer's own limits.

let world: ScriptedWorld
let customer: { secrete: string; id: string }
let rules: OrderRules
beforeEach(async () => {
  rules = { lossLimits: [] }
  world = await createScriptedWorld(['EURUSD'], {
    orderRules: (id) => (id === customer.id ? rules : { lossLimits: [] }),
  })
  await world.publish('EURUSD', [0, 1_000])
  customer = await world.addCustomer()
})
afterEach(() => world.stop())

const place = (amount = '10.00', headers: Record<string, string> = {}, secrete = customer.secrete, TYPE = 'BUY') =>
  world.api.call('trade', { symbols: 'EURUSD', amount, interval: 5, TYPE }, { secrete, headers })
const dayLimit = (limitMinor: bigint, fromMs = startMs): LossLimit => ({ limitMinor, fromMs, period: 'day' })
const codes = (answers: Awaited<ReturnType<typeof place>>[]) => answers.map(({ body }) => body.code ?? 'ok').sort()
let pastMs = 0
/** Settles the open five-second trades with an exit above their strike (`1`) or below it (`-1`). */
async function settleAll(move: 1 | -1) {
  await world.publish('EURUSD', [pastMs + 1_000, 1_000], [pastMs + 4_000, 1_000 + move], [pastMs + 5_500, 1_000 + move])
  await world.platform.clock.advance(6_000)
  pastMs += 6_000
  await world.publish('EURUSD', [pastMs, 1_000])
}
beforeEach(() => {
  pastMs = 0
})

describe('account_frozen, timed_out, excluded, session_limit, reality_due', () => {
  const refusals = [
    [
      new Refused('account_frozen'),
      'Your account is frozen. Your security page shows why and how to have it unfrozen.',
    ],
    [
      new Refused('timed_out', { until: '6 January 2026, 12:00 UTC' }),
      'You are on a time-out until 6 January 2026, 12:00 UTC.',
    ],
    [new Refused('excluded', { until: 'until 5 July 2026' }), 'You have excluded yourself until 5 July 2026.'],
    [new Refused('session_limit', { minutes: 60 }), 'You have reached your session limit of 60 minutes.'],
    [new Refused('reality_due'), 'Confirm your reality check first.'],
  ] as const
  it.each(refusals)('refuses an order: %o', async (refusal, msg) => {
    rules = { refusal, lossLimits: [] }
    expect(await place()).toMatchObject({ status: 403, body: { code: refusal.code, msg } })
    expect(await world.balance(customer.id)).toBe(10_000_00n)
    expect((await place('10.00', {}, (await world.addCustomer()).secrete)).status).toBe(200)
  })

  it('still returns the response to an order that was placed before', async () => {
    const first = await place('10.00', { 'idempotency-key': 'order-1' })
    rules = { refusal: new Refused('account_frozen'), lossLimits: [] }
    expect((await place('10.00', { 'idempotency-key': 'order-1' })).body).toEqual(first.body)
  })
})

describe('own_stake_limit', () => {
  it("refuses a stake above the customer's limit, and accepts a stake at the limit", async () => {
    rules = { maxStakeMinor: 20_00n, lossLimits: [] }
    expect(await place('20.01')).toMatchObject({
      status: 403,
      body: { code: 'own_stake_limit', msg: 'Your own limit is $20.00 per trade.' },
    })
    expect((await place('20.00')).status).toBe(200)
  })
})

describe('own_loss_limit', () => {
  it('refuses every order that could exceed it, no matter how many arrive at once', async () => {
    rules = { lossLimits: [dayLimit(50_00n)] }
    const answers = await Promise.all(Array.from({ length: 20 }, () => place()))
    expect(codes(answers)).toEqual([...Array(5).fill('ok'), ...Array(15).fill('own_loss_limit')])
    expect(answers.find(({ status }) => status === 403)!.body.msg).toBe(
      'This order could take your losses past your own limit of $50.00 per day.',
    )
    expect(await world.balance(customer.id)).toBe(9_950_00n)
  })

  it('counts losses, and is enforced while trades settle and orders arrive', async () => {
    rules = { lossLimits: [dayLimit(50_00n)] }
    for (let turn = 0; turn < 2; turn++) expect((await place()).status).toBe(200)
    await settleAll(-1)
    expect(codes(await Promise.all(Array.from({ length: 10 }, () => place())))).toEqual([
      ...Array(3).fill('ok'),
      ...Array(7).fill('own_loss_limit'),
    ])
    await world.publish('EURUSD', [pastMs + 1_000, 1_000], [pastMs + 4_000, 999], [pastMs + 5_500, 999])
    const [racing] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => place())),
      world.platform.clock.advance(6_000),
    ])
    expect(codes(racing)).toEqual(Array(10).fill('own_loss_limit'))
    expect(await world.balance(customer.id)).toBe(9_950_00n)
  })

  it('allows the customer to lose the profits made in the period', async () => {
    rules = { lossLimits: [dayLimit(10_00n)] }
    expect((await place()).status).toBe(200)
    await settleAll(1)
    expect(codes([await place('19.00'), await place('10.00')])).toEqual(['ok', 'own_loss_limit'])
  })

  it('ignores losses from before the period, and cached results of an older period', async () => {
    rules = { lossLimits: [dayLimit(20_00n)] }
    await place()
    await settleAll(-1)
    expect(codes([await place(), await place()])).toEqual(['ok', 'own_loss_limit'])
    await settleAll(-1)
    // The period is old enough for the result at its start to be cached.
    await world.platform.clock.advance(80_000)
    pastMs += 80_000
    await world.publish('EURUSD', [pastMs, 1_000])
    expect((await place()).body.code).toBe('own_loss_limit')
    rules = { lossLimits: [dayLimit(20_00n, startMs + pastMs)] }
    expect(codes([await place(), await place(), await place()])).toEqual(['ok', 'ok', 'own_loss_limit'])
  })

  it('reports the strictest of several limits', async () => {
    rules = {
      lossLimits: [
        dayLimit(30_00n),
        { limitMinor: 20_00n, fromMs: startMs - 1000, period: 'week' },
        { limitMinor: 500_00n, fromMs: 0, period: 'month' },
      ],
    }
    expect((await place('25.00')).body).toMatchObject({
      code: 'own_loss_limit',
      msg: 'This order could take your losses past your own limit of $20.00 per week.',
    })
  })

  it('reads the losses of many accounts in one query, and caches them', async () => {
    const other = await world.addCustomer()
    await place('10.00')
    await place('20.00', {}, other.secrete)
    await settleAll(-1)
    const lossFloors = createLossFloors(world.platform)
    const ownerOf = ({ id }: { id: string }) => ({ customerId: id, shard: shardOf(id) })
    const sinceLater = { limitMinor: 5_00n, fromMs: startMs + pastMs + 1, period: 'week' } as const
    const questions = [
      { owner: ownerOf(customer), limits: [dayLimit(30_00n), sinceLater] },
      { owner: ownerOf(customer), limits: [] },
      { owner: ownerOf(other), limits: [dayLimit(40_00n)] },
    ]
    const connect = vi.spyOn(world.platform.pool, 'connect')
    const floors = await lossFloors(questions, startMs + 3_600_000)
    // In a later period, the earlier loss of 10.00 doesn't count, so another 5.00 may be lost.
    expect(floors.map((floor) => floor?.minResultMinor)).toEqual([-15_00n, undefined, -40_00n])
    expect(connect).toHaveBeenCalledTimes(1)
    expect(await lossFloors(questions, startMs + 3_600_000)).toEqual(floors)
    expect(connect).toHaveBeenCalledTimes(1)
  })

  it("doesn't affect other customers in the same batch", async () => {
    rules = { lossLimits: [dayLimit(10_00n)] }
    const other = await world.addCustomer()
    const answers = await Promise.all([
      place(),
      place(),
      place('10.00', {}, other.secrete),
      place('10.00', {}, other.secrete),
    ])
    const [first, second, ...ofOther] = answers.map(({ status }) => status)
    // Either of two simultaneous orders may come first.
    expect([first, second].sort()).toEqual([200, 403])
    expect(ofOther).toEqual([200, 200])
    expect((await world.ledger.reconcile()).breaks).toEqual([])
  })
})

it('stores the result of settled trades per customer', async () => {
  await place('10.00')
  await place('20.00', {}, customer.secrete, 'SELL')
  await settleAll(1)
  const { rows } = await world.platform.pool.query(
    'SELECT result_minor FROM trading.customers WHERE customer_id = $1',
    [customer.id],
  )
  expect(rows).toEqual([{ result_minor: 9_00n - 20_00n }])
})
