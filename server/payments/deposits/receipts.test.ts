import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDepositWorld, someId, type DepositWorld } from './test-world.ts'
import { breaksOf } from '../../../tests/tampering.ts'
import { paymentsBooks } from '../public.ts'

let world: DepositWorld
let ada: { id: string; secrete: string }
let deposit: { tid: string; address: string }
let [finance, second, support] = ['', '', '']
let photo: Buffer
const reason = 'Looks like our address'

beforeAll(async () => {
  world = await createDepositWorld()
  finance = await world.addOperator('finance')
  second = await world.addOperator('finance')
  support = await world.addOperator('support')
  photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#3366aa' } })
    .withExif({ IFD0: { Artist: 'somewhere' } })
    .png()
    .toBuffer()
})
beforeEach(async () => {
  ada = await world.addCustomer()
  deposit = (await world.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete: ada.secrete })).body
  await world.scan()
})
afterAll(async () => {
  expect(await breaksOf(world.platform, paymentsBooks)).toEqual([])
  expect((await world.ledger.reconcile()).ok).toBe(true)
  await world.stop()
})

const upload = (tid = deposit.tid, bytes: Uint8Array = photo, who = ada) =>
  world.call('trnxpop', { tid }, { secrete: who.secrete, files: { pop: { name: '../../receipt.png', bytes } } })
const desk = (name: string, input: Record<string, unknown>, secrete = finance) => world.call(name, input, { secrete })
const show = async () => (await world.call('deposits.show', { id: deposit.tid }, { secrete: ada.secrete })).body
async function approveBySecond() {
  const [waiting] = (await desk('operators.approvals', {}, second)).body
  return desk('operators.approve', { id: waiting.id, reason: 'Seen it too' }, second)
}

describe("'trnxpop'", () => {
  it('stores the receipt and returns that it is pending', async () => {
    expect((await upload()).body).toMatchObject({
      type: 'success',
      msg: 'PAYMENT PENDING APPROVAL. YOU WILL BE NOTIFIED ONCE APPROVED.',
    })
    expect(await show()).toMatchObject({ status: 'PENDING APPROVAL', receipt: { state: 'pending' } })
  })
  it('refuses with already_sent', async () => {
    await upload()
    expect((await upload()).body.code).toBe('already_sent')
  })
  it('refuses with closed', async () => {
    await world.call('closetrnx', { tid: deposit.tid }, { secrete: ada.secrete })
    expect((await upload()).body.code).toBe('closed')
  })
  it('returns not_found for another customer’s deposit, as for a missing one', async () => {
    const ben = await world.addCustomer()
    expect((await upload(deposit.tid, photo, ben)).body).toEqual((await upload(someId, photo, ben)).body)
    expect((await upload('no id')).body.code).toBe('not_found')
  })
  it('refuses with locked_out after 20 uploads within an hour, accepted or not', async () => {
    await upload()
    const codes: string[] = []
    for (let turn = 1; turn <= 20; turn++) codes.push((await upload()).body.code)
    expect(codes).toEqual([...Array.from({ length: 19 }, () => 'already_sent'), 'locked_out'])
  })
  it('refuses a file that isn’t a picture with bad_file', async () => {
    expect(
      (
        await upload(
          deposit.tid,
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
        )
      ).body.code,
    ).toBe('bad_file')
    expect((await upload(deposit.tid, Buffer.from('%PDF-1.7 receipt'))).body.code).toBe('bad_file')
  })
  it('refuses with picture_too_large', async () => {
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect((await upload(deposit.tid, bomb)).body.code).toBe('picture_too_large')
  })
})

