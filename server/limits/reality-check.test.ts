import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLimitsWorld, type LimitsWorld } from './test-world.ts'

let world: LimitsWorld
let ada: { id: string; secrete: string }
beforeEach(async () => {
  world = await createLimitsWorld()
  ada = world.addCustomer()
})
afterEach(() => world.stop())

const minuteMs = 60_000
const call = (name: string, input = {}) => world.api.call(name, input, ada)
const refusal = async (limits = world.limits) => (await limits.orderRules(ada.id, world.platform.clock.nowMs())).refusal
/** Makes the customer active in each of the next `minutes` minutes, and leaves the clock in the last one. */
async function active(minutes: number) {
  for (let minute = 0; minute < minutes; minute++) {
    await world.platform.clock.advance(minuteMs)
    await world.use(ada.secrete)
    await world.use(ada.secrete)
  }
}

describe('a session limit', () => {
  it('allows the set number of full minutes of activity, and no more until midnight UTC', async () => {
    await call('limits.set', { name: 'session_day', value: '5' })
    await active(4)
    expect(await refusal()).toBeUndefined()
    await world.platform.clock.advance(minuteMs - 1)
    expect(await refusal()).toBeUndefined()
    await world.platform.clock.advance(1)
    await world.use(ada.secrete)
    expect(await refusal()).toMatchObject({ code: 'session_limit', details: { minutes: 5 } })
    expect((await call('limits.reality')).body).toMatchObject({ minutesToday: 6 })
    await world.platform.clock.advance(Date.UTC(2026, 0, 6) - world.platform.clock.nowMs() - 1)
    expect((await refusal())!.code).toBe('session_limit')
    await world.platform.clock.advance(1)
    expect(await refusal()).toBeUndefined()
  })

  it('does not count minutes without activity', async () => {
    await call('limits.set', { name: 'session_day', value: '5' })
    await world.platform.clock.advance(3 * 60 * minuteMs)
    expect(await refusal()).toBeUndefined()
    expect((await call('limits.reality')).body.minutesToday).toBe(2)
  })

  it('counts the same minute in two processes once, and different minutes separately', async () => {
    const other = world.otherProcess()
    const session = { sessionId: ada.id, customerId: ada.id, shard: Number.parseInt(ada.id.slice(-2), 16) % 32 }
    const there = other.countingTime(() => session)
    // All reads must finish before the clock jumps.
    const pass = async (ms: number) => {
      await Promise.all([refusal(), refusal(other)])
      await world.platform.clock.advance(ms)
    }
    await call('limits.set', { name: 'session_day', value: '5' })
    void there('x')
    for (const [here, elsewhere] of [
      [true, true],
      [true, false],
      [false, true],
      [true, true],
    ]) {
      await world.platform.clock.advance(minuteMs)
      if (here) await world.use(ada.secrete)
      if (elsewhere) void there('x')
    }
    await pass(12_000)
    expect((await call('limits.reality')).body.minutesToday).toBe(5)
    expect(await refusal(other)).toBeUndefined()
    await active(1)
    await pass(12_000)
    expect((await refusal(other))!.code).toBe('session_limit')
  })

  it('does not lose a minute during a restart', async () => {
    await active(3)
    await world.limits.stop()
    const again = world.otherProcess()
    await call('limits.set', { name: 'session_day', value: '5' })
    expect(await refusal(again)).toBeUndefined()
    const { rows } = await world.platform.pool.query(
      'SELECT sum(bit_count(minutes::bit(64))) AS minutes FROM limits.activity',
    )
    expect(rows).toEqual([{ minutes: 3n }])
  })
})

describe("'limits.reality'", () => {
  it('shows a check as due after the chosen active minutes, and blocks orders until it is confirmed', async () => {
    world.facts.result = { trades: 7, netMinor: -31_50n }
    await call('limits.set', { name: 'reality', value: '10' })
    await active(9)
    expect((await call('limits.reality')).body).toMatchObject({
      cur: 'USD',
      every: 10,
      due: false,
      in: 1,
      minutes: 9,
      trades: 7,
      net: '-31.50',
    })
    expect(await refusal()).toBeUndefined()
    const published: unknown[] = []
    world.platform.bus.subscribe('customer.changed', (message) => void published.push(message))
    await active(1)
    await expect.poll(() => published).toContainEqual({ customerId: ada.id, calls: ['limits.reality'] })
    expect((await call('limits.reality')).body).toMatchObject({
      due: true,
      in: 0,
      minutes: 10,
      since: Date.UTC(2026, 0, 5, 12),
    })
    expect((await refusal())!.code).toBe('reality_due')
    expect((await call('limits.reality.confirm')).body).toEqual({
      type: 'success',
      msg: 'Confirmed. The countdown to the next check starts now.',
      outcome: 'reality_confirmed',
    })
    expect(await refusal()).toBeUndefined()
    expect((await call('limits.reality')).body).toMatchObject({
      due: false,
      in: 10,
      minutes: 0,
      since: Date.UTC(2026, 0, 5, 12, 10),
    })
  })
  it('keeps counting past midnight', async () => {
    await world.platform.clock.advance(Date.UTC(2026, 0, 5, 23, 55) - world.platform.clock.nowMs())
    await call('limits.set', { name: 'reality', value: '10' })
    await active(10)
    expect((await refusal())!.code).toBe('reality_due')
  })
  it('shows no check as due unless the customer has set one, and then covers today', async () => {
    await active(20)
    expect((await call('limits.reality')).body).toMatchObject({
      every: null,
      due: false,
      in: null,
      minutes: 20,
      minutesToday: 20,
      since: Date.UTC(2026, 0, 5),
    })
  })
})
