import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shardOf } from '../../platform/random.ts'
import { createWithdrawalWorld, hourMs, startMs, type WithdrawalWorld } from './test-world.ts'

let world: WithdrawalWorld
beforeAll(async () => {
  world = await createWithdrawalWorld({ rules: { maxOpen: 3 } })
})
afterAll(() => world.stop())

const bank = {
  method: 'Bank',
  account: 'Trading',
  amount: '100',
  bname: 'Bank of Practice',
  aname: 'Ada Byron',
  anumber: '12345678',
  rnumber: '200000',
}
const paypal = { method: 'PayPal', account: 'Trading', amount: '25.50', address: 'Ada@Example.org' }
const available = async (id: string) =>
  (await world.ledger.balance({ owner: id, code: 'trading', asset: 'USD' })).availableMinor

describe("'withdraw'", () => {
  it('reserves the amount and shows it as pending, with principal and interest', async () => {
    const { id, secrete } = await world.addCustomer()
    await world.ledger.post([
      {
        debit: { house: 'trading_house' },
        credit: { owner: id, code: 'trading' },
        asset: 'USD',
        amountMinor: 50_00n,
        kind: 'profit',
      },
    ])
    const answer = await world.api.call('withdraw', { ...bank, amount: '10020' }, { secrete })
    expect(answer.body).toMatchObject({ type: 'success' })
    expect(await available(id)).toBe(30_00n)
    const { body: list } = await world.api.call('withdrawals', {}, { secrete })
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({
      id: answer.body.id,
      amount: '10020.00',
      cur: '$',
      method: 'Bank',
      acct: 'Trading',
      status: 'PENDING',
      to: 'Bank of Practice •••• 5678',
      principal: '10000.00',
      interest: '20.00',
      waiting: 'address_cooling',
      usableAt: startMs + 24 * hourMs,
      arrives: { amount: '10020.00', unit: '$' },
      promisedBy: Date.UTC(2026, 0, 8, 12),
    })
    expect(world.platform.mail.mailbox()[0]).toMatchObject({
      subject: 'Withdrawal of $10020.00 requested',
      text: expect.stringContaining('/office/withdrawals'),
    })
  })

  it('adds a new address to the address book, once', async () => {
    const { secrete } = await world.addCustomer()
    await world.api.call('withdraw', paypal, { secrete })
    await world.api.call('withdraw', { ...paypal, address: 'ada@example.org' }, { secrete })
    const { body } = await world.api.call('addresses', {}, { secrete })
    expect(body).toMatchObject([
      { method: 'PayPal', to: 'a•••@example.org', usable: false, usableAt: startMs + 24 * hourMs },
    ])
  })

  it('handles repeated requests with the same key once', async () => {
    const { id, secrete } = await world.addCustomer()
    const headers = { 'idempotency-key': 'w-1' }
    const mails = world.platform.mail.mailbox().length
    const [first, second] = await Promise.all([
      world.api.call('withdraw', bank, { secrete, headers }),
      world.api.call('withdraw', bank, { secrete, headers }),
    ])
    expect(first.body).toEqual(second.body)
    expect(await available(id)).toBe(9_900_00n)
    expect((await world.api.call('withdraw', { ...bank, amount: '101' }, { secrete, headers })).body.code).toBe(
      'key_reused',
    )
    expect(world.platform.mail.mailbox()).toHaveLength(mails + 1)
  })

  it.each([
    ['missing_fields', { ...bank, anumber: '' }],
    ['missing_fields', { ...paypal, address: undefined }],
    ['missing_fields', { ...paypal, method: '' }],
    ['unknown_method', { ...bank, method: 'Cheque' }],
    ['unknown_account', { ...bank, account: 'Savings' }],
    ['refund_method', { ...bank, account: 'Refund BTC' }],
    ['bad_amount', { ...bank, amount: '0' }],
    ['bad_amount', { ...bank, amount: '1.001' }],
    ['bad_input', { ...bank, amount: '-5' }],
    ['bad_address', { ...paypal, address: 'ada' }],
    ['bad_address', { ...bank, rnumber: 'GB00WEST12345698765432' }],
    ['bad_address', { ...bank, anumber: '<b>1</b>' }],
    ['no_wallet', { method: 'BTC', account: 'Trading', amount: '10', address: 'bcrt1q' }],
    ['no_rate', { ...bank, account: 'XMR', amount: '1' }],
    ['amount_too_small', { ...bank, account: 'LTC', amount: '0.00000001' }],
    ['bonus_locked', { ...bank, account: 'Bonus' }],
    ['insufficient_balance', { ...bank, amount: '10000.01' }],
    ['daily_limit', { ...bank, amount: '20000.01' }],
  ])('refuses with %s', async (code, input) => {
    const { id, secrete } = await world.addCustomer({ balanceMinor: code === 'daily_limit' ? 50_000_00n : 10_000_00n })
    const answer = await world.api.call('withdraw', input, { secrete })
    expect(answer.body.code).toBe(code)
    expect((await world.api.call('withdrawals', {}, { secrete })).body).toEqual([])
    expect((await world.ledger.balance({ owner: id, code: 'trading', asset: 'USD' })).reservedMinor).toBe(0n)
  })

  it('accepts an IBAN with valid check digits', async () => {
    const { secrete } = await world.addCustomer()
    expect(
      (await world.api.call('withdraw', { ...bank, rnumber: 'GB82 WEST 1234 5698 7654 32' }, { secrete })).status,
    ).toBe(200)
  })

  it('not_verified: money can be deposited and traded but not withdrawn', async () => {
    const { secrete } = await world.addCustomer({ verified: false })
    expect((await world.api.call('withdraw', bank, { secrete })).body.code).toBe('not_verified')
  })

  it('refuses with account_frozen while the account is frozen', async () => {
    const { id, secrete } = await world.addCustomer()
    await world.platform.db.transaction().execute((tx) => world.identity.freeze(tx, id, 'operator', 'A closer look'))
    world.identity.standingChanged(id)
    expect((await world.api.call('withdraw', bank, { secrete })).body.code).toBe('account_frozen')
  })

  it('payouts_wait: nothing leaves for a few days after the email changed', async () => {
    const { id, secrete } = await world.addCustomer()
    const { clock, pool } = world.platform
    await pool.query('UPDATE identity.customer SET payouts_wait_until = $2 WHERE id = $1', [
      id,
      new Date(clock.nowMs() + 3_600_000),
    ])
    expect(await world.api.call('withdraw', bank, { secrete })).toMatchObject({
      status: 403,
      body: { code: 'payouts_wait' },
    })
    await pool.query('UPDATE identity.customer SET payouts_wait_until = $2 WHERE id = $1', [id, clock.now()])
    expect((await world.api.call('withdraw', bank, { secrete })).status).toBe(200)
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
      world.withdrawals.calls.withdraw({ ...bank, totp: '', recovery: '', passkey: '' }, request),
    ).rejects.toMatchObject({ code: 'account_closed' })
  })

  it('refuses with too_many_open if too many withdrawals are open', async () => {
    const { secrete } = await world.addCustomer()
    for (let count = 0; count < 3; count++) await world.api.call('withdraw', bank, { secrete })
    expect((await world.api.call('withdraw', bank, { secrete })).body).toMatchObject({ code: 'too_many_open' })
  })

  it('daily_limit: applies over 24 hours, in dollars for every currency, without cancelled withdrawals', async () => {
    const { secrete } = await world.addCustomer({ balanceMinor: 100_000_00n, currency: 'EUR' })
    const first = await world.api.call('withdraw', { ...bank, amount: '18000' }, { secrete })
    expect(first.status).toBe(200)
    const over = await world.api.call('withdraw', { ...bank, amount: '433.19' }, { secrete })
    expect(over.body).toMatchObject({ code: 'daily_limit' })
    expect(over.body.msg).toContain(
      '20,000 US dollars in 24 hours. You have $470.00 left. Email support to withdraw a larger amount.',
    )
    await world.api.call('withdrawals.cancel', { id: first.body.id }, { secrete })
    expect((await world.api.call('withdraw', { ...bank, amount: '433.19' }, { secrete })).status).toBe(200)
    expect((await world.api.call('withdrawals.terms', {}, { secrete })).body.dailyLeft).toBe('19529.99')
  })

  it('stores no readable part of a destination in the database', async () => {
    const { rows } = await world.platform.pool.query(
      "SELECT encode(destination_sealed, 'escape') AS text FROM payments.withdrawals",
    )
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.some(({ text }) => /Practice|Byron|example\.org/i.test(text))).toBe(false)
  })
})

describe("'withdraw' to a saved address", () => {
  it('accepts the address’s id, but not for another customer or another method (bad_address)', async () => {
    const [ada, ben] = [await world.addCustomer(), await world.addCustomer()]
    const { body } = await world.api.call(
      'addresses.add',
      { method: 'PayPal', label: 'ada', address: 'ada@example.org' },
      { secrete: ada.secrete },
    )
    const order = { method: 'PayPal', account: 'Trading', amount: '10', book: body.id }
    expect((await world.api.call('withdraw', order, { secrete: ada.secrete })).status).toBe(200)
    expect((await world.api.call('withdraw', order, { secrete: ben.secrete })).body.code).toBe('bad_address')
    expect((await world.api.call('withdraw', { ...order, method: 'Bank' }, { secrete: ada.secrete })).body.code).toBe(
      'bad_address',
    )
    expect((await world.api.call('withdrawals', {}, { secrete: ada.secrete })).body[0].to).toBe('a•••@example.org')
  })
})