describe("'receipts.list' and 'receipts.open'", () => {
  it('show the queue and the re-encoded picture, and log who opened it and why', async () => {
    await upload()
    const queue: { id: string }[] = (await desk('receipts.list', {})).body
    expect(queue.find(({ id }) => id === deposit.tid)).toMatchObject({
      customer: ada.id,
      receiptState: 'pending',
      onChain: '0.00000000',
    })
    const opened = await desk('receipts.open', { id: deposit.tid, reason })
    expect(opened.headers['content-type']).toBe('image/jpeg')
    const { exif, width } = await sharp(opened.body).metadata()
    expect([exif, width]).toEqual([undefined, 40])
    const owner = await world.addOperator('owner')
    const audit = JSON.stringify((await desk('audit', {}, owner)).body)
    expect(audit).toContain('receipts.open')
    expect(audit).toContain(reason)
  })
  it('return not_found for a deposit without a receipt', async () => {
    expect((await desk('receipts.open', { id: deposit.tid, reason })).body.code).toBe('not_found')
    expect((await desk('receipts.open', { id: 'no id', reason })).body.code).toBe('not_found')
  })
  it('are hidden from customers and from operators without the permission', async () => {
    expect((await desk('receipts.list', {}, support)).body.code).toBe('unknown_call')
    expect((await desk('receipts.open', { id: deposit.tid, reason }, ada.secrete)).body.code).toBe('unknown_call')
  })
})

describe("'receipts.approve'", () => {
  it('credits only payments on the chain', async () => {
    world.btc.send(deposit.address, 400_000n)
    world.btc.mine(2)
    await world.scan()
    await upload()
    expect((await desk('receipts.approve', { id: deposit.tid, reason })).body).toMatchObject({ needsSecond: false })
    expect(await show()).toMatchObject({
      status: 'CONFIRMED',
      outcome: 'partial',
      credited: '200.00',
      receipt: { state: 'approved' },
    })
    expect(await world.balance(ada.id)).toBe(200_00n)
  })
  it('credits a deposit without payment only after a second approval, and no later payment on top', async () => {
    await upload()
    expect((await desk('receipts.approve', { id: deposit.tid, reason })).body).toMatchObject({ needsSecond: true })
    expect(await world.balance(ada.id)).toBe(0n)
    expect((await approveBySecond()).status).toBe(200)
    expect(await show()).toMatchObject({
      status: 'CONFIRMED',
      outcome: 'receipt',
      credited: '500.00',
      words: expect.stringContaining('Two operators'),
    })
    expect(await world.balance(ada.id)).toBe(500_00n)
    world.btc.send(deposit.address, 1_200_000n)
    world.btc.mine(2)
    await world.scan()
    // 600 dollars arrived: 500 cover the advance, and the rest waits for the customer's choice.
    expect(await world.balance(ada.id)).toBe(500_00n)
    expect(await show()).toMatchObject({ status: 'CONFIRMED', outcome: 'over', overpaid: { amount: '0.00200000' } })
    expect(await world.ledger.houseBalance({ house: 'deposit_clearing', asset: 'USD' })).toBe(0n)
  })
  it('advances nothing if the payment arrives before the second approval', async () => {
    await upload()
    await desk('receipts.approve', { id: deposit.tid, reason })
    world.btc.send(deposit.address, 1_000_000n)
    world.btc.mine(2)
    await world.scan()
    await approveBySecond()
    expect(await world.balance(ada.id)).toBe(500_00n)
  })
  it('refuses with not_found and decided', async () => {
    expect((await desk('receipts.approve', { id: someId, reason })).body.code).toBe('not_found')
    await upload()
    await desk('receipts.decline', { id: deposit.tid, reason })
    expect((await desk('receipts.approve', { id: deposit.tid, reason })).body.code).toBe('decided')
  })
})

describe("'receipts.decline'", () => {
  it('shows the customer the reason; payments on the chain still confirm', async () => {
    await upload()
    expect((await desk('receipts.decline', { id: deposit.tid, reason: 'This is another address' })).status).toBe(200)
    expect(await show()).toMatchObject({
      status: 'QUOTED',
      words: 'Your receipt was declined: This is another address',
    })
    expect(world.platform.mail.mailbox()[0]!.text).toContain('This is another address')
    expect((await upload()).status).toBe(200)
    world.btc.send(deposit.address, 1_000_000n)
    world.btc.mine(2)
    await world.scan()
    expect(await show()).toMatchObject({ status: 'CONFIRMED', receipt: { state: 'approved' } })
    expect((await desk('receipts.list', {})).body.map(({ id }: { id: string }) => id)).not.toContain(deposit.tid)
  })
  it('refuses with not_found and decided', async () => {
    expect((await desk('receipts.decline', { id: deposit.tid, reason })).body.code).toBe('not_found')
    await upload()
    await desk('receipts.decline', { id: deposit.tid, reason })
    expect((await desk('receipts.decline', { id: deposit.tid, reason })).body.code).toBe('decided')
  })
})
