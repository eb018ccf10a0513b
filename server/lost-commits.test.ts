import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Call } from '../api/call.ts'
import { calls } from '../api/calls.ts'
import { breakCommitOf } from '../tests/broken-commit.ts'
import type { Answer as TestAnswer } from '../tests/harness.ts'
import { createFarmingWorld, type FarmingWorld, type Person } from './farming/test-world.ts'
import { createDepositWorld } from './payments/deposits/test-world.ts'
import { createWithdrawalWorld, type WithdrawalWorld } from './payments/withdrawals/test-world.ts'
import { picture } from './platform/files/test-pictures.ts'
import { noId, startAccessWorld, type AccessWorld } from './test-access.ts'

type Answer = Pick<TestAnswer, 'status' | 'body'>

/** Tests what clients see if the database connection breaks during a COMMIT and its outcome can't be determined. */
let world: AccessWorld
let secrete: string
beforeAll(async () => {
  world = await startAccessWorld({ CHAINS: '0' })
  secrete = await world.signUp('ada@example.org')
  await vi.waitFor(async () => expect((await world.send('traders', {}, { secrete })).body).not.toHaveLength(0), {
    timeout: 25_000,
  })
})
afterAll(() => world?.stop())
afterEach(() => vi.restoreAllMocks())

const copy = (key: string) =>
  world.send('copytrader', { copytrade: 'breakwater', to: 'start' }, { secrete, headers: { 'idempotency-key': key } })

it('a call whose COMMIT is lost returns outcome_unknown, and its result when repeated with the same key', async () => {
  breakCommitOf('platform.answers')
  expect(await copy('k1')).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } })
  expect(await copy('k1')).toMatchObject({
    status: 200,
    body: { copied: true, msg: expect.stringContaining('You are now copying') },
  })
})

it.each([
  ['53100', 'records_full'],
  ['57014', 'busy'],
  ['55P03', 'busy'],
])('SQLSTATE %s is reported as %s, and nothing is changed', async (sqlState, code) => {
  await world.send('copytrader', { copytrade: 'breakwater', to: 'stop' }, { secrete })
  breakCommitOf('platform.answers', sqlState)
  expect(await copy(`k-${sqlState}`)).toMatchObject({ status: 503, body: { code } })
  expect(await copy(`k-${sqlState}`)).toMatchObject({
    status: 200,
    body: { msg: expect.stringContaining('You are now copying') },
  })
})

it('every connection of the application waits at most two seconds for a lock', async () => {
  expect((await world.app.platform.pool.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '2s' }])
})

/** Makes a call whose COMMIT is lost, then repeats it with its key. Resolves with the second response. */
async function sentAgain(call: (key: string) => Promise<Answer>, key: string): Promise<Answer> {
  breakCommitOf('platform.answers')
  expect(await call(key)).toMatchObject({ status: 503, body: { code: 'outcome_unknown' } })
  vi.restoreAllMocks()
  const again = await call(key)
  expect(again).toMatchObject({ status: 200, body: { type: 'success' } })
  expect((await call(key)).body).toEqual(again.body)
  return again
}

describe('a withdrawal whose COMMIT is lost, repeated with the same key', () => {
  const order = { method: 'PayPal', account: 'Trading', amount: '25.50', address: 'ada@example.org' }
  let payouts: WithdrawalWorld
  let ada: { id: string; secrete: string }
  beforeAll(async () => {
    payouts = await createWithdrawalWorld()
    ada = await payouts.addCustomer({ balanceMinor: 100_00n })
  })
  afterAll(() => payouts?.stop())
  const call = (name: string, input: Record<string, unknown>) => (key: string) =>
    payouts.api.call(name, input, { secrete: ada.secrete, headers: { 'idempotency-key': key } })
  const listed = async () =>
    (await payouts.api.call('withdrawals', {}, { secrete: ada.secrete })).body as { id: string; status: string }[]
  const availableMinor = async () =>
    (await payouts.ledger.balance({ owner: ada.id, code: 'trading', asset: 'USD' })).availableMinor

  it('withdraw: the amount is reserved once, and one withdrawal is listed', async () => {
    const { body } = await sentAgain(call('withdraw', order), 'w1')
    expect(await listed()).toMatchObject([{ id: body.id, status: 'PENDING' }])
    expect(await availableMinor()).toBe(74_50n)
  })

  it('withdrawals.cancel: the hold is released once', async () => {
    const { id } = (await listed())[0]!
    await sentAgain(call('withdrawals.cancel', { id }), 'c1')
    expect(await listed()).toMatchObject([{ id, status: 'CANCELLED' }])
    expect(await availableMinor()).toBe(100_00n)
    expect((await payouts.ledger.reconcile()).ok).toBe(true)
  })
})

