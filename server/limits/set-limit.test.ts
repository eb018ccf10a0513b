import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loosensAfterMs } from '../../api/calls/limits/own-limits.ts'
import { createLimitsWorld, type LimitsWorld } from './test-world.ts'

let world: LimitsWorld
let ada: { id: string; secrete: string }
beforeEach(async () => {
  world = await createLimitsWorld()
  ada = world.addCustomer()
})
afterEach(() => world.stop())

const set = (name: string, value: unknown) => world.api.call('limits.set', { name, value }, ada)
const cancel = (name: string) => world.api.call('limits.cancel', { name }, ada)
const rules = () => world.limits.orderRules(ada.id, world.platform.clock.nowMs())

describe("'limits.set'", () => {
  it('applies a tighter limit at once, in every process', async () => {
    const other = world.otherProcess()
    expect(await other.orderRules(ada.id, world.platform.clock.nowMs())).toEqual({ lossLimits: [] })
    expect(await set('stake', '25.50')).toMatchObject({
      status: 200,
      body: { msg: 'Your limit applies now.', limit: { name: 'stake', value: '25.50', waiting: null, used: null } },
    })
    expect(await other.orderRules(ada.id, world.platform.clock.nowMs())).toEqual({
      maxStakeMinor: 25_50n,
      lossLimits: [],
    })
    expect(await rules()).toEqual({ maxStakeMinor: 25_50n, lossLimits: [] })
    // The second result comes from the cache.
    expect(rules()).toEqual({ maxStakeMinor: 25_50n, lossLimits: [] })
  })

  it('delays a looser limit by a day, and shows when it applies', async () => {
    await set('stake', '25')
    const from = world.platform.clock.nowMs() + loosensAfterMs
    const answer = await set('stake', '')
    expect(answer.body).toMatchObject({ limit: { value: '25.00', waiting: { value: null, from } } })
    expect(answer.body.msg).toBe(
      'A looser limit applies from 6 January 2026, 12:00 UTC. Until then, you can cancel the change.',
    )
    await world.platform.clock.advance(loosensAfterMs - 1)
    expect(await rules()).toEqual({ maxStakeMinor: 25_00n, lossLimits: [] })
    await world.platform.clock.advance(1)
    expect(await rules()).toEqual({ lossLimits: [] })
    const { body } = await world.api.call('limits', {}, ada)
    expect(body.limits.find(({ name }: { name: string }) => name === 'stake')).toEqual({
      name: 'stake',
      unit: 'money',
      value: null,
      waiting: null,
      used: null,
    })
  })

  it('gives trading the loss limits with the start of each period', async () => {
    await set('loss_day', '10')
    await set('loss_week', 20)
    await set('loss_month', '30')
    const midnight = Date.UTC(2026, 0, 5)
    expect(await rules()).toEqual({
      lossLimits: [
        { limitMinor: 10_00n, fromMs: midnight, period: 'day' },
        { limitMinor: 20_00n, fromMs: midnight, period: 'week' },
        { limitMinor: 30_00n, fromMs: Date.UTC(2026, 0, 1), period: 'month' },
      ],
    })
  })

  it('serialises concurrent changes, and applies the tightest one', async () => {
    await set('stake', '50')
    await Promise.all(Array.from({ length: 12 }, (_, index) => set('stake', String(100 - index * 8))))
    const limits = await rules()
    expect(limits.maxStakeMinor).toBeLessThanOrEqual(50_00n)
    expect(limits.maxStakeMinor).toBe(12_00n)
  })

  it('returns unknown_limit', async () => {
    for (const name of ['nothing', '', '__proto__'])
      expect((await set(name, '5')).body).toMatchObject({
        type: 'warning',
        code: 'unknown_limit',
        msg: 'This limit doesn’t exist.',
      })
  })
  it('returns bad_amount', async () => {
    for (const value of ['-1', '1e3', 'NaN', '5.001', '1,50', '10; drop'])
      expect(await set('deposit_day', value)).toMatchObject({ status: 400, body: { code: 'bad_amount' } })
    expect(await rules()).toEqual({ lossLimits: [] })
  })
  it('returns bad_minutes', async () => {
    for (const value of ['4', '1441', '30.5'])
      expect((await set('session_day', value)).body).toMatchObject({
        code: 'bad_minutes',
        msg: 'Enter a whole number of minutes from 5 to 1440.',
      })
    for (const value of ['9', '241', '-20'])
      expect((await set('reality', value)).body).toMatchObject({
        code: 'bad_minutes',
        msg: 'Enter a whole number of minutes from 10 to 240.',
      })
  })
})

