import { describe, expect, it } from 'vitest'
import { overpaidChoiceMs, quoteHeldMs } from '../../../contract/deposit-states.ts'
import { RowAlarms } from '../../platform/database/failing-rows.ts'
import { creditUnclaimed } from './credit-overpaid.ts'
import { remainingAsides } from './overpaid.ts'
import { quotedMinor, depositForEachTest } from './test-deposit.ts'
import { someId } from './test-world.ts'

const given = depositForEachTest()
const { room, show, confirm } = given
const refund = async () =>
  (await given.world.ledger.balance({ owner: given.ada.id, code: 'refund:BTC', asset: 'BTC' })).availableMinor
const choose = (name: string, id = given.deposit.tid, key?: string) =>
  given.world.call(name, { id }, { secrete: given.ada.secrete, ...(key && { headers: { 'idempotency-key': key } }) })
/** Posts what a withdrawal from the refund account would. */
const sendBack = (amountMinor: bigint) =>
  given.world.ledger.post([
    {
      debit: { owner: given.ada.id, code: 'refund:BTC' },
      credit: { house: 'exchange' },
      asset: 'BTC',
      amountMinor,
      kind: 'withdrawal',
    },
  ])

describe('an overpaid deposit', () => {
  it('is credited with the quoted amount, and keeps the rest for the customer’s choice', async () => {
    await confirm(1_500_000n)
    expect(await show()).toMatchObject({
      status: 'CONFIRMED',
      outcome: 'over',
      credited: '500.00',
      words: expect.stringContaining('14 days'),
      overpaid: { amount: '0.00500000', unit: 'tBTC', account: 'Refund BTC' },
    })
    expect(await given.world.balance(given.ada.id)).toBe(500_00n)
    expect(await refund()).toBe(500_000n)
    expect(given.world.platform.mail.mailbox()[0]!.subject).toBe('You overpaid your deposit')
  })
  it('is credited in full within the tolerance', async () => {
    await confirm(1_010_000n)
    expect(await show()).toMatchObject({ outcome: 'exact', credited: '505.00', overpaid: null })
  })
  it('counts only credited coins towards deposit limits', async () => {
    room(0n)
    await confirm(5n * quotedMinor)
    expect(await show()).toMatchObject({ credited: '500.00', overpaid: { amount: '0.04000000' } })
  })
  it('sets the whole second payment aside', async () => {
    await confirm(quotedMinor)
    await confirm(quotedMinor)
    expect(await show()).toMatchObject({ outcome: 'over', credited: '500.00', overpaid: { amount: '0.01000000' } })
  })
})

describe("'deposits.credit'", () => {
  it('credits the rest at the current rate, once', async () => {
    await confirm(1_500_000n)
    await given.world.setPrice('BTCUSD', 60_000)
    const [first, second] = [
      await choose('deposits.credit', given.deposit.tid, 'c-1'),
      await choose('deposits.credit', given.deposit.tid, 'c-1'),
    ]
    expect(first.body).toMatchObject({ type: 'success', msg: expect.stringContaining('$300.00') })
    expect(second.body).toEqual(first.body)
    expect(await show()).toMatchObject({ credited: '800.00', overpaid: null })
    expect(await given.world.balance(given.ada.id)).toBe(800_00n)
    expect(await refund()).toBe(0n)
  })
  it('nothing_overpaid and not_found', async () => {
    expect((await choose('deposits.credit')).body.code).toBe('nothing_overpaid')
    expect((await choose('deposits.credit', someId)).body.code).toBe('not_found')
  })
  it('deposit_limit', async () => {
    await confirm(1_500_000n)
    room(100_00n)
    expect((await choose('deposits.credit')).body).toMatchObject({
      code: 'deposit_limit',
      msg: expect.stringContaining('$100.00'),
    })
    expect(await refund()).toBe(500_000n)
  })
  it('no_rate', async () => {
    await confirm(1_500_000n)
    await given.world.platform.clock.advance(quoteHeldMs)
    expect((await choose('deposits.credit')).body.code).toBe('no_rate')
  })
})