describe('a deposit whose COMMIT is lost, repeated with the same key', () => {
  let farms: FarmingWorld
  let ada: Person
  beforeAll(async () => {
    farms = await createFarmingWorld()
    ada = await farms.world.addCustomer()
  })
  afterAll(() => farms?.stop())
  const addresses = async () =>
    (
      await farms.world.platform.pool.query(
        'SELECT purpose FROM payments.deposits WHERE customer_id = $1 ORDER BY purpose',
        [ada.id],
      )
    ).rows

  it('createtrnx: one deposit with one address is created', async () => {
    const call = (key: string) =>
      farms.world.call(
        'createtrnx',
        { type: 'BTC', plan: 'Bronze' },
        { secrete: ada.secrete, headers: { 'idempotency-key': key } },
      )
    await sentAgain(call, 'd1')
    expect(await addresses()).toEqual([{ purpose: 'trading' }])
  })

  it('farm: one deposit for one contract is created', async () => {
    const { body } = await sentAgain(
      (key) => farms.call('farm', { plan: 'btc-steady', amount: '500', type: 'BTC' }, ada, { 'idempotency-key': key }),
      'f1',
    )
    expect((await farms.call('pendingyields', {}, ada)).body).toMatchObject([{ id: body.id }])
    expect(await addresses()).toEqual([{ purpose: 'farming' }, { purpose: 'trading' }])
  })
})

