import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityWorld, goodPassword, type IdentityWorld } from '../test-world.ts'
import { newestSubject, origin } from './test-factors.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld()
})
afterAll(() => world.stop())

const customerOf = async (secrete: string) => (await world.identity.sessionOf(secrete))!.customerId

describe("'freeze' and 'unfreeze'", () => {
  it('take effect at once in other modules, and leave the account readable', async () => {
    const secrete = await world.signUp('ada@example.org')
    const customerId = await customerOf(secrete)
    expect(await world.identity.standing(customerId)).toEqual({ frozen: null, closed: false, verified: false })
    expect((await world.call('freeze', {}, { secrete })).status).toBe(200)
    expect(await world.identity.standing(customerId)).toMatchObject({ frozen: 'customer' })
    expect(newestSubject(world, 'ada@example.org')).toBe('Your Tallystick account is frozen')
    expect((await world.call('user', {}, { secrete })).status).toBe(200)
    expect((await world.call('security', {}, { secrete })).body.frozen).toMatchObject({
      by: 'customer',
      reason: 'You froze the account.',
    })
    expect((await world.call('unfreeze', { pwd: goodPassword }, { secrete })).status).toBe(200)
    expect(await world.identity.standing(customerId)).toMatchObject({ frozen: null })
  })

  it('return already_frozen and not_frozen', async () => {
    const secrete = await world.signUp('twice@example.org')
    expect((await world.call('unfreeze', { pwd: goodPassword }, { secrete })).body.code).toBe('not_frozen')
    await world.call('freeze', {}, { secrete })
    expect((await world.call('freeze', {}, { secrete })).body.code).toBe('already_frozen')
  })

  it('return frozen_by_operator, because only an operator can end an operator’s freeze', async () => {
    const secrete = await world.signUp('held@example.org')
    const customerId = await customerOf(secrete)
    const { db } = world.platform
    await world.call('freeze', {}, { secrete })
    expect(
      await db
        .transaction()
        .execute((tx) => world.identity.freeze(tx, customerId, 'operator', 'We are looking into a report.')),
    ).toBe(true)
    world.identity.standingChanged(customerId)
    expect(await world.identity.standing(customerId)).toMatchObject({ frozen: 'operator' })
    expect((await world.call('unfreeze', { pwd: goodPassword }, { secrete })).body.code).toBe('frozen_by_operator')
    expect((await world.call('security', {}, { secrete })).body.frozen).toMatchObject({
      by: 'operator',
      reason: 'We are looking into a report.',
    })
    expect(await db.transaction().execute((tx) => world.identity.release(tx, customerId))).toBe(true)
    world.identity.standingChanged(customerId)
    expect(await world.identity.standing(customerId)).toMatchObject({ frozen: null })
  })
})

describe('the standing of an account', () => {
  it('is cached during an active session, and at most a second out of date if the bus loses a message', async () => {
    const secrete = await world.signUp('memory@example.org')
    const customerId = await customerOf(secrete)
    expect(world.identity.standing(customerId)).toEqual({ frozen: null, closed: false, verified: false })
    await world.platform.pool.query(
      `UPDATE identity.customer SET frozen_by = 'operator', frozen_at = created_at, frozen_reason = 'By hand'
       WHERE id = $1`,
      [customerId],
    )
    expect(world.identity.standing(customerId)).toMatchObject({ frozen: null })
    await world.platform.clock.advance(1_000)
    expect(await world.identity.standing(customerId)).toMatchObject({ frozen: 'operator' })
  })

  it('from a read that started before a change is discarded', async () => {
    const secrete = await world.signUp('race@example.org')
    const customerId = await customerOf(secrete)
    await world.platform.clock.advance(1_000)
    const early = world.identity.standing(customerId)
    world.platform.bus.publish('standing.changed', { customerId })
    await early
    await world.platform.pool.query(
      `UPDATE identity.customer SET frozen_by = 'operator', frozen_at = created_at, frozen_reason = 'By hand'
       WHERE id = $1`,
      [customerId],
    )
    expect(await world.identity.standing(customerId)).toMatchObject({ frozen: 'operator' })
  })

  it('in a transaction is read from the database and locked until the transaction ends', async () => {
    const customerId = await customerOf(await world.signUp('locked@example.org'))
    const { db } = world.platform
    const order: string[] = []
    const { promise: release, resolve } = Promise.withResolvers<void>()
    const reading = db.transaction().execute(async (tx) => {
      expect(await world.identity.standingIn(tx, customerId)).toEqual({ frozen: null, closed: false, verified: false })
      order.push('read')
      await release
      order.push('committed')
    })
    await expect.poll(() => order).toEqual(['read'])
    const freezing = db
      .transaction()
      .execute((tx) => world.identity.freeze(tx, customerId, 'product', 'A rule'))
      .then(() => order.push('frozen'))
    resolve()
    await Promise.all([reading, freezing])
    expect(order).toEqual(['read', 'committed', 'frozen'])
  })
})

describe("'keys.make' and 'handover' of a frozen account", () => {
  it.each(['customer', 'operator'] as const)('return account_frozen if the %s froze it', async (by) => {
    const secrete = await world.signUp(`prepares-${by}@example.org`)
    const customerId = await customerOf(secrete)
    if (by === 'customer') await world.call('freeze', {}, { secrete })
    else
      await world.platform.db
        .transaction()
        .execute((tx) => world.identity.freeze(tx, customerId, 'operator', 'We are looking into a report.'))
    const make = () => world.call('keys.make', { name: 'Robot', scopes: ['withdraw'], pwd: goodPassword }, { secrete })
    expect(await make()).toMatchObject({ status: 403, body: { code: 'account_frozen' } })
    expect(await world.call('handover', {}, { secrete })).toMatchObject({
      status: 403,
      body: { code: 'account_frozen' },
    })
    await world.platform.db.transaction().execute((tx) => world.identity.release(tx, customerId))
    expect((await make()).status).toBe(200)
    expect((await world.call('handover', {}, { secrete })).status).toBe(200)
  })
})

describe('setting up a second factor during an operator’s freeze', () => {
  it.each([
    ['totp.begin', { pwd: goodPassword }],
    ['totp.confirm', { totp: '000000' }],
    ['passkey.begin', { pwd: goodPassword }],
    ['passkey.add', { name: 'Phone', response: {} }],
    ['recovery.renew', { pwd: goodPassword }],
  ])('%s returns account_frozen, but works during the customer’s own freeze', async (name, input) => {
    const secrete = await world.signUp(`guarding-${name.replace('.', '-')}@example.org`)
    const attempt = async () => (await world.call(name, input, { secrete, headers: { origin } })).body.code
    await world.call('freeze', {}, { secrete })
    expect(await attempt()).not.toBe('account_frozen')
    const id = (await world.call('user', {}, { secrete })).body.id
    await world.platform.db.transaction().execute((tx) => world.identity.freeze(tx, id, 'operator', 'A closer look'))
    expect(await attempt()).toBe('account_frozen')
  })
})
