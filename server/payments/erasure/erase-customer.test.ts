import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { shardOf } from '../../platform/random.ts'
import { paymentReceiptUse } from '../deposits/upload-payment-receipt.ts'
import { testPassword } from '../withdrawals/test-world.ts'
import { bank, createErasureWorld, type ErasureWorld, type Person } from './test-world.ts'

let world: ErasureWorld
beforeAll(async () => void (world = await createErasureWorld()))
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  expect((await world.ledger.reconcile()).ok).toBe(true)
  await world.stop()
})

const close = (person: Person) => person.call('close', { pwd: testPassword, giveup: true })
const ended = async (id: string) =>
  (await world.desk('withdrawals.queue', { queue: 'ended' })).body.find((one: { id: string }) => one.id === id)

/**
 * Creates an address book with two entries, one of them removed, a completed withdrawal to a bank, and a declined
 * receipt.
 */
async function withEverything() {
  const person = await world.addPerson()
  const hidden = (await person.call('addresses.add', { method: 'PayPal', address: 'ada@example.org' })).body.id
  await person.call('addresses.remove', { id: hidden })
  const withdrawal = (await person.call('withdraw', { ...bank, account: 'Trading', amount: '100' })).body.id as string
  await world.desk('withdrawals.approve', { id: withdrawal, customer: person.id })
  await world.advance(2_000)
  expect(await ended(withdrawal)).toMatchObject({
    status: 'COMPLETED',
    to: 'Bank of Practice •••• 5678',
    erased: false,
  })
  const deposit = (await person.call('createtrnx', { type: 'BTC', plan: 'Bronze' })).body.tid as string
  const file = (await person.upload(deposit)).body.pop as string
  await world.desk('receipts.decline', { id: deposit, reason: 'This is another address' })
  return { person, withdrawal, deposit, file, keys: { shard: shardOf(person.id), customerId: person.id } }
}

/** Returns the parts of withdrawals and deposits that remain. */
async function kept(id: string) {
  const { rows } = await world.platform.pool.query(
    `SELECT to_jsonb(w) - 'destination_sealed' AS row FROM payments.withdrawals w WHERE customer_id = $1
    UNION ALL
    SELECT to_jsonb(d) - 'receipt_file' FROM payments.deposits d WHERE customer_id = $1 AND state <> 'quoted' `,
    [id],
  )
  return rows
}

