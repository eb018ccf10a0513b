import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProofsWorld, operatorSecret, type ProofsWorld } from '../test-world.ts'
import type { Span } from './periods.ts'

let world: ProofsWorld
const requested: Record<string, readonly Span[]> = {}

beforeAll(async () => {
  world = await createProofsWorld({
    desk: {
      signUps: async (spans) => ((requested.signUps = spans), spans.map((_, place) => place)),
      active: async (spans) => ((requested.active = spans), spans.map((_, place) => 10 + place)),
      activeSince: async () => 3,
      trades: async (spans) => ({
        sums: [
          { span: 0, asset: 'USD', trades: 2, stakesMinor: 5_000n, houseResultMinor: -250n },
          { span: 1, asset: 'EUR', trades: 1, stakesMinor: 700n, houseResultMinor: 700n },
          { span: spans.length - 1, asset: 'USD', trades: 2, stakesMinor: 5_000n, houseResultMinor: -250n },
        ],
        traders: spans.map((_, place) => 20 + place),
      }),
      openTrades: async () => [{ asset: 'USD', trades: 4, stakesMinor: 4_000n, profitsMinor: 3_600n }],
    },
  })
})
afterAll(() => world.stop())

describe("'desk.figures'", () => {
  it('compares each period per currency, without adding currencies up', async () => {
    const { body } = await world.call('desk.figures', {}, { secrete: operatorSecret })
    expect(body).toMatchObject({
      activeNow: 3,
      customers: 7,
      open: [{ asset: 'USD', trades: 4, stakes: '40.00', profits: '36.00' }],
    })
    const [today, week, month] = body.periods
    expect(today).toMatchObject({
      id: 'today',
      signUps: 0,
      signUpsBefore: 1,
      active: 10,
      traders: 20,
      tradersBefore: 21,
      trades: 2,
      tradesBefore: 1,
      money: [
        { asset: 'EUR', stakes: '0.00', stakesBefore: '7.00', houseResult: '0.00', houseResultBefore: '7.00' },
        { asset: 'USD', stakes: '50.00', stakesBefore: '0.00', houseResult: '-2.50', houseResultBefore: '0.00' },
      ],
    })
    expect(week).toMatchObject({ id: 'week', signUps: 2, signUpsBefore: 3, active: 11, money: [] })
    expect(month).toMatchObject({ id: 'month', signUps: 4, signUpsBefore: 5, active: 12 })
    expect(body.days).toHaveLength(30)
    expect(body.days.at(-1)).toMatchObject({ trades: 2, money: [{ asset: 'USD', houseResult: '-2.50' }] })
    expect(requested.active!.every(({ toMs }) => toMs === body.at)).toBe(true)
    expect(requested.signUps).toHaveLength(36)
  })

  it('doesn’t exist for customers', async () => {
    expect((await world.call('desk.figures', {}, { secrete: await world.customerWith({ USD: 1n }) })).body.code).toBe(
      'unknown_call',
    )
  })
})
