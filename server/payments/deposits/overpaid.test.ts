import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { overpaidChoiceMs, quoteHeldMs } from '../../../contract/deposit-states.ts'
import { RowAlarms } from '../../platform/failing-rows.ts'
import { creditUnchosen } from './credit-overpaid.ts'
import { stillAside } from './overpaid.ts'
import { createDepositWorld, someId, type DepositWorld } from './test-world.ts'

let world: DepositWorld
let ada: { id: string; secrete: string }
/** 500 dollars at 50,000 are 0.01 tBTC. */
let deposit: { tid: string; address: string }
const asked = 1_000_000n

beforeAll(async () => {
  world = await createDepositWorld()
})
beforeEach(async () => {
  await world.setPrice('BTCUSD', 50_000)
  ada = await world.addCustomer()
  deposit = (await world.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete: ada.secrete })).body
  await world.scan()
})
afterEach(() => room(null))
afterAll(async () => {
  expect((await world.ledger.reconcile()).ok).toBe(true)
  await world.stop()
})

const room = (minor: bigint | null) => void (world.limits.depositRoom = async () => minor)
const show = async () => (await world.call('deposits.show', { id: deposit.tid }, { secrete: ada.secrete })).body
const refund = async () => (await world.ledger.balance({ owner: ada.id, code: 'refund:BTC', asset: 'BTC' })).availableMinor
const choose = (name: string, id = deposit.tid, key?: string) => world.call(name, { id }, { secrete: ada.secrete, ...(key && { headers: { 'idempotency-key': key } }) })
async function confirm(amount: bigint, txid?: string) {
  world.btc.send(deposit.address, amount, txid)
  await world.scan()
  world.btc.mine(2)
  await world.scan()
}
/** What a withdrawal from the refund account does to it. */
const sendBack = (amountMinor: bigint) => world.ledger.post([{ debit: { owner: ada.id, code: 'refund:BTC' }, credit: { house: 'exchange' }, asset: 'BTC', amountMinor, kind: 'withdrawal' }])

describe('an overpaid deposit', () => {
  it('credits what it asked for, and keeps the rest for the customer to choose', async () => {
    await confirm(1_500_000n)
    expect(await show()).toMatchObject({
      status: 'CONFIRMED', outcome: 'over', credited: '500.00', words: expect.stringContaining('14 days'),
      overpaid: { amount: '0.00500000', unit: 'tBTC', account: 'Refund BTC' },
    })
    expect(await world.balance(ada.id)).toBe(500_00n)
    expect(await refund()).toBe(500_000n)
    expect(world.platform.mail.mailbox()[0]!.subject).toBe('You paid more than your deposit asked for')
  })
  it('credits what stays within the tolerance', async () => {
    await confirm(1_010_000n)
    expect(await show()).toMatchObject({ outcome: 'exact', credited: '505.00', overpaid: null })
  })
  it('uses none of the deposit limit for what is not credited', async () => {
    room(0n)
    await confirm(5n * asked)
    expect(await show()).toMatchObject({ credited: '500.00', overpaid: { amount: '0.04000000' } })
  })
  it('keeps all of a second payment aside', async () => {
    await confirm(asked)
    await confirm(asked)
    expect(await show()).toMatchObject({ outcome: 'over', credited: '500.00', overpaid: { amount: '0.01000000' } })
  })
})

describe("'deposits.credit'", () => {
  it('credits the rest at the rate of now, once', async () => {
    await confirm(1_500_000n)
    await world.setPrice('BTCUSD', 60_000)
    const [first, second] = [await choose('deposits.credit', deposit.tid, 'c-1'), await choose('deposits.credit', deposit.tid, 'c-1')]
    expect(first.body).toMatchObject({ type: 'success', msg: expect.stringContaining('$300.00') })
    expect(second.body).toEqual(first.body)
    expect(await show()).toMatchObject({ credited: '800.00', overpaid: null })
    expect(await world.balance(ada.id)).toBe(800_00n)
    expect(await refund()).toBe(0n)
  })
  it('nothing_overpaid and not_found', async () => {
    expect((await choose('deposits.credit')).body.code).toBe('nothing_overpaid')
    expect((await choose('deposits.credit', someId)).body.code).toBe('not_found')
  })
  it('deposit_limit', async () => {
    await confirm(1_500_000n)
    room(100_00n)
    expect((await choose('deposits.credit')).body).toMatchObject({ code: 'deposit_limit', msg: expect.stringContaining('100.00 USD') })
    expect(await refund()).toBe(500_000n)
  })
  it('no_rate', async () => {
    await confirm(1_500_000n)
    await world.platform.clock.advance(quoteHeldMs)
    expect((await choose('deposits.credit')).body.code).toBe('no_rate')
  })
})

