import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLimitsWorld, type LimitsWorld } from './test-world.ts'

let world: LimitsWorld
let ada: { id: string; secrete: string }
beforeEach(async () => {
  world = await createLimitsWorld()
  ada = world.addCustomer()
})
afterEach(() => world.stop())

const set = (name: string, value: string) => world.api.call('limits.set', { name, value }, ada)
/** Starts a deposit as the payments module does: in the check's transaction. */
const begin = (amountMinor: bigint) =>
  world.platform.db.transaction().execute(async (tx) => {
    await world.limits.checkDeposit(tx, ada.id, amountMinor, 'USD')
    world.facts.deposited.push({ atMs: world.platform.clock.nowMs(), amountMinor })
  })

it('allows deposits up to the daily and weekly limits, and states the remainder in the refusal', async () => {
  await set('deposit_day', '50')
  await set('deposit_week', '80')
  await begin(50_00n)
  await expect(begin(1n)).rejects.toMatchObject({
    code: 'deposit_limit',
    details: {
      max: { amount: '50.00', asset: 'USD' },
      period: { phrase: 'per_day' },
      left: { amount: '0.00', asset: 'USD' },
    },
  })
  await world.platform.clock.advance(86_400_000)
  await expect(begin(30_01n)).rejects.toMatchObject({
    code: 'deposit_limit',
    details: {
      max: { amount: '80.00', asset: 'USD' },
      period: { phrase: 'per_week' },
      left: { amount: '30.00', asset: 'USD' },
    },
  })
  await begin(30_00n)
})

it('accepts only one of many concurrent deposits if two of them would exceed the limit', async () => {
  await set('deposit_day', '50')
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => begin(30_00n)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('allows any amount without a deposit limit', async () => {
  await begin(1_000_000_00n)
  await set('stake', '10')
  await begin(1_000_000_00n)
})

it('refuses deposits during a pause or a freeze: timed_out, excluded, account_frozen', async () => {
  await world.api.call('limits.timeout', { hours: 24, confirm: 'TIME OUT' }, ada)
  await expect(begin(1_00n)).rejects.toMatchObject({ code: 'timed_out' })
  await world.api.call('limits.exclude', { months: 0, confirm: 'EXCLUDE ME' }, ada)
  await expect(begin(1_00n)).rejects.toMatchObject({ code: 'excluded', details: { until: { phrase: 'for_ever' } } })
  world.facts.account = { frozen: 'customer', closed: false }
  await expect(begin(1_00n)).rejects.toMatchObject({ code: 'account_frozen' })
})

it('returns the remainder of the tightest limit, and whether a pause is active', async () => {
  const inTransaction = <T>(work: (tx: Parameters<typeof world.limits.isPaused>[0]) => Promise<T>) =>
    world.platform.db.transaction().execute(work)
  const room = () => inTransaction((tx) => world.limits.depositRoom(tx, ada.id))
  expect(await room()).toBeNull()
  await set('deposit_day', '50')
  await set('deposit_week', '80')
  await begin(30_00n)
  expect(await room()).toBe(20_00n)
  expect(await inTransaction((tx) => world.limits.isPaused(tx, ada.id))).toBe(false)
  await world.api.call('limits.exclude', { months: 6, confirm: 'EXCLUDE ME' }, ada)
  expect(await inTransaction((tx) => world.limits.isPaused(tx, ada.id))).toBe(true)
})