describe("'limits.cancel'", () => {
  it('cancels a pending change', async () => {
    await set('stake', '25')
    await set('stake', '90')
    expect((await cancel('stake')).body).toMatchObject({ type: 'success', limit: { value: '25.00', waiting: null } })
    await world.platform.clock.advance(2 * loosensAfterMs)
    expect(await rules()).toEqual({ maxStakeMinor: 25_00n, lossLimits: [] })
  })
  it('returns nothing_waiting and unknown_limit', async () => {
    expect(await cancel('stake')).toMatchObject({ status: 409, body: { code: 'nothing_waiting' } })
    await set('stake', '25')
    await set('stake', '90')
    await world.platform.clock.advance(loosensAfterMs)
    expect((await cancel('stake')).body.code).toBe('nothing_waiting')
    expect((await cancel('none')).body.code).toBe('unknown_limit')
  })
})

describe('the database', () => {
  const run = (text: string) => world.platform.owner.query(text)
  it('refuses to loosen a limit early, to delete it, or to set its time of change back', async () => {
    await set('stake', '25')
    const now = world.platform.clock.nowMs()
    await expect(run(`UPDATE limits.own_limit SET value = 9000, changed_at_ms = ${now}`)).rejects.toThrow(
      /waits for a day/,
    )
    await expect(run(`UPDATE limits.own_limit SET value = NULL, changed_at_ms = ${now}`)).rejects.toThrow(
      /waits for a day/,
    )
    await expect(
      run(`UPDATE limits.own_limit SET waiting_value = 9000, waiting_from_ms = ${now + 1000}, changed_at_ms = ${now}`),
    ).rejects.toThrow(/waits for a day/)
    await expect(run('UPDATE limits.own_limit SET changed_at_ms = 0')).rejects.toThrow(/time goes back/)
    await expect(run('DELETE FROM limits.own_limit')).rejects.toThrow(/refused/)
  })
})

describe("'limits'", () => {
  it('shows how much of each limit is used', async () => {
    world.facts.result = { trades: 3, netMinor: -12_50n }
    world.facts.deposited = [
      { atMs: Date.UTC(2026, 0, 5, 8), amountMinor: 40_00n },
      { atMs: Date.UTC(2026, 0, 2), amountMinor: 5_00n },
    ]
    const { body } = await world.api.call('limits', {}, ada)
    expect(body).toMatchObject({ cur: 'USD', pause: null })
    expect(
      Object.fromEntries(body.limits.map(({ name, used }: { name: string; used: string }) => [name, used])),
    ).toEqual({
      deposit_day: '40.00',
      deposit_week: '40.00',
      deposit_month: '45.00',
      stake: null,
      loss_day: '12.50',
      loss_week: '12.50',
      loss_month: '12.50',
      session_day: '1',
      reality: null,
    })
  })
  it('shows a profit as zero loss, and never shows another customer’s limits', async () => {
    world.facts.result = { trades: 1, netMinor: 9_00n }
    await set('stake', '25')
    const ben = world.addCustomer('EUR')
    const { body } = await world.api.call('limits', {}, ben)
    expect(body.cur).toBe('EUR')
    expect(
      body.limits.every(
        ({ value, used }: { value: unknown; used: string | null }) =>
          value === null && (used === null || Number(used) <= 1),
      ),
    ).toBe(true)
  })
})