describe('a customer who chooses nothing', () => {
  const turn = () =>
    creditUnclaimed(given.world.context, new RowAlarms(given.world.platform.alarms, 'deposit_failed', 'overpaid '))
  it('gets the rest credited after the stated number of days', async () => {
    await confirm(1_500_000n)
    await given.world.advance(overpaidChoiceMs - 60_000)
    await turn()
    expect(await given.world.balance(given.ada.id)).toBe(500_00n)
    await given.world.advance(60_000)
    await turn()
    expect(await given.world.balance(given.ada.id)).toBe(750_00n)
  })
  it('gets the rest credited later if a deposit limit prevents it', async () => {
    await confirm(1_500_000n)
    room(0n)
    await given.world.advance(overpaidChoiceMs)
    await turn()
    expect(await given.world.balance(given.ada.id)).toBe(500_00n)
    room(null)
    await turn()
    expect(await given.world.balance(given.ada.id)).toBe(750_00n)
  })
  it('does not delay other customers or raise an alarm while the account is locked', async () => {
    const { world, ada } = given
    await confirm(1_500_000n)
    const bob = await world.addCustomer()
    const other = (await world.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete: bob.secrete })).body
    await world.scan()
    world.btc.send(other.address, 1_500_000n)
    world.btc.mine(2)
    await world.scan()
    await world.advance(overpaidChoiceMs)
    await world.setPrice('BTCUSD', 50_000)
    const holder = await world.platform.owner.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', [ada.id])
    await turn()
    expect([await world.balance(ada.id), await world.balance(bob.id)]).toEqual([500_00n, 750_00n])
    expect((await world.platform.alarms.open()).filter(({ kind }) => kind === 'deposit_failed')).toEqual([])
    await holder.query('ROLLBACK')
    holder.release()
    await turn()
    expect(await world.balance(ada.id)).toBe(750_00n)
  })
})

describe("'deposits.sendback'", () => {
  it('moves a held payment to the refund account without crediting any of it', async () => {
    await given.world.advance(quoteHeldMs)
    room(0n)
    await confirm(3n * quotedMinor)
    expect(await show()).toMatchObject({ status: 'CONFIRMING', payments: [{ state: 'held' }] })
    expect((await choose('deposits.sendback', given.deposit.tid, 's-1')).body).toMatchObject({
      account: 'Refund BTC',
      method: 'BTC',
    })
    expect((await choose('deposits.sendback', given.deposit.tid, 's-1')).status).toBe(200)
    expect(await refund()).toBe(3n * quotedMinor)
    expect(await show()).toMatchObject({
      status: 'EXPIRED',
      credited: null,
      payments: [{ state: 'refund' }],
      overpaid: { amount: '0.03000000' },
    })
    room(null)
    await given.world.scan()
    expect(await given.world.balance(given.ada.id)).toBe(0n)
  })
  it('nothing_held and not_found', async () => {
    await confirm(quotedMinor)
    expect((await choose('deposits.sendback')).body.code).toBe('nothing_held')
    expect((await choose('deposits.sendback', someId)).body.code).toBe('not_found')
  })
})

describe('a reorganisation', () => {
  it('reverses the rest too, and restores it when the payment returns', async () => {
    await confirm(1_500_000n)
    const txid = (await show()).payments[0].txid
    given.world.btc.reorganise(2)
    await given.world.scan()
    expect([await given.world.balance(given.ada.id), await refund()]).toEqual([0n, 0n])
    await confirm(1_500_000n, txid)
    expect([await given.world.balance(given.ada.id), await refund()]).toEqual([500_00n, 500_000n])
  })
  it('does not restore coins that were sent back', async () => {
    await confirm(1_500_000n)
    const txid = (await show()).payments[0].txid
    await sendBack(400_000n)
    for (let round = 0; round < 2; round++) {
      given.world.btc.reorganise(2)
      await given.world.scan()
      expect([await given.world.balance(given.ada.id), await refund()]).toEqual([0n, 0n])
      await confirm(1_500_000n, txid)
      expect([await given.world.balance(given.ada.id), await refund()]).toEqual([500_00n, 100_000n])
    }
  })
})

it('attributes coins that were sent back to the oldest payments', () => {
  const aside = (paymentKey: string, asideUntilMs: number) => ({
    depositId: paymentKey,
    paymentKey,
    asideMinor: 10n,
    asideUntilMs,
  })
  expect(remainingAsides([aside('a', 1), aside('b', 2), aside('c', 3)], 15n).map(({ openMinor }) => openMinor)).toEqual(
    [0n, 5n, 10n],
  )
})
