import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refused } from '../../platform/http/refused.ts'
import { createDepositWorld, type DepositWorld } from './test-world.ts'

let world: DepositWorld
let ada: { id: string; secrete: string }
beforeAll(async () => {
  world = await createDepositWorld()
})
beforeEach(async () => {
  ada = await world.addCustomer()
})
afterAll(() => world.stop())

const begin = (input: Record<string, unknown> = {}, who = ada, headers = {}) =>
  world.call(
    'createtrnx',
    { type: 'BTC', plan: 'Bronze', amount: '500', coin: null, ...input },
    { secrete: who.secrete, headers },
  )
const show = async (id: string, who = ada) => (await world.call('deposits.show', { id }, { secrete: who.secrete })).body

describe("'createtrnx'", () => {
  it('quotes the plan at the current rate, to six significant digits, with a new address', async () => {
    const first = await begin()
    // 500 / 50,000
    expect(first.body).toMatchObject({
      type: 'success',
      amount: '0.01000000',
      address: expect.stringMatching(/^btc-test-\d+$/),
    })
    expect(first.body.expiresAt).toBe(world.platform.clock.nowMs() + 15 * 60_000)
    const second = await begin()
    expect(second.body.address).not.toBe(first.body.address)
    expect(await show(first.body.tid)).toMatchObject({
      plan: 'Bronze',
      amount: '500.00',
      cur: '$',
      coin: null,
      status: 'QUOTED',
      type: 'BTC',
      rate: { coin: 'BTCUSD', price: '50000.000', fx: null },
    })
  })
  it('quotes in the customer’s currency', async () => {
    const eve = await world.addCustomer('EUR')
    const { body } = await begin({ type: 'ETH', plan: 'custom', amount: '100' }, eve)
    // 100 EUR = 125 USD = 0.05 ETH.
    expect(Number(body.amount)).toBeCloseTo(0.05, 6)
    expect(await show(body.tid, eve)).toMatchObject({ cur: '€', rate: { fx: { symbol: 'EURUSD' } } })
  })
  it('returns the first response again for the same key', async () => {
    const first = await begin({}, ada, { 'idempotency-key': 'k1' })
    expect((await begin({}, ada, { 'idempotency-key': 'k1' })).body).toEqual(first.body)
    expect((await begin({ amount: '600' }, ada, { 'idempotency-key': 'k1' })).body.code).toBe('key_reused')
  })
  it('accepts a mining plan by its coin', async () => {
    const { body } = await begin({ plan: 'Basic', coin: 'LTC', amount: undefined })
    expect(await show(body.tid)).toMatchObject({ plan: 'Basic', coin: 'LTC', amount: '300.00' })
  })
  it.each([
    ['bad_coin', { type: 'LTC' }],
    ['unknown_plan', { plan: 'Platinum' }],
    ['unknown_plan', { plan: 'Bronze', coin: 'BTC' }],
    ['bad_amount', { amount: '500.001' }],
    ['amount_too_small', { amount: '499.99' }],
    ['amount_too_large', { amount: '3000.01' }],
    ['amount_too_small', { plan: 'Custom', coin: 'BTC', amount: '299.99' }],
    ['amount_too_large', { plan: 'Custom', coin: 'BTC', amount: '1000000.01' }],
  ])('refuses with %s', async (code, input) => {
    expect((await begin(input)).body.code).toBe(code)
  })
  it('accepts an amount up to the plan’s maximum', async () => {
    expect((await begin({ amount: '3000.00' })).status).toBe(200)
  })
  it.each(['300', '1000000'])('accepts the minimum and the maximum of a custom mining plan: %s', async (amount) => {
    const { body } = await begin({ plan: 'Custom', coin: 'BTC', amount })
    expect(await show(body.tid)).toMatchObject({ plan: 'Custom', coin: 'BTC', amount: `${amount}.00` })
  })
  it('refuses with too_many_open if the customer has ten open deposits', async () => {
    for (let opened = 0; opened < 10; opened++) expect((await begin()).status).toBe(200)
    expect((await begin()).body.code).toBe('too_many_open')
  })
  it('refuses with no_wallet while the node is unreachable', async () => {
    world.btc.setAway(true)
    expect((await begin()).body).toMatchObject({ code: 'no_wallet', msg: 'No Active BTC Wallet.' })
    world.btc.setAway(false)
  })
  it('refuses with no_rate without a fresh price', async () => {
    await world.platform.clock.advance(60_000)
    expect((await begin()).body.code).toBe('no_rate')
    await world.advance(0)
  })
  it.each([['account_frozen'], ['timed_out'], ['excluded'], ['deposit_limit']])(
    'refuses with %s because of the customer’s own limits, without issuing an address',
    async (code) => {
      const before = (await begin()).body.address
      world.limits.checkDeposit = async () => {
        throw new Refused(code, { until: 'tomorrow', max: '$100.00', period: 'day' })
      }
      expect((await begin()).body.code).toBe(code)
      world.limits.checkDeposit = async () => {}
      expect((await begin()).body.address).toBe(`btc-test-${Number(before.split('-')[2]) + 1}`)
    },
  )
})
