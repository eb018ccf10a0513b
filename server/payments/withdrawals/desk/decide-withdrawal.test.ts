import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWithdrawalWorld, hourMs, type WithdrawalWorld } from '../test-world.ts'
import { breaksOf } from '../../../../tests/tampering.ts'
import { paymentsBooks } from '../../public.ts'

let world: WithdrawalWorld
let finance: string
let second: string
let support: string
beforeAll(async () => {
  world = await createWithdrawalWorld({ rules: { coolingMs: () => 0 } })
  finance = (await world.operator()).secrete
  second = (await world.operator('owner')).secrete
  support = (await world.operator('support')).secrete
})
afterAll(async () => {
  // The transfers in this world have no deposit rows.
  const breaks = await breaksOf(world.platform, paymentsBooks)
  expect(breaks.filter(({ rule }) => rule.startsWith('withdrawal'))).toEqual([])
  await world.stop()
})

const bank = {
  method: 'Bank',
  account: 'Trading',
  bname: 'Bank of Practice',
  aname: 'Ada Byron',
  anumber: '12345678',
  rnumber: '200000',
}
async function requested(amount = '100') {
  const { id: customer, secrete } = await world.addCustomer()
  const { body } = await world.api.call('withdraw', { ...bank, amount }, { secrete })
  const subject = { id: body.id, customer }
  const desk = (call: string, more: object = {}, operator = finance) =>
    world.api.call(`withdrawals.${call}`, { ...subject, ...more }, { secrete: operator })
  const shown = async () => (await world.api.call('withdrawals', {}, { secrete })).body[0]
  const available = async () =>
    (await world.ledger.balance({ owner: customer, code: 'trading', asset: 'USD' })).availableMinor
  return { customer, secrete, id: body.id as string, desk, shown, available }
}
const nobodys = '01890000-0000-7000-8000-000000000000'

describe("'withdrawals.approve'", () => {
  it('allows a payout, with a document that only the customer can read', async () => {
    const one = await requested()
    expect((await one.desk('approve')).body).toMatchObject({ needsSecond: false })
    await world.withdrawals.send()
    expect(await one.shown()).toMatchObject({ status: 'COMPLETED', hasDocument: true, hash: null, url: null })
    expect(world.platform.mail.mailbox()[0]).toMatchObject({
      subject: 'Your withdrawal of $100.00 is complete',
      text: expect.stringMatching(/^We paid out \$100\.00\./),
    })
    const { body } = await world.api.call('withdrawals.document', { id: one.id }, { secrete: one.secrete })
    expect(body).toMatchObject({
      number: expect.stringMatching(/^PO-20260105-[0-9A-F]{10}$/),
      arrives: { amount: '100.00', unit: '$' },
      account: 'Trading',
    })
    expect(body.payee).toContainEqual({
      label: 'Account number',
      labelPhrase: { phrase: 'payee_account_number' },
      value: '12345678',
    })
    const stranger = await world.addCustomer()
    expect(
      (await world.api.call('withdrawals.document', { id: one.id }, { secrete: stranger.secrete })).body.code,
    ).toBe('not_found')
    expect((await world.ledger.reconcile()).breaks).toEqual([])
  })

  it('needs a second, different operator above the threshold', async () => {
    const one = await requested('1500')
    expect((await one.desk('approve')).body).toMatchObject({ needsSecond: true })
    expect(await one.shown()).toMatchObject({ status: 'PENDING', waiting: 'second_approval' })
    const { body: waiting } = await world.api.call('operators.approvals', {}, { secrete: second })
    const { id: approval } = waiting.find((entry: { subject: string }) => entry.subject === one.id)
    expect((await world.api.call('operators.approve', { id: approval }, { secrete: finance })).body.code).toBe(
      'own_proposal',
    )
    expect((await world.api.call('operators.approve', { id: approval }, { secrete: second })).status).toBe(200)
    await world.withdrawals.send()
    expect(await one.shown()).toMatchObject({ status: 'COMPLETED' })
  })

  it('needs a second operator once a day’s total exceeds the threshold', async () => {
    const splitter = (await world.operator()).secrete
    const sums = []
    for (const amount of ['400', '500', '200', '100'])
      sums.push((await (await requested(amount)).desk('approve', {}, splitter)).body.needsSecond)
    expect(sums).toEqual([false, false, true, false])
  })

  it('returns wrong_state, held, account_frozen and not_found', async () => {
    const one = await requested()
    await one.desk('hold', { note: 'Looks odd' })
    expect((await one.desk('approve')).body.code).toBe('held')
    await one.desk('release', { note: 'It is fine' })
    await world.platform.db
      .transaction()
      .execute((tx) => world.identity.freeze(tx, one.customer, 'operator', 'A closer look'))
    world.identity.standingChanged(one.customer)
    expect((await one.desk('approve')).body.code).toBe('account_frozen')
    await world.platform.db.transaction().execute((tx) => world.identity.release(tx, one.customer))
    world.identity.standingChanged(one.customer)
    await one.desk('approve')
    expect((await one.desk('approve')).body.code).toBe('wrong_state')
    for (const subject of [
      { id: nobodys, customer: one.customer },
      { id: one.id, customer: nobodys },
      { id: 'x', customer: 'y' },
    ]) {
      expect((await world.api.call('withdrawals.approve', subject, { secrete: finance })).body.code).toBe('not_found')
    }
  })

  it('payouts_wait: approves nothing for a few days after the email changed', async () => {
    const one = await requested()
    const until = new Date(world.platform.clock.nowMs() + 3_600_000)
    await world.platform.pool.query('UPDATE identity.customer SET payouts_wait_until = $2 WHERE id = $1', [
      one.customer,
      until,
    ])
    expect((await one.desk('approve')).body.code).toBe('payouts_wait')
  })

  it('is hidden from operators who may not decide', async () => {
    const one = await requested()
    for (const secrete of [support, one.secrete, undefined]) {
      const answer = await world.api.call(
        'withdrawals.approve',
        { id: one.id, customer: one.customer },
        secrete ? { secrete } : {},
      )
      expect(answer.body.code).toBe('unknown_call')
    }
  })
})

