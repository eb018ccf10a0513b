import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { shardOf } from '../../../platform/random.ts'
import { totpCodeNow } from '../../../platform/sign-in/test-totp.ts'
import { createWithdrawalWorld, hourMs, startMs, testPassword, type WithdrawalWorld } from '../test-world.ts'

let world: WithdrawalWorld
beforeAll(async () => {
  world = await createWithdrawalWorld({ rules: { maxAddresses: 2 } })
})
afterAll(() => world.stop())

const paypal = (name: string) => ({ method: 'PayPal', label: name, address: `${name}@example.org` })

describe("'addresses.add'", () => {
  it('starts a waiting time and lists the address; a withdrawal to the address does not start another', async () => {
    const { secrete } = await world.addCustomer()
    const { body } = await world.api.call('addresses.add', paypal('ada'), { secrete })
    expect(body).toMatchObject({ type: 'success', usableAt: startMs + 24 * hourMs })
    expect((await world.api.call('addresses', {}, { secrete })).body).toMatchObject([
      { id: body.id, label: 'ada', to: 'a•••@example.org', usable: false },
    ])
    await world.api.call('withdraw', { ...paypal('ada'), account: 'Trading', amount: '10' }, { secrete })
    expect((await world.api.call('addresses', {}, { secrete })).body).toHaveLength(1)
  })

  it('applies the waiting time that the operators set as soon as it changes', async () => {
    const { secrete } = await world.addCustomer()
    await world.api.call('addresses.add', paypal('ada'), { secrete })
    const finance = { secrete: (await world.operator('finance')).secrete }
    const set = (coolingHours: number, version: number) =>
      world.api.call(
        'operators.changesetting',
        { key: 'addressBook', value: { coolingHours }, version, reason: 'Testing the setting' },
        finance,
      )
    expect((await set(0, 0)).body.code).toBe('bad_value')
    expect((await set(2, 0)).status).toBe(200)
    // A shorter wait needs a second operator.
    const second = { secrete: (await world.operator('owner')).secrete }
    const [{ id }] = (await world.api.call('operators.approvals', {}, second)).body
    expect((await world.api.call('operators.approve', { id }, second)).status).toBe(200)
    await vi.waitFor(async () =>
      expect((await world.api.call('withdrawals.terms', {}, { secrete })).body.coolingHours).toBe(2),
    )
    expect((await world.api.call('addresses.add', paypal('ben'), { secrete })).body.usableAt).toBe(startMs + 2 * hourMs)
    const { body } = await world.api.call('addresses', {}, { secrete })
    expect(body.map(({ usableAt }: { usableAt: number }) => usableAt).sort()).toEqual([
      startMs + 2 * hourMs,
      startMs + 24 * hourMs,
    ])
    await set(24, 1)
    await vi.waitFor(async () =>
      expect((await world.api.call('withdrawals.terms', {}, { secrete })).body.coolingHours).toBe(24),
    )
  })

  it('account_frozen: does not add an address while the account is frozen', async () => {
    const { id, secrete } = await world.addCustomer()
    await world.platform.db
      .transaction()
      .execute((tx) => world.identity.freeze(tx, id, 'operator', 'We are looking into a report.'))
    world.identity.standingChanged(id)
    expect(await world.api.call('addresses.add', paypal('ada'), { secrete })).toMatchObject({
      status: 403,
      body: { code: 'account_frozen' },
    })
  })

  it('refuses with account_closed after the account is closed', async () => {
    const { id } = await world.addCustomer()
    await world.platform.pool.query('UPDATE identity.customer SET closed_at = $2 WHERE id = $1', [
      id,
      world.platform.clock.now(),
    ])
    world.identity.standingChanged(id)
    const session = { sessionId: id, customerId: id, shard: shardOf(id) }
    const request = { session, idempotencyKey: undefined, ip: '', files: {}, headers: {}, userAgent: '' }
    await expect(
      world.withdrawals.calls['addresses.add']({ ...paypal('ada'), totp: '', recovery: '', passkey: '' }, request),
    ).rejects.toMatchObject({ code: 'account_closed' })
  })

  it('payouts_wait: does not add an address for a few days after the email changed', async () => {
    const { id, secrete } = await world.addCustomer()
    const until = new Date(world.platform.clock.nowMs() + 3_600_000)
    await world.platform.pool.query('UPDATE identity.customer SET payouts_wait_until = $2 WHERE id = $1', [id, until])
    expect(await world.api.call('addresses.add', paypal('ada'), { secrete })).toMatchObject({
      status: 403,
      body: { code: 'payouts_wait' },
    })
  })

  it.each([
    ['missing_fields', { method: '' }],
    ['missing_fields', { method: 'PayPal', address: '' }],
    ['unknown_method', { method: 'Gold', address: 'x' }],
    ['no_wallet', { method: 'BTC', address: 'bcrt1q' }],
    ['bad_address', { method: 'PayPal', address: 'nobody' }],
  ])('refuses with %s', async (code, input) => {
    const { secrete } = await world.addCustomer()
    expect((await world.api.call('addresses.add', input, { secrete })).body.code).toBe(code)
  })

  it('refuses with already_there and book_full', async () => {
    const { secrete } = await world.addCustomer()
    await world.api.call('addresses.add', paypal('ada'), { secrete })
    expect((await world.api.call('addresses.add', paypal('ADA'), { secrete })).body.code).toBe('already_there')
    await world.api.call('addresses.add', paypal('ben'), { secrete })
    expect((await world.api.call('addresses.add', paypal('cleo'), { secrete })).body.code).toBe('book_full')
  })
})

describe("the second factor for 'withdraw' and 'addresses.add'", () => {
  it('is required (second_factor_needed, second_factor_wrong, locked_out), but only once per key', async () => {
    const { secrete } = await world.addCustomer()
    const { body: begun } = await world.api.call('totp.begin', { pwd: testPassword }, { secrete })
    const code = () => totpCodeNow(begun.secret, world.platform.clock)
    expect((await world.api.call('totp.confirm', { totp: code() }, { secrete })).status).toBe(200)
    const withdrawal = { ...paypal('ada'), account: 'Trading', amount: '10' }
    expect((await world.api.call('withdraw', withdrawal, { secrete })).body.code).toBe('second_factor_needed')
    expect((await world.api.call('addresses.add', paypal('ada'), { secrete })).body.code).toBe('second_factor_needed')
    await world.platform.clock.advance(60_000)
    const headers = { 'idempotency-key': 'once' }
    const first = await world.api.call('withdraw', { ...withdrawal, totp: code() }, { secrete, headers })
    expect(first.status).toBe(200)
    expect((await world.api.call('withdraw', { ...withdrawal, totp: code() }, { secrete, headers })).body).toEqual(
      first.body,
    )
    expect((await world.api.call('withdraw', { ...withdrawal, totp: code() }, { secrete })).body.code).toBe(
      'second_factor_wrong',
    )
    expect((await world.api.call('addresses.add', { ...paypal('ben'), totp: '000000' }, { secrete })).body.code).toBe(
      'second_factor_wrong',
    )
    const codes: string[] = []
    for (let count = 0; count < 40 && !codes.includes('locked_out'); count++)
      codes.push(
        (await world.api.call(count % 2 ? 'withdraw' : 'addresses.add', { ...withdrawal, totp: '000001' }, { secrete }))
          .body.code,
      )
    expect(codes.at(-1)).toBe('locked_out')
    expect((await world.api.call('withdrawals', {}, { secrete })).body).toHaveLength(1)
  })
})
