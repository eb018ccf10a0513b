import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paymentReceiptPendingText } from '../../api/states/deposit-states.ts'
import { ChainAway } from '../payments/chains/adapter.ts'
import { someId } from '../payments/deposits/test-world.ts'
import { picture, pngBomb } from '../platform/files/test-pictures.ts'
import { Refused } from '../platform/http/refused.ts'
import { createFarmingWorld, type FarmingWorld, type Person } from './test-world.ts'

let farms: FarmingWorld
let ada: Person
const plain = { plan: 'btc-steady', amount: '500', type: 'BTC' }

beforeAll(async () => {
  farms = await createFarmingWorld()
})
beforeEach(async () => {
  await farms.world.setPrice('BTCUSD', 50_000)
  ada = await farms.world.addCustomer()
})
afterAll(async () => {
  expect((await farms.world.ledger.reconcile()).ok).toBe(true)
  await farms.stop()
})

const refusal = async (name: Parameters<FarmingWorld['call']>[0], input: Record<string, unknown>, person = ada) => {
  const { status, body } = await farms.call(name, input, person)
  return { status, code: body.code, msg: body.msg }
}

describe("'farm'", () => {
  it('returns an address and an ID, and waits for the payment', async () => {
    const { status, body } = await farms.call('farm', plain, ada)
    expect(status).toBe(200)
    expect(body).toMatchObject({ type: 'success', pop: null, amount: '0.01000000' })
    expect((await farms.call('pendingyields', {}, ada)).body).toEqual([
      {
        id: body.id,
        plan: 'Bitcoin Steady',
        amount: '500.00',
        pcur: '$',
        paddress: body.address,
        lever: 2,
        duration: 30,
      },
    ])
    expect(await farms.yields(ada)).toEqual([])
  })
  it('lists only the other deposits and raises an alarm while a deposit’s terms can’t be read', async () => {
    const [bad, good] = [(await farms.call('farm', plain, ada)).body, (await farms.call('farm', plain, ada)).body]
    const { owner, alarms } = farms.world.platform
    const change = (terms: string) =>
      owner.query(`UPDATE payments.deposits SET terms = ${terms} WHERE id = '${bad.id}'`)
    await change(`jsonb_set(terms, '{leverHalves}', '"much"')`)
    expect((await farms.call('pendingyields', {}, ada)).body).toMatchObject([{ id: good.id }])
    expect((await alarms.open()).filter(({ kind }) => kind === 'row_unreadable')).toMatchObject([
      { subject: `terms of deposit ${bad.id}` },
    ])
    await change(`jsonb_set(terms, '{leverHalves}', '4')`)
    expect((await farms.call('pendingyields', {}, ada)).body).toHaveLength(2)
  })
  it('creates only one deposit per idempotency key', async () => {
    const [first, second] = [
      await farms.call('farm', plain, ada, { 'idempotency-key': 'a' }),
      await farms.call('farm', plain, ada, { 'idempotency-key': 'a' }),
    ]
    expect(second.body).toEqual(first.body)
    expect((await farms.call('pendingyields', {}, ada)).body).toHaveLength(1)
    expect((await farms.call('farm', { ...plain, amount: '600' }, ada, { 'idempotency-key': 'a' })).body.code).toBe(
      'key_reused',
    )
  })
  // Tests each bound on both sides: the last allowed value and the first refused one.
  const bounds = [
    [{ lever: '1.5' }, null],
    [{ lever: '1' }, 'leverage_too_low'],
    [{ lever: '1.49' }, 'leverage_too_low'],
    [{ lever: '-2' }, 'leverage_too_low'],
    [{ lever: 2 }, null],
    [{ lever: '2.5' }, 'leverage_too_high'],
    [{ lever: '1.75' }, 'bad_leverage'],
    [{ lever: 'much' }, 'bad_leverage'],
    [{ lever: '' }, 'bad_leverage'],
    [{ lever: 'NaN' }, 'bad_leverage'],
    [{ duration: '7' }, null],
    [{ duration: 6 }, 'duration_too_short'],
    [{ duration: '-30' }, 'duration_too_short'],
    [{ duration: 0 }, 'duration_too_short'],
    [{ duration: 730 }, null],
    [{ duration: 731 }, 'duration_too_long'],
    [{ duration: '30.5' }, 'bad_duration'],
    [{ duration: 'a month' }, 'bad_duration'],
    [{ duration: '1e2' }, 'bad_duration'],
    [{ amount: '100' }, null],
    [{ amount: '99.99' }, 'amount_too_small'],
    [{ amount: '0' }, 'amount_too_small'],
    [{ amount: '1000000' }, null],
    [{ amount: '1000000.01' }, 'amount_too_large'],
    [{ amount: '100.001' }, 'bad_amount'],
    [{ amount: '-100' }, 'bad_amount'],
    [{ amount: 'Infinity' }, 'bad_amount'],
    [{ plan: 'Bitcoin Steady' }, null],
    [{ plan: 'btc-nothing' }, 'unknown_plan'],
    [{ type: 'LTC' }, 'bad_coin'],
    [{ type: 'eth' }, null],
  ] as const
  it.each(bounds)('with %o: %s', async (changed, code) => {
    const { status, body } = await farms.call('farm', { ...plain, ...changed }, ada)
    expect(body.code ?? null).toBe(code)
    expect(status).toBe(code ? 400 : 200)
  })
  it.each(bounds.filter(([changed]) => !('type' in changed)))(
    "gives the same result as 'farm.quote' with %o: %s",
    async (changed, code) => {
      const { type: _, ...requested } = plain
      expect((await farms.call('farm.quote', { ...requested, ...changed }, ada)).body.code ?? null).toBe(code)
    },
  )
  it('uses defaults for omitted leverage, days and amounts', async () => {
    await farms.call('farm', { plan: 'eth-reach', amount: '1000', type: 'ETH' }, ada)
    expect((await farms.call('pendingyields', {}, ada)).body).toMatchObject([{ lever: 4, duration: 30 }])
  })
  it('refuses customers who may not deposit: account_frozen, timed_out, excluded, deposit_limit', async () => {
    const before = farms.world.limits.checkDeposit
    for (const code of ['account_frozen', 'timed_out', 'excluded', 'deposit_limit']) {
      farms.world.limits.checkDeposit = async () => {
        throw new Refused(code)
      }
      expect(await refusal('farm', plain)).toMatchObject({ status: 403, code })
    }
    farms.world.limits.checkDeposit = before
  })
  it('too_many_open: after ten deposits', async () => {
    for (let count = 0; count < 10; count++) expect((await farms.call('farm', plain, ada)).status).toBe(200)
    expect(await refusal('farm', plain)).toMatchObject({ status: 409, code: 'too_many_open' })
  })
  it('no_wallet: while the chain is unavailable', async () => {
    const { adapter } = farms.world.btc
    const tip = adapter.tip
    adapter.tip = async () => {
      throw new ChainAway('BTC', 'no answer')
    }
    expect(await refusal('farm', plain)).toMatchObject({ status: 503, code: 'no_wallet', msg: 'No Active BTC Wallet.' })
    adapter.tip = tip
  })
  it('no_rate: while the coin has no fresh price', async () => {
    await farms.world.platform.clock.advance(60_000)
    expect(await refusal('farm', plain)).toMatchObject({ status: 503, code: 'no_rate' })
    await farms.world.advance(0)
  })
})