describe('closing an account', () => {
  it('erases destinations and receipts, and keeps amounts, times and the ledger', { timeout: 15_000 }, async () => {
    const { person, withdrawal, deposit, file } = await withEverything()
    expect(await world.openable(person.id)).toBe(3)
    expect(await world.platform.files.openFile(file, paymentReceiptUse(person.id))).toBeDefined()
    const before = await kept(person.id)
    expect(before.length).toBeGreaterThan(0)
    expect((await close(person)).status).toBe(200)
    expect(await world.openable(person.id)).toBe(0)
    expect(await kept(person.id)).toEqual(before)
    expect(await ended(withdrawal)).toMatchObject({
      status: 'COMPLETED',
      to: '',
      erased: true,
      arrives: { amount: '100.00' },
    })
    const inspected = await world.desk('withdrawals.inspect', {
      id: withdrawal,
      customer: person.id,
      reason: 'Who was that?',
    })
    expect(inspected).toMatchObject({ status: 200, body: { name: '', email: '', payee: [], erased: true } })
    expect((await world.desk('receipts.open', { id: deposit, reason: 'What was that?' })).body).toMatchObject({
      code: 'erased',
      msg: 'The account is closed and this receipt has been erased.',
    })
    await world.nights(2)
    expect(await world.files()).not.toContain(file)
    expect(await world.platform.files.openFile(file, paymentReceiptUse(person.id))).toBeUndefined()
  })

  it('declines a pending receipt, even one proposed to a second operator, and credits nothing for it', async () => {
    const { person } = await withEverything()
    const [waiting, proposed] = [
      (await person.call('createtrnx', { type: 'BTC', plan: 'Bronze' })).body.tid as string,
      (await person.call('createtrnx', { type: 'BTC', plan: 'Silver' })).body.tid as string,
    ]
    for (const tid of [waiting, proposed]) await person.upload(tid)
    expect((await world.desk('receipts.approve', { id: proposed, reason: 'Looks like it' })).body).toMatchObject({
      needsSecond: true,
    })
    expect((await close(person)).status).toBe(200)
    const { rows } = await world.platform.pool.query(
      'SELECT receipt_state, receipt_reason FROM payments.deposits WHERE id = ANY ($1)',
      [[waiting, proposed]],
    )
    expect(rows).toEqual(
      [1, 2].map(() => ({ receipt_state: 'declined', receipt_reason: '@receipt_declined_by_closing' })),
    )
    const [approval] = (await world.secondDesk('operators.approvals')).body
    expect((await world.secondDesk('operators.approve', { id: approval.id, reason: 'Seen it too' })).status).toBe(200)
    expect(await world.balance(person.id)).toBe(0n)
    expect((await world.desk('receipts.list')).body).toEqual([])
  })

  it('is refused while a withdrawal is open, which keeps its destination', async () => {
    const person = await world.addPerson()
    const { id } = (await person.call('withdraw', { ...bank, account: 'Trading', amount: '100' })).body
    expect((await close(person)).body).toMatchObject({ code: 'cannot_close' })
    expect(await world.openable(person.id)).toBe(2)
    const forget = () =>
      world.platform.pool.query('UPDATE payments.withdrawals SET destination_sealed = NULL WHERE id = $1', [id])
    await expect(forget()).rejects.toThrow('cannot be changed like this')
    await world.desk('withdrawals.refuse', { id, customer: person.id, reason: 'inaccurate_information' })
    await expect(
      world.platform.pool.query(
        'UPDATE payments.withdrawals SET destination_sealed = NULL, paid_minor = 1 WHERE id = $1',
        [id],
      ),
    ).rejects.toThrow('cannot be changed like this')
    await forget()
    await expect(
      world.platform.pool.query("UPDATE payments.withdrawals SET destination_sealed = '\\x00' WHERE id = $1", [id]),
    ).rejects.toThrow('cannot be changed like this')
  })

  it('refuses addresses and receipts from calls that begin before the account is closed and end later', async () => {
    const { person, deposit } = await withEverything()
    const session = (await world.identity.sessionOf(person.secrete))!
    const standing = await world.identity.standing(person.id)
    await world.platform.pool.query('UPDATE identity.customer SET closed_at = $2 WHERE id = $1', [
      person.id,
      world.platform.clock.now(),
    ])
    // This process has cached the session and standing from before the account was closed.
    expect([session.customerId, standing.closed]).toEqual([person.id, false])
    expect((await person.call('addresses.add', { method: 'PayPal', address: 'late@example.org' })).body.code).toBe(
      'account_closed',
    )
    const before = await world.files()
    expect((await person.upload(deposit)).body.code).toBe('not_signed_in')
    expect(await world.files()).toEqual(before)
  })
})

describe('the nightly job', () => {
  it(
    'finishes erasing accounts that were closed earlier, and doesn’t change open ones',
    { timeout: 15_000 },
    async () => {
      const [gone, here] = [await withEverything(), await withEverything()]
      await world.platform.pool.query('UPDATE identity.customer SET closed_at = $2 WHERE id = $1', [
        gone.person.id,
        world.platform.clock.now(),
      ])
      await world.nights(2)
      expect([await world.openable(gone.person.id), await world.openable(here.person.id)]).toEqual([0, 3])
      expect(await ended(gone.withdrawal)).toMatchObject({ erased: true })
      expect(await ended(here.withdrawal)).toMatchObject({ erased: false, to: 'Bank of Practice •••• 5678' })
      const files = await world.files()
      expect([files.includes(gone.file), files.includes(here.file)]).toEqual([false, true])
    },
  )

  it('retries a failed deletion the next night', { timeout: 15_000 }, async () => {
    const { person, file } = await withEverything()
    await close(person)
    vi.spyOn(world.platform.files, 'deleteFile').mockRejectedValue(new Error('the file store is unavailable'))
    await world.nights(2)
    expect(await world.files()).toContain(file)
    vi.restoreAllMocks()
    await world.nights(1)
    expect(await world.files()).not.toContain(file)
  })

  it('deletes a receipt that a newer one has replaced', { timeout: 15_000 }, async () => {
    const { person, deposit, file } = await withEverything()
    const { pop: newer } = (await person.upload(deposit)).body
    expect(await world.files()).toEqual(expect.arrayContaining([file, newer]))
    await world.nights(2)
    const files = await world.files()
    expect([files.includes(file), files.includes(newer)]).toEqual([false, true])
  })
})
