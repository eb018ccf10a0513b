import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { breaksOf } from '../../../tests/tampering.ts'
import { paymentsBooks } from '../public.ts'
import { depositForEachTest } from './test-deposit.ts'
import { someId } from './test-world.ts'

const given = depositForEachTest()
const { show, upload } = given
let [finance, second, support] = ['', '', '']
const reason = 'Looks like our address'

beforeAll(async () => {
  finance = await given.world.addOperator('finance')
  second = await given.world.addOperator('finance')
  support = await given.world.addOperator('support')
})
afterAll(async () => expect(await breaksOf(given.world.platform, paymentsBooks)).toEqual([]))

const desk = (name: string, input: Record<string, unknown>, secrete = finance) =>
  given.world.call(name, input, { secrete })
async function approveBySecond() {
  const [waiting] = (await desk('operators.approvals', {}, second)).body
  return desk('operators.approve', { id: waiting.id, reason: 'Seen it too' }, second)
}

describe("'receipts.list' and 'receipts.open'", () => {
  it('show the queue and the re-encoded picture, and log who opened it and why', async () => {
    await upload()
    const queue: { id: string }[] = (await desk('receipts.list', {})).body
    expect(queue.find(({ id }) => id === given.deposit.tid)).toMatchObject({
      customer: given.ada.id,
      receiptState: 'pending',
      age: { withinDays: 1, state: 'fresh' },
      onChain: '0.00000000',
    })
    const opened = await desk('receipts.open', { id: given.deposit.tid, reason })
    expect(opened.headers['content-type']).toBe('image/jpeg')
    const { exif, width } = await sharp(opened.body).metadata()
    expect([exif, width]).toEqual([undefined, 40])
    const owner = await given.world.addOperator('owner')
    const audit = JSON.stringify((await desk('audit', {}, owner)).body)
    expect(audit).toContain('receipts.open')
    expect(audit).toContain(reason)
  })
  it('return not_found for a deposit without a receipt', async () => {
    expect((await desk('receipts.open', { id: given.deposit.tid, reason })).body.code).toBe('not_found')
    expect((await desk('receipts.open', { id: 'no id', reason })).body.code).toBe('not_found')
  })
  it('refuse with erased once the picture has been erased', async () => {
    await upload()
    await desk('receipts.decline', { id: given.deposit.tid, reason })
    // Closing the account erases the picture in the same way.
    await given.world.platform.pool.query('UPDATE payments.deposits SET receipt_file = NULL WHERE id = $1', [
      given.deposit.tid,
    ])
    expect((await desk('receipts.open', { id: given.deposit.tid, reason })).body.code).toBe('erased')
  })
  it('are hidden from customers and from operators without the permission', async () => {
    expect((await desk('receipts.list', {}, support)).body.code).toBe('unknown_call')
    expect((await desk('receipts.open', { id: given.deposit.tid, reason }, given.ada.secrete)).body.code).toBe(
      'unknown_call',
    )
  })
})

describe("'receipts.approve'", () => {
  it('credits only payments on the chain', async () => {
    given.world.btc.send(given.deposit.address, 400_000n)
    given.world.btc.mine(2)
    await given.world.scan()
    await upload()
    expect((await desk('receipts.approve', { id: given.deposit.tid, reason })).body).toMatchObject({
      needsSecond: false,
    })
    expect(await show()).toMatchObject({
      status: 'CONFIRMED',
      outcome: 'partial',
      credited: '200.00',
      receipt: { state: 'approved' },
    })
    expect(await given.world.balance(given.ada.id)).toBe(200_00n)
  })
  it('credits a deposit without a payment only after a second approval, and does not add a later payment', async () => {
    await upload()
    expect((await desk('receipts.approve', { id: given.deposit.tid, reason })).body).toMatchObject({
      needsSecond: true,
    })
    expect(await given.world.balance(given.ada.id)).toBe(0n)
    expect((await approveBySecond()).status).toBe(200)
    expect(await show()).toMatchObject({
      status: 'CONFIRMED',
      outcome: 'receipt',
      credited: '500.00',
      words: expect.stringContaining('Two operators'),
    })
    expect(await given.world.balance(given.ada.id)).toBe(500_00n)
    given.world.btc.send(given.deposit.address, 1_200_000n)
    given.world.btc.mine(2)
    await given.world.scan()
    // 600 dollars arrived: 500 cover the advance, and the rest waits for the customer's choice.
    expect(await given.world.balance(given.ada.id)).toBe(500_00n)
    expect(await show()).toMatchObject({ status: 'CONFIRMED', outcome: 'over', overpaid: { amount: '0.00200000' } })
    expect(await given.world.ledger.houseBalance({ house: 'deposit_clearing', asset: 'USD' })).toBe(0n)
  })
  it('advances nothing if the payment arrives before the second approval', async () => {
    await upload()
    await desk('receipts.approve', { id: given.deposit.tid, reason })
    given.world.btc.send(given.deposit.address, 1_000_000n)
    given.world.btc.mine(2)
    await given.world.scan()
    await approveBySecond()
    expect(await given.world.balance(given.ada.id)).toBe(500_00n)
  })
  it('refuses with not_found and decided', async () => {
    expect((await desk('receipts.approve', { id: someId, reason })).body.code).toBe('not_found')
    await upload()
    await desk('receipts.decline', { id: given.deposit.tid, reason })
    expect((await desk('receipts.approve', { id: given.deposit.tid, reason })).body.code).toBe('decided')
  })
})

describe("'receipts.decline'", () => {
  it('shows the customer the reason; payments on the chain still confirm the deposit', async () => {
    await upload()
    expect((await desk('receipts.decline', { id: given.deposit.tid, reason: 'This is another address' })).status).toBe(
      200,
    )
    expect(await show()).toMatchObject({
      status: 'QUOTED',
      words: 'Your receipt was declined: This is another address',
    })
    expect(given.world.platform.mail.mailbox()[0]!.text).toContain('This is another address')
    expect((await upload()).status).toBe(200)
    given.world.btc.send(given.deposit.address, 1_000_000n)
    given.world.btc.mine(2)
    await given.world.scan()
    expect(await show()).toMatchObject({ status: 'CONFIRMED', receipt: { state: 'approved' } })
    expect((await desk('receipts.list', {})).body.map(({ id }: { id: string }) => id)).not.toContain(given.deposit.tid)
  })
  it('refuses with not_found and decided', async () => {
    expect((await desk('receipts.decline', { id: given.deposit.tid, reason })).body.code).toBe('not_found')
    await upload()
    await desk('receipts.decline', { id: given.deposit.tid, reason })
    expect((await desk('receipts.decline', { id: given.deposit.tid, reason })).body.code).toBe('decided')
  })
})