describe("'closefarm'", () => {
  it('cancels a contract without payments', async () => {
    const { body } = await farms.call('farm', plain, ada)
    expect((await farms.call('closefarm', { tid: body.id }, ada)).body).toEqual({
      type: 'success',
      msg: 'The contract has been cancelled.',
      outcome: 'contract_cancelled',
    })
    expect((await farms.call('pendingyields', {}, ada)).body).toEqual([])
    expect(await refusal('closefarm', { tid: body.id })).toMatchObject({ status: 409, code: 'closed' })
  })
  it('not_found: for an unknown deposit, another customer’s deposit, or one that pays for something else', async () => {
    const { body } = await farms.call('farm', plain, ada)
    const trading = await farms.world.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete: ada.secrete })
    for (const tid of [someId, 'nonsense', trading.body.tid])
      expect(await refusal('closefarm', { tid })).toMatchObject({ status: 404, code: 'not_found' })
    expect(await refusal('closefarm', { tid: body.id }, await farms.world.addCustomer())).toMatchObject({
      code: 'not_found',
    })
  })
  it('payment_seen: when the chain has a payment', async () => {
    const { body } = await farms.call('farm', plain, ada)
    await farms.world.scan()
    farms.world.btc.send(body.address, 1_000_000n)
    await farms.world.scan()
    expect(await refusal('closefarm', { tid: body.id })).toMatchObject({ status: 409, code: 'payment_seen' })
    expect((await farms.call('pendingyields', {}, ada)).body).toHaveLength(1)
  })
})

describe("'ypop'", () => {
  it('stores only one receipt', async () => {
    const { body } = await farms.call('farm', plain, ada)
    const bytes = await picture()
    expect((await farms.upload({ id: body.id }, ada, bytes)).body).toMatchObject({
      type: 'success',
      msg: paymentReceiptPendingText,
    })
    const again = await farms.upload({ id: body.id }, ada, bytes)
    expect({ status: again.status, code: again.body.code }).toEqual({ status: 409, code: 'already_sent' })
    expect((await farms.call('pendingyields', {}, ada)).body).toHaveLength(1)
  })
  it('closed: after a cancellation; not_found: for a deposit without a contract', async () => {
    const { body } = await farms.call('farm', plain, ada)
    await farms.call('closefarm', { tid: body.id }, ada)
    expect((await farms.upload({ id: body.id }, ada, await picture())).body.code).toBe('closed')
    expect((await farms.upload({ id: someId }, ada, await picture())).body.code).toBe('not_found')
  })
  it('bad_file: for a file that isn’t a picture; picture_too_large: for one pixel too many', async () => {
    const { body } = await farms.call('farm', plain, ada)
    expect((await farms.upload({ id: body.id }, ada, Buffer.from('%PDF-1.7 receipt'))).body.code).toBe('bad_file')
    expect((await farms.upload({ id: body.id }, ada, pngBomb(9_000, 9_000))).body.code).toBe('picture_too_large')
  })
  it('locked_out: after 20 uploads within an hour', async () => {
    const { body } = await farms.call('farm', plain, ada)
    const codes: string[] = []
    for (let turn = 0; turn <= 20; turn++)
      codes.push((await farms.upload({ id: body.id }, ada, Buffer.from('no picture'))).body.code)
    expect(codes).toEqual([...Array.from({ length: 20 }, () => 'bad_file'), 'locked_out'])
  })
})