describe("'withdrawals.refuse'", () => {
  it('releases the amount and shows the customer the reason', async () => {
    const one = await requested()
    expect((await one.desk('refuse', { reason: 'inaccurate_information' })).status).toBe(200)
    expect(await one.shown()).toMatchObject({
      status: 'REFUSED',
      reason: 'inaccurate_information',
      reasonWords: 'Some details of the account or the destination are inaccurate.',
      waiting: null,
    })
    expect(world.platform.mail.mailbox()[0]).toMatchObject({
      subject: 'Your withdrawal of $100.00 was refused',
      text: expect.stringContaining('Some details of the account or the destination are inaccurate.'),
    })
    expect(await one.available()).toBe(10_000_00n)
    expect((await one.desk('refuse', { reason: 'insufficient_funds' })).body.code).toBe('wrong_state')
  })

  it('accepts only a published reason; returns not_found for the wrong customer', async () => {
    const one = await requested()
    expect((await one.desk('refuse', { reason: 'because' })).body.code).toBe('bad_input')
    expect(
      (
        await world.api.call(
          'withdrawals.refuse',
          { id: one.id, customer: nobodys, reason: 'insufficient_funds' },
          { secrete: finance },
        )
      ).body.code,
    ).toBe('not_found')
  })

  it('never duplicates money if an approval and a cancellation are requested at the same time', async () => {
    const one = await requested()
    const answers = await Promise.all([
      one.desk('approve'),
      one.desk('refuse', { reason: 'insufficient_funds' }),
      world.api.call('withdrawals.cancel', { id: one.id }, { secrete: one.secrete }),
    ])
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2)
    await world.withdrawals.send()
    const { status } = await one.shown()
    expect(await one.available()).toBe(status === 'COMPLETED' ? 9_900_00n : 10_000_00n)
    expect((await world.ledger.reconcile()).breaks).toEqual([])
  })
})

describe("'withdrawals.hold' and 'withdrawals.release'", () => {
  it('stop and resume the payout of an approved withdrawal', async () => {
    const one = await requested()
    await one.desk('approve')
    await one.desk('hold', { note: 'Looks odd' })
    await world.withdrawals.send()
    expect(await one.shown()).toMatchObject({ status: 'APPROVED', waiting: 'review' })
    await one.desk('release', { note: 'It is fine' })
    await world.withdrawals.send()
    expect(await one.shown()).toMatchObject({ status: 'COMPLETED' })
  })

  it('refuse with not_held, wrong_state and not_found', async () => {
    const one = await requested()
    expect((await one.desk('release', { note: 'why not' })).body.code).toBe('not_held')
    await world.api.call('withdrawals.cancel', { id: one.id }, { secrete: one.secrete })
    expect((await one.desk('hold', { note: 'too late' })).body.code).toBe('wrong_state')
    expect((await one.desk('release', { note: 'too late' })).body.code).toBe('wrong_state')
    for (const call of ['withdrawals.hold', 'withdrawals.release']) {
      expect(
        (await world.api.call(call, { id: nobodys, customer: one.customer, note: 'a note' }, { secrete: finance })).body
          .code,
      ).toBe('not_found')
    }
  })
})

