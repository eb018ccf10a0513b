import { describe, expect, it } from 'vitest'
import { overpaidChoiceMs, quoteHeldMs } from '../../../api/states/deposit-states.ts'
import { shardOf } from '../../platform/random.ts'
import { RowAlarms } from '../../platform/database/failing-rows.ts'
import { creditUnclaimed } from './credit-overpaid.ts'
import { depositForEachTest } from './test-deposit.ts'
import { someId } from './test-world.ts'

const given = depositForEachTest()
const { room, show, confirm, refund, choose } = given

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
  it('pays the referrer a commission on the rest too, and a reversal claws back both', async () => {
    const { world, ada } = given
    const eva = await world.addCustomer()
    await world.platform.owner.query(
      'INSERT INTO affiliates.member (shard, customer_id, code, referrers, joined_at_ms) VALUES ($1, $2, $3, $4, 0)',
      [shardOf(ada.id), ada.id, 'CFGHJMPQ', [eva.id]],
    )
    await confirm(1_500_000n)
    expect(await world.balance(eva.id)).toBe(50_00n)
    await choose('deposits.credit')
    expect(await world.balance(eva.id)).toBe(75_00n)
    const { rows } = await world.platform.owner.query('SELECT deposit_id FROM affiliates.commission')
    expect(rows).toHaveLength(2)
    const back = await world.context.db
      .transaction()
      .execute((tx) => world.context.affiliates.reversals(tx, rows[0].deposit_id))
    expect(back).toMatchObject([{ amountMinor: 50_00n }, { amountMinor: 25_00n }])
  })
  it('refuses with nothing_overpaid and not_found', async () => {
    expect((await choose('deposits.credit')).body.code).toBe('nothing_overpaid')
    expect((await choose('deposits.credit', someId)).body.code).toBe('not_found')
  })
  it('refuses with deposit_limit if the rest exceeds the limit', async () => {
    await confirm(1_500_000n)
    room(100_00n)
    expect((await choose('deposits.credit')).body).toMatchObject({
      code: 'deposit_limit',
      msg: expect.stringContaining('$100.00'),
    })
    expect(await refund()).toBe(500_000n)
  })
  it('refuses with no_rate without a fresh price', async () => {
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
  it('gets the rest credited later if a deposit limit prevents it at first', async () => {
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