describe('an operator’s decision whose COMMIT is lost, repeated with the same key', () => {
  const seen = new Set<string>()
  type Send = (name: string, input: Record<string, unknown>, key: string) => Promise<Answer>

  /**
   * Makes a decision whose COMMIT is lost, then repeats it. `field` names an id in the input, which `other` replaces
   * under the same key. `lines` is the expected number of new audit entries. Resolves with the second response.
   */
  async function decidedAgain(
    send: Send,
    countAudit: () => Promise<number>,
    name: string,
    input: Record<string, unknown>,
    { field = 'id', other = noId, lines = 1 } = {},
  ): Promise<Answer> {
    const key = `${name} ${seen.size}`.replaceAll(' ', '-')
    const before = await countAudit()
    const answer = await sentAgain((used) => send(name, input, used), key)
    expect(await send(name, { ...input, [field]: other }, key)).toMatchObject({
      status: 409,
      body: { code: 'key_reused' },
    })
    expect((await countAudit()) - before, name).toBe(lines)
    seen.add(name)
    return answer
  }
  const auditOf = (pool: pg.Pool) => async () =>
    (await pool.query('SELECT 1 FROM operators.audit_log WHERE operator_id IS NOT NULL AND action <> $1', ['refused']))
      .rowCount!

  it('returns the first result: customers, verifications, approvals, messages', async () => {
    const { secrete: owner } = await world.addOperator('owner')
    const { secrete: finance } = await world.addOperator('finance')
    const { pool } = world.app.platform
    const as =
      (who: string): Send =>
      (name, input, key) =>
        world.send(name, input, { secrete: who, headers: { 'idempotency-key': key } })
    const decide = (name: string, input: Record<string, unknown>, field = 'id') =>
      decidedAgain(as(owner), auditOf(pool), name, input, { field })
    const ben = await world.signUp('ben@example.org')
    const { id } = (await world.send('user', {}, { secrete: ben })).body
    const reason = 'a letter from the customer'

    await decide('customers.note', { id, words: 'Rang about a lost phone' })
    await decide('customers.flag', { id, flag: 'watch', set: true })
    await decide('customers.freeze', { id, reason })
    await decide('customers.unfreeze', { id, reason })
    await decide('customers.correct', { id, field: 'email', value: 'benedict@example.org', reason })

    const approvals = (await world.send('operators.approvals', {}, { secrete: finance })).body as { id: string }[]
    await decidedAgain(as(finance), auditOf(pool), 'operators.approve', { id: approvals[0]!.id, reason: '' })
    expect((await world.send('customers.show', { id }, { secrete: owner })).body.email).toBe('benedict@example.org')
    await world.send(
      'customers.correct',
      { id, field: 'email', value: 'other@example.org', reason },
      { secrete: owner },
    )
    const [left] = (await world.send('operators.approvals', {}, { secrete: finance })).body as { id: string }[]
    await decidedAgain(as(finance), auditOf(pool), 'operators.reject', { id: left!.id, reason })

    for (const move of ['reject', 'approve']) {
      const email = `${move}@example.org`
      const files = { ID: await picture() }
      await world.send('uploadid', { voption: 'Passport' }, { secrete: await world.signUp(email), files })
      const { waiting } = (await world.send('verifications', {}, { secrete: owner })).body
      const { customer, verification } = waiting[0] as { customer: string; verification: string }
      await world.send(
        'verifications.open',
        { customer, verification, reason: 'Check of a passport' },
        { secrete: owner },
      )
      const input = { customer, verification, ...(move === 'reject' && { reason: 'unreadable' }) }
      await decide(`verifications.${move}`, input, 'verification')
    }

    for (const name of ['cleo', 'dora']) {
      const email = `${name}@example.org`
      await world.send('contactus', { name, email, subject: 'A question', content: 'How does it work?' })
    }
    const [first, second] = (await world.send('messages', {}, { secrete: owner })).body as { id: string }[]
    const { body } = await decide('messages.answer', { id: first!.id, answer: 'As the page says.' })
    expect(body.msg).toBe('We sent the reply to cleo@example.org.')
    await decide('messages.close', { id: second!.id })
    await decide('customers.signout', { id, reason })
  })

  it('returns the first result: withdrawals', async () => {
    const payouts = await createWithdrawalWorld({ rules: { coolingMs: () => 0 } })
    try {
      const ada = await payouts.addCustomer({ balanceMinor: 100_00n })
      const { secrete } = await payouts.operator()
      const send: Send = (name, input, key) =>
        payouts.api.call(name, input, { secrete, headers: { 'idempotency-key': key } })
      const order = { method: 'PayPal', account: 'Trading', amount: '25.50', address: 'ada@example.org' }
      const request = async () =>
        (await payouts.api.call('withdraw', order, { secrete: ada.secrete })).body.id as string
      const other = await request()
      const subject = { id: await request(), customer: ada.id }
      const decide = (move: string, more = {}) =>
        decidedAgain(send, auditOf(payouts.platform.pool), `withdrawals.${move}`, { ...subject, ...more }, { other })
      await decide('hold', { note: 'A closer look' })
      await decide('release', { note: 'Looked at' })
      expect((await decide('approve')).body).toMatchObject({ needsSecond: false })
      await decide('retry')
      subject.id = await request()
      await decide('refuse', { reason: 'destination_unusable' })
      expect((await payouts.ledger.balance({ owner: ada.id, code: 'trading', asset: 'USD' })).availableMinor).toBe(
        49_00n,
      )
      expect((await payouts.ledger.reconcile()).ok).toBe(true)
    } finally {
      await payouts.stop()
    }
  })

  it('returns the first result: receipts', async () => {
    const deposits = await createDepositWorld()
    try {
      const ada = await deposits.addCustomer()
      const secrete = await deposits.addOperator('finance')
      const send: Send = (name, input, key) =>
        deposits.call(name, input, { secrete, headers: { 'idempotency-key': key } })
      const sendPaymentReceipt = async () => {
        const { tid } = (await deposits.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete: ada.secrete }))
          .body
        const files = { pop: { name: 'receipt.png', bytes: await picture() } }
        await deposits.call('trnxpop', { tid }, { secrete: ada.secrete, files })
        return tid as string
      }
      for (const move of ['approve', 'decline']) {
        const input = { id: await sendPaymentReceipt(), reason: 'Nothing is on the chain' }
        await decidedAgain(send, auditOf(deposits.platform.pool), `receipts.${move}`, input, {
          lines: move === 'approve' ? 2 : 1,
        })
      }
    } finally {
      await deposits.stop()
    }
  })

  it('is tested for every decision', () => {
    const decisions = (Object.values(calls) as Call[]).filter((call) => call.decides).map(({ name }) => name)
    expect([...seen].sort()).toEqual(decisions.sort())
  })
})
