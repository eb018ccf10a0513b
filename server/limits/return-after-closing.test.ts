import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../identity/test-world.ts'
import { createLimits } from './public.ts'
import type { Limits } from './types.ts'

let world: IdentityWorld
let limits: Limits
beforeAll(async () => {
  world = await createIdentityWorld()
  limits = createLimits(world.platform, { identity: world.identity })
  limits.readFrom({ tradingResult: async () => ({ trades: 0, netMinor: 0n }), depositedSince: async () => 0n })
})
afterAll(async () => {
  await limits.stop()
  await world.stop()
})

const request = async (secrete: string) =>
  ({
    session: (await world.identity.sessionOf(secrete))!,
    idempotencyKey: undefined,
    headers: {},
    ip: '',
    userAgent: '',
  }) as never
const exclude = async (secrete: string, months: number) =>
  limits.calls['limits.exclude']({ months, confirm: 'EXCLUDE ME' }, await request(secrete))
const refusal = async (secrete: string) =>
  (await limits.orderRules((await world.identity.sessionOf(secrete))!.customerId, world.platform.clock.nowMs())).refusal
    ?.code

it('continues a self-exclusion on the account that the person opens after closing another', async () => {
  const first = await world.signUp('gone@example.org')
  await exclude(first, 0)
  expect((await world.call('close', { pwd: goodPassword, giveup: true }, { secrete: first })).status).toBe(200)
  expect(await refusal(await world.signUp('gone@example.org'))).toBe('excluded')
  expect(await refusal(await world.signUp('gone+again@example.org'))).toBe('excluded')
})

it('starts a pause on every open account with the same mailbox', async () => {
  const [one, two, other] = [
    await world.signUp('one@example.org'),
    await world.signUp('one+two@example.org'),
    await world.signUp('stranger@example.org'),
  ]
  await exclude(one, 6)
  expect([await refusal(one), await refusal(two), await refusal(other)]).toEqual(['excluded', 'excluded', undefined])
})

describe('a stranger who enters somebody else’s name and number', () => {
  it('excludes only themselves', async () => {
    const phone = '+447400999004'
    const [owner, stranger] = [
      await world.signUp('owner@example.org', { phone }),
      await world.signUp('elsewhere@example.com', { phone }),
    ]
    await exclude(stranger, 0)
    expect([await refusal(stranger), await refusal(owner)]).toEqual(['excluded', undefined])
  })

  it('excludes nobody else by entering the details later', async () => {
    const phone = '+447400999005'
    const owner = await world.signUp('second-owner@example.org', { phone })
    const stranger = await world.signUp('second-stranger@example.com')
    await exclude(stranger, 0)
    expect(
      (await world.call('details.change', { field: 'phone', value: phone, pwd: goodPassword }, { secrete: stranger }))
        .status,
    ).toBe(200)
    expect(await refusal(owner)).toBeUndefined()
  })

  it('is excluded while the owner of the details is excluded', async () => {
    const phone = '+447400999006'
    await exclude(await world.signUp('excluded-owner@example.org', { phone }), 0)
    expect(await refusal(await world.signUp('excluded-again@example.com', { phone }))).toBe('excluded')
  })
})

it('ends a pause on the new account when it would have ended on the old one', async () => {
  const first = await world.signUp('short@example.org')
  await limits.calls['limits.timeout']({ hours: 24, confirm: 'TIME OUT' }, await request(first))
  await world.call('close', { pwd: goodPassword, giveup: true }, { secrete: first })
  const second = await world.signUp('short@example.org')
  expect(await refusal(second)).toBe('timed_out')
  const session = (await world.identity.sessionOf(second))!
  expect(
    (await limits.orderRules(session.customerId, world.platform.clock.nowMs() + 25 * 3_600_000)).refusal,
  ).toBeUndefined()
})