describe('a customer who chooses nothing', () => {
  const turn = () => creditUnchosen(world.context, new RowAlarms(world.platform.alarms, 'deposit_failed', 'overpaid '))
  it('has the rest credited after the stated days', async () => {
    await confirm(1_500_000n)
    await world.advance(overpaidChoiceMs - 60_000)
    await turn()
    expect(await world.balance(ada.id)).toBe(500_00n)
    await world.advance(60_000)
    await turn()
    expect(await world.balance(ada.id)).toBe(750_00n)
  })
  it('has it credited later where a deposit limit stops it', async () => {
    await confirm(1_500_000n)
    room(0n)
    await world.advance(overpaidChoiceMs)
    await turn()
    expect(await world.balance(ada.id)).toBe(500_00n)
    room(null)
    await turn()
    expect(await world.balance(ada.id)).toBe(750_00n)
  })
})

describe("'deposits.sendback'", () => {
  it('moves a held payment to the refund account, and credits none of it', async () => {
    await world.advance(quoteHeldMs)
    room(0n)
    await confirm(3n * asked)
    expect(await show()).toMatchObject({ status: 'CONFIRMING', payments: [{ state: 'held' }] })
    expect((await choose('deposits.sendback', deposit.tid, 's-1')).body).toMatchObject({ account: 'Refund BTC', method: 'BTC' })
    expect((await choose('deposits.sendback', deposit.tid, 's-1')).status).toBe(200)
    expect(await refund()).toBe(3n * asked)
    expect(await show()).toMatchObject({ status: 'EXPIRED', credited: null, payments: [{ state: 'refund' }], overpaid: { amount: '0.03000000' } })
    room(null)
    await world.scan()
    expect(await world.balance(ada.id)).toBe(0n)
  })
  it('nothing_held and not_found', async () => {
    await confirm(asked)
    expect((await choose('deposits.sendback')).body.code).toBe('nothing_held')
    expect((await choose('deposits.sendback', someId)).body.code).toBe('not_found')
  })
})

describe('a reorganisation', () => {
  it('takes the rest back too, and gives it again when the payment returns', async () => {
    await confirm(1_500_000n)
    const txid = (await show()).payments[0].txid
    world.btc.reorganise(2)
    await world.scan()
    expect([await world.balance(ada.id), await refund()]).toEqual([0n, 0n])
    await confirm(1_500_000n, txid)
    expect([await world.balance(ada.id), await refund()]).toEqual([500_00n, 500_000n])
  })
  it('gives what was sent back no second time', async () => {
    await confirm(1_500_000n)
    const txid = (await show()).payments[0].txid
    await sendBack(400_000n)
    for (let round = 0; round < 2; round++) {
      world.btc.reorganise(2)
      await world.scan()
      expect([await world.balance(ada.id), await refund()]).toEqual([0n, 0n])
      await confirm(1_500_000n, txid)
      expect([await world.balance(ada.id), await refund()]).toEqual([500_00n, 100_000n])
    }
  })
})

it('counts what was sent back as the oldest payments', () => {
  const aside = (paymentKey: string, asideUntilMs: number) => ({ depositId: paymentKey, paymentKey, asideMinor: 10n, asideUntilMs })
  expect(stillAside([aside('a', 1), aside('b', 2), aside('c', 3)], 15n).map(({ openMinor }) => openMinor)).toEqual([0n, 5n, 10n])
})
