import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentityWorld, type IdentityWorld } from '../test-world.ts'
import { testPhone } from '../sign-up/test-phone.ts'

let world: IdentityWorld
beforeAll(async () => {
  world = await createIdentityWorld({ PRACTICE_GRANT: '2500.5' })
})
afterAll(() => world.stop())

describe('user', () => {
  it('returns every field in the specification', async () => {
    const secrete = await world.signUp('ada@example.org', { cur: '€' })
    const { status, body } = await world.call('user', {}, { secrete })
    expect(status).toBe(200)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      phone: testPhone('ada@example.org'),
      country: 'United Kingdom',
      language: 'en',
      cur: '€',
      currency: 'EUR',
      balance: '2500.50',
      bonus: '0.00',
      mbalance: {
        BTC: '0.00000000',
        ETH: '0.000000000',
        LTC: '0.00000000',
        XRP: '0.000000',
        ZEC: '0.00000000',
        XMR: '0.00000000',
      },
      traders: '',
      cstring: '',
      robot: 'INACTIVE',
      is_verified: 0,
      verification: 'unverified',
      profilepic: '',
      grant: { amount: '2500.50', at: '2026-01-05T12:00:00.000Z', transfer: expect.stringMatching(/^\d+$/) },
    })
  })

  it('shows the usable balances from the ledger', async () => {
    const secrete = await world.signUp('grace@example.org', { cur: 'USD' })
    const { id: owner } = (await world.call('user', {}, { secrete })).body
    const stake = {
      debit: { owner, code: 'trading' },
      credit: { house: 'stakes' },
      asset: 'USD',
      amountMinor: 50n,
      kind: 'stake',
    } as const
    const output = {
      debit: { house: 'mining_pool' },
      credit: { owner, code: 'mining:BTC' },
      asset: 'BTC',
      amountMinor: 123n,
      kind: 'mining_output',
    } as const
    await world.ledger.post([{ ...stake, key: 'one' }, { ...stake, key: 'two', pending: true }, output])
    expect((await world.call('user', {}, { secrete })).body).toMatchObject({
      balance: '2499.50',
      mbalance: { BTC: '0.00000123' },
    })
  })

  it('shows the other details if a name was altered, and raises an alarm', async () => {
    const secrete = await world.signUp('joan@example.org')
    const { id } = (await world.call('user', {}, { secrete })).body
    await world.platform.pool.query(`UPDATE identity.customer SET name_sealed = '\\x01' WHERE id = $1`, [id])
    expect((await world.call('user', {}, { secrete })).body).toMatchObject({
      name: '',
      email: 'joan@example.org',
      balance: '2500.50',
    })
    await expect
      .poll(async () => (await world.platform.alarms.open()).map(({ kind, subject }) => [kind, subject]))
      .toContainEqual(['row_unreadable', `customer ${id}, name`])
  })

  it('returns not_signed_in without a session', async () => {
    expect(await world.call('user')).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
  })
})

it('pays no grant if the setting is zero', async () => {
  const other = await createIdentityWorld({ PRACTICE_GRANT: '0' })
  const secrete = await other.signUp('ada@example.org')
  expect((await other.call('user', {}, { secrete })).body).toMatchObject({ balance: '0.00', grant: null })
  await other.stop()
})
