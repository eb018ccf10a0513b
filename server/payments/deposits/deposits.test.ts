import jsqr from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Refused } from '../../platform/http/refused.ts'
import { createDepositWorld, someId, type DepositWorld } from './test-world.ts'

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
  it('quotes the plan at the current rate, to six digits, with a new address', async () => {
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
  it('accepts up to the plan’s maximum', async () => {
    expect((await begin({ amount: '3000.00' })).status).toBe(200)
  })
  it.each(['300', '1000000'])('accepts %s for a custom mining plan, its minimum and maximum', async (amount) => {
    const { body } = await begin({ plan: 'Custom', coin: 'BTC', amount })
    expect(await show(body.tid)).toMatchObject({ plan: 'Custom', coin: 'BTC', amount: `${amount}.00` })
  })
  it('refuses with too_many_open', async () => {
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

describe("'closetrnx'", () => {
  const close = (tid: string, who = ada) => world.call('closetrnx', { tid }, { secrete: who.secrete })
  it('cancels a deposit without payments', async () => {
    const { tid } = (await begin()).body
    expect((await close(tid)).body).toMatchObject({ type: 'success' })
    expect(await show(tid)).toMatchObject({ status: 'CANCELLED' })
    expect((await close(tid)).body.code).toBe('closed')
  })
  it('refuses with payment_seen', async () => {
    const { tid, address } = (await begin()).body
    world.btc.send(address, 1_000_000n)
    await world.scan()
    expect((await close(tid)).body.code).toBe('payment_seen')
    world.btc.mine(2)
    await world.scan()
  })
  it('returns not_found for another customer’s deposit, as for a missing one', async () => {
    const { tid } = (await begin()).body
    const ben = await world.addCustomer()
    expect((await close(tid, ben)).body).toEqual((await close(someId, ben)).body)
    expect((await close('no id')).body.code).toBe('not_found')
  })
})

describe("'qr'", () => {
  it('draws the payment as a readable QR code', async () => {
    const { address, uri } = (await begin()).body
    const answer = await world.call('qr', { addr: address }, { secrete: ada.secrete })
    expect(answer.headers['content-type']).toBe('image/png')
    const { data, info } = await sharp(answer.body).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect(jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(uri)
  })
  it('returns not_found for any other address, and for a closed deposit', async () => {
    const { address, tid } = (await begin()).body
    const ben = await world.addCustomer()
    const others = await world.call('qr', { addr: address }, { secrete: ben.secrete })
    expect(others.body).toMatchObject({ code: 'not_found' })
    expect(await world.call('qr', { addr: 'nowhere' }, { secrete: ben.secrete })).toMatchObject({
      status: 404,
      body: others.body,
    })
    await world.call('closetrnx', { tid }, { secrete: ada.secrete })
    expect((await world.call('qr', { addr: address }, { secrete: ada.secrete })).status).toBe(404)
  })
})

describe("'deposits' and 'deposits.show'", () => {
  it('list the customer’s own deposits, newest first', async () => {
    const first = (await begin()).body.tid
    await world.advance(1_000)
    const second = (await begin()).body.tid
    const { body } = await world.call('deposits', {}, { secrete: ada.secrete })
    expect(body.map(({ id }: { id: string }) => id)).toEqual([second, first])
    expect((await world.call('deposits', { p: '2' }, { secrete: ada.secrete })).body).toEqual([])
    const ben = await world.addCustomer()
    expect((await world.call('deposits', {}, { secrete: ben.secrete })).body).toEqual([])
    expect((await show(first, ben)).code).toBe('not_found')
    expect((await show('no id')).code).toBe('not_found')
  })
})

describe('a plain deposit', () => {
  it('is seen, confirmed and credited once, for exactly the plan’s amount', async () => {
    const { tid, address } = (await begin()).body
    world.btc.send(address, 1_000_000n)
    await world.scan()
    expect(await show(tid)).toMatchObject({
      status: 'SEEN',
      confirmations: 0,
      needed: 2,
      payments: [{ state: 'seen', amount: '0.01000000' }],
    })
    world.btc.mine()
    await world.scan()
    expect(await show(tid)).toMatchObject({ status: 'CONFIRMING', confirmations: 1, received: '0.01000000' })
    expect(await world.balance(ada.id)).toBe(0n)
    world.btc.mine()
    // Two concurrent scanners, and the same blocks again.
    await Promise.all([world.scanner('BTC').pass(), world.scanner('BTC').pass(), world.scan()])
    await world.scan()
    expect(await show(tid)).toMatchObject({ status: 'CONFIRMED', outcome: 'exact', credited: '500.00', words: null })
    expect(await world.balance(ada.id)).toBe(500_00n)
    expect(await world.ledger.transfersOf(tid, ada.id)).toHaveLength(2)
    expect(world.platform.mail.mailbox()[0]!.subject).toBe('Your deposit is confirmed')
    expect((await world.ledger.reconcile()).ok).toBe(true)
  })
})
