import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWithdrawalWorld, type WithdrawalWorld } from './test-world.ts'

let world: WithdrawalWorld
beforeAll(async () => {
  world = await createWithdrawalWorld()
})
afterAll(() => world.stop())

describe("'withdrawals.quote'", () => {
  it('returns the payout and the rate', async () => {
    const { secrete } = await world.addCustomer({ currency: 'EUR' })
    const { body } = await world.api.call(
      'withdrawals.quote',
      { method: 'PayPal', account: 'LTC', amount: '2' },
      { secrete },
    )
    expect(body).toMatchObject({ arrives: { amount: '110.59', unit: '€' }, cur: 'tLTC', usd: '120.00' })
    expect(body.rate).toMatch(/^1 tLTC = 60\.0+ USD, 1 EUR = 1\.085\d* USD$/)
  })

  it.each([
    ['missing_fields', { method: '', account: 'Trading', amount: '1' }],
    ['unknown_method', { method: 'x', account: 'Trading', amount: '1' }],
    ['unknown_account', { method: 'Bank', account: 'x', amount: '1' }],
    ['refund_method', { method: 'Bank', account: 'Refund BTC', amount: '1' }],
    ['bad_amount', { method: 'Bank', account: 'Trading', amount: '0' }],
    ['no_wallet', { method: 'ETH', account: 'Trading', amount: '1' }],
    ['no_rate', { method: 'Bank', account: 'ZEC', amount: '1' }],
    ['amount_too_small', { method: 'Bank', account: 'LTC', amount: '0.00000001' }],
  ])('refuses with %s', async (code, input) => {
    const { secrete } = await world.addCustomer()
    expect((await world.api.call('withdrawals.quote', input, { secrete })).body.code).toBe(code)
  })
})

describe("'withdrawals.terms'", () => {
  it('lists accounts, methods and limits', async () => {
    const { secrete } = await world.addCustomer()
    const { body } = await world.api.call('withdrawals.terms', {}, { secrete })
    expect(body).toMatchObject({
      verified: true,
      frozen: false,
      dailyLimit: '20000.00',
      dailyLeft: '20000.00',
      coolingHours: 24,
      businessDays: 3,
      secondFactor: false,
    })
    expect(body.accounts.find((one: { account: string }) => one.account === 'Trading')).toMatchObject({
      available: '10000.00',
      cur: '$',
      decimals: 2,
    })
    expect(body.accounts.find((one: { account: string }) => one.account === 'Bonus').locked).toBe(true)
    expect(body.methods.map((one: { active: boolean }) => one.active)).toEqual([false, false, true, true])
  })
})

describe("'withdrawals.document'", () => {
  it('refuses with not_found for unknown, unpaid and other customers’ withdrawals', async () => {
    const [ada, ben] = [await world.addCustomer(), await world.addCustomer()]
    const paypal = { method: 'PayPal', account: 'Trading', amount: '25.50', address: 'ada@example.org' }
    const { body } = await world.api.call('withdraw', paypal, { secrete: ada.secrete })
    const document = async (id: string, { secrete }: { secrete: string }) =>
      (await world.api.call('withdrawals.document', { id }, { secrete })).body
    for (const id of [body.id, '01890000-0000-7000-8000-000000000000', 'x'])
      expect((await document(id, ben)).code).toBe('not_found')
    expect((await document(body.id, ada)).code).toBe('not_found')
  })
})