describe("'withdrawals.queue', 'payouts' and 'withdrawals.times'", () => {
  it('show waiting withdrawals, oldest first, and how many were paid out in the promised time', async () => {
    const one = await requested()
    const { body: queue } = await world.api.call('withdrawals.queue', {}, { secrete: finance })
    expect(queue.map((w: { requestedAt: number }) => w.requestedAt)).toEqual(
      queue.map((w: { requestedAt: number }) => w.requestedAt).toSorted(),
    )
    expect(queue.find((w: { id: string }) => w.id === one.id)).toMatchObject({
      customer: one.customer,
      status: 'PENDING',
      to: 'Bank of Practice •••• 5678',
      usd: '100.00',
      age: { withinDays: 3, state: 'fresh' },
    })
    await world.platform.clock.advance(4 * 24 * hourMs)
    expect((await world.api.call('withdrawals.times')).body.overdue).toBeGreaterThanOrEqual(1)
    // The previous session has expired in the meantime.
    finance = (await world.operator()).secrete
    const { body: later } = await world.api.call('withdrawals.queue', {}, { secrete: finance })
    expect(later.find((w: { id: string }) => w.id === one.id).age).toMatchObject({ state: 'late' })
    expect((await one.desk('approve')).status).toBe(200)
    await world.withdrawals.send()
    const { body: times } = await world.api.call('withdrawals.times')
    expect(times.completed).toBeGreaterThanOrEqual(2)
    expect(times).toMatchObject({ withinPromise: times.completed - 1, p50Ms: 0, p95Ms: 4 * 24 * hourMs })
    const { body: payouts } = await world.api.call('payouts')
    expect(payouts[0]).toMatchObject({ id: one.id, Value: '100.00', method: 'Bank', hash: null, status: 'COMPLETED' })
    expect(payouts.every((payout: { status: string }) => payout.status === 'COMPLETED')).toBe(true)
    expect((await world.api.call('payouts', { p: 99 })).body).toEqual([])
    expect((await world.api.call('withdrawals.queue', { queue: 'ended' }, { secrete: finance })).body[0].id).toBe(
      one.id,
    )
  })
})

describe("'withdrawals.totals'", () => {
  type Totals = { units: { unit: string; amount: string; count: number }[]; usd: string }
  const totals = async (): Promise<Totals> =>
    (await world.api.call('withdrawals.totals', {}, { secrete: finance })).body

  it('sums the open withdrawals by unit, and leaves out ended ones', async () => {
    const dollars = ({ units }: Totals) => units.find(({ unit }) => unit === '$') ?? { amount: '0.00', count: 0 }
    const before = await totals()
    const one = await requested()
    const after = await totals()
    expect(Number(dollars(after).amount) - Number(dollars(before).amount)).toBe(100)
    expect(dollars(after).count - dollars(before).count).toBe(1)
    expect(Number(after.usd) - Number(before.usd)).toBe(100)
    await one.desk('refuse', { reason: 'insufficient_funds' })
    expect(await totals()).toEqual(before)
  })
})

describe("'withdrawals.approve' for a new address", () => {
  it('address_cooling: approves only after the waiting time', async () => {
    const cool = await createWithdrawalWorld()
    const { id: customer, secrete } = await cool.addCustomer()
    const operator = await cool.operator()
    const { body } = await cool.api.call('withdraw', { ...bank, amount: '10' }, { secrete })
    const approve = () => cool.api.call('withdrawals.approve', { id: body.id, customer }, { secrete: operator.secrete })
    expect((await approve()).body).toMatchObject({ code: 'address_cooling' })
    await cool.platform.clock.advance(24 * hourMs)
    const later = await cool.operator()
    expect(
      (await cool.api.call('withdrawals.approve', { id: body.id, customer }, { secrete: later.secrete })).status,
    ).toBe(200)
    await cool.stop()
  })
})
