import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bonusCalls } from '../../../contract/calls/bonus.ts'
import { operatorsCalls } from '../../../contract/calls/operators.ts'
import { withdrawalsCalls } from '../../../contract/calls/withdrawals.ts'
import { serveCalls, type TestApi, type TestPlatform } from '../../../tests/harness.ts'
import { createIdentityWorld, type IdentityWorld } from '../../identity/test-world.ts'
import { rulesBrokenBy } from '../../../tests/tampering.ts'
import { addOperator } from '../../operators/test-operator.ts'
import { paymentsBooks } from '../public.ts'
import { sendPassport } from '../../identity/verification/test-documents.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { shardOf } from '../../platform/random.ts'
import { createMarkets, scriptedSource } from '../../markets/public.ts'
import { awayChains } from '../withdrawals/test-world.ts'
import { createWithdrawals } from '../withdrawals/withdrawals.ts'
import { createBonus, type Bonus } from './bonus.ts'
import { grantOnVerification } from './grant-bonus.ts'
import type { BonusContext } from './context.ts'

const someId = '01890000-0000-7000-8000-000000000000'
const reason = 'Completed a lesson'

let world: IdentityWorld
let platform: TestPlatform
let context: BonusContext
let bonus: Bonus
let api: TestApi
let ada: { id: string; secrete: string }
/** Stakes of trades that were won or lost, as trading reports them. */
let stakes: { atMs: number; amountMinor: bigint }[]
let finance: string
/** The operator who verifies customers. */
let compliance: string
let people = 0

beforeAll(async () => {
  world = await createIdentityWorld({ PRACTICE_GRANT: '0' })
  platform = world.platform
  const { ledger, identity, operators } = world
  context = {
    ...platform,
    metrics: createMetrics(false),
    ledger,
    identity,
    operators,
    settledStakeSince: async (_ex, _id, fromMs) =>
      stakes.filter(({ atMs }) => atMs >= fromMs).reduce((sum, one) => sum + one.amountMinor, 0n),
  }
  bonus = createBonus(context)
  const markets = createMarkets(platform, { source: scriptedSource(['BTCUSD']) })
  const withdrawals = createWithdrawals(
    context,
    { ledger, markets, identity, operators, chains: awayChains() },
    { bonusTermsMet: bonus.termsMet },
  )
  const calls = { ...bonusCalls, ...operatorsCalls, ...withdrawalsCalls }
  api = await serveCalls(
    context,
    calls,
    { ...bonus.calls, ...operators.calls, ...withdrawals.calls },
    identity.sessionOf,
    operators.operatorOf,
  )
  operators.valueBy((amountMinor) => amountMinor)
  finance = (await addOperator(platform, 'finance')).secrete
  compliance = (await addOperator(platform, 'compliance')).operatorId
})
afterAll(async () => {
  expect((await world.ledger.reconcile()).ok).toBe(true)
  await api.stop()
  await world.stop()
})
beforeEach(async () => {
  stakes = []
  const { customerId: id } = await world.identity.addCustomer({
    email: `bonus${++people}@example.org`,
    name: 'Ada Lovelace',
    country: 'GB',
    phone: `07400 12${String(people).padStart(4, '0')}`,
    currency: 'USD',
  })
  ada = { id, secrete: await world.identity.openSession(id) }
})

const shown = async () => (await api.call('bonus', {}, { secrete: ada.secrete })).body
const release = (headers: Record<string, string> = {}) =>
  api.call('bonus.release', {}, { secrete: ada.secrete, headers })
const grant = (input: Record<string, unknown> = {}, headers: Record<string, string> = {}, secrete = finance) =>
  api.call('bonus.grant', { customer: ada.id, amount: '20', reason, ...input }, { secrete, headers })
const trading = async () => (await world.ledger.balance({ owner: ada.id, code: 'trading', asset: 'USD' })).balanceMinor
const settle = (amountMinor: bigint) => stakes.push({ atMs: platform.clock.nowMs(), amountMinor })
const verify = () => platform.db.transaction().execute((tx) => grantOnVerification(context, tx, ada.id, compliance))

describe("'bonus'", () => {
  it('is empty at first and states the rule', async () => {
    expect(await shown()).toMatchObject({
      cur: '$',
      balance: '0.00',
      locked: '0.00',
      free: '0.00',
      grants: [],
      rule: { onVerification: '25.00', turnoverTimes: 5, words: expect.stringContaining('does not expire') },
    })
  })
  it('is granted once, on verification, and unlocks when settled stakes reach five times its amount', async () => {
    await verify()
    await verify()
    settle(124_99n)
    expect(await shown()).toMatchObject({
      balance: '25.00',
      locked: '25.00',
      free: '0.00',
      grants: [{ amount: '25.00', turnover: '125.00', settled: '124.99', met: false }],
    })
    settle(1n)
    expect(await shown()).toMatchObject({
      balance: '25.00',
      locked: '0.00',
      free: '25.00',
      grants: [{ settled: '125.00', met: true }],
    })
  })
  it('is granted in the transaction in which an operator approves the verification', async () => {
    const sent = await sendPassport(world, 'verified@example.org')
    const { secrete } = await addOperator(platform, 'compliance')
    const { customer, verification } = sent
    await world.call('verifications.open', { customer, verification, reason: 'Checking a document' }, { secrete })
    await world.call('verifications.approve', { customer, verification }, { secrete })
    expect((await api.call('bonus', {}, { secrete: sent.secrete })).body).toMatchObject({
      balance: '25.00',
      grants: [{ why: 'Practice bonus for verified customers' }],
    })
  })
  it('does not count stakes from before the grant', async () => {
    settle(500_00n)
    await platform.clock.advance(1_000)
    await verify()
    expect((await shown()).grants[0]).toMatchObject({ settled: '0.00', met: false })
  })
})

describe("'bonus.release'", () => {
  it('moves the free part to the trading account, and leaves the locked part', async () => {
    await verify()
    await grant({ turnoverTimes: 0 })
    expect(await release()).toMatchObject({ status: 200, body: { moved: '20.00' } })
    expect(await shown()).toMatchObject({ balance: '25.00', locked: '25.00', free: '0.00' })
    expect(await trading()).toBe(20_00n)
    settle(125_00n)
    expect(await release()).toMatchObject({ status: 200, body: { moved: '25.00' } })
    expect(await trading()).toBe(45_00n)
  })
  it('moves the bonus once, no matter how often the customer requests it', async () => {
    await grant({ turnoverTimes: 0 })
    const answers = await Promise.all([1, 2, 3].map(() => release({ 'idempotency-key': 'once' })))
    expect(answers.map(({ body }) => body.moved)).toEqual(['20.00', '20.00', '20.00'])
    const others = await Promise.all([1, 2].map(() => release()))
    expect(others.map(({ status }) => status)).toEqual([409, 409])
    expect(await trading()).toBe(20_00n)
  })
  it('refuses with no_bonus if there is no bonus', async () => {
    expect(await release()).toMatchObject({ status: 409, body: { code: 'no_bonus' } })
  })
  it('refuses with bonus_locked until the terms are met, and states the missing turnover', async () => {
    await verify()
    settle(100_00n)
    expect(await release()).toMatchObject({
      status: 409,
      body: { code: 'bonus_locked', msg: expect.stringContaining('$25.00') },
    })
    expect(await trading()).toBe(0n)
  })
})

describe("'withdraw' from the bonus account", () => {
  const bank = {
    method: 'Bank',
    account: 'Bonus',
    amount: '20',
    bname: 'Bank',
    aname: 'Ada',
    anumber: '12345678',
    rnumber: '123456',
  }
  it('is refused with bonus_locked until the terms are met', async () => {
    await platform.pool.query(
      `
        INSERT INTO identity.verification (shard, id, customer_id, mode, state, sent_at_ms, decided_at_ms, decided_by)
        VALUES ($1, $2, $3, 'Passport', 'verified', 0, 0, $2)`,
      [shardOf(ada.id), ada.id, ada.id],
    )
    await verify()
    expect(await api.call('withdraw', bank, { secrete: ada.secrete })).toMatchObject({
      status: 403,
      body: { code: 'bonus_locked' },
    })
    settle(125_00n)
    expect(await api.call('withdraw', bank, { secrete: ada.secrete })).toMatchObject({ status: 200 })
    // An amount in transit can't be moved a second time.
    expect(await release()).toMatchObject({ status: 200, body: { moved: '5.00' } })
  })
})

describe("'bonus.grant'", () => {
  it('grants a bonus under the current terms, and records the reason in the audit log', async () => {
    expect(await grant()).toMatchObject({ status: 200, body: { needsSecond: false } })
    expect(await shown()).toMatchObject({
      balance: '20.00',
      grants: [{ amount: '20.00', turnover: '100.00', why: reason }],
    })
    const { rows } = await platform.pool.query(
      `SELECT reason FROM operators.audit_log WHERE action = 'bonus.grant' AND customer_id = $1`,
      [ada.id],
    )
    expect(rows).toEqual([{ reason }])
  })
  it('grants the bonus once per idempotency key', async () => {
    await Promise.all([1, 2].map(() => grant({}, { 'idempotency-key': 'g' })))
    expect((await shown()).balance).toBe('20.00')
  })
  it('refuses with key_reused if the key is reused with a different amount', async () => {
    await grant({}, { 'idempotency-key': 'r' })
    expect(await grant({ amount: '21' }, { 'idempotency-key': 'r' })).toMatchObject({
      status: 409,
      body: { code: 'key_reused' },
    })
  })
  it('waits for a second operator if the bonus is large', async () => {
    expect(await grant({ amount: '1000.01' })).toMatchObject({ status: 200, body: { needsSecond: true } })
    expect((await shown()).balance).toBe('0.00')
    const second = (await addOperator(platform, 'owner')).secrete
    const [waiting] = (await api.call('operators.approvals', {}, { secrete: second })).body
    expect((await api.call('operators.approve', { id: waiting.id }, { secrete: second })).status).toBe(200)
    expect(await shown()).toMatchObject({ balance: '1000.01', locked: '1000.01' })
  })
  it('needs a second operator once a day’s total exceeds the threshold, even with concurrent grants', async () => {
    const splitter = (await addOperator(platform, 'finance')).secrete
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => grant({ amount: '300', turnoverTimes: 0 }, {}, splitter)),
    )
    expect(answers.filter(({ body }) => body.needsSecond === false)).toHaveLength(3)
    expect(answers.filter(({ body }) => body.needsSecond === true)).toHaveLength(5)
    expect((await shown()).balance).toBe('900.00')
    // The limit counts an operator's grants to all customers, and all operators' grants to a customer.
    const other = (
      await world.identity.addCustomer({
        email: 'split@example.org',
        name: 'Ben',
        country: 'GB',
        phone: '07400 123457',
        currency: 'USD',
      })
    ).customerId
    expect((await grant({ customer: other, amount: '101' }, {}, splitter)).body.needsSecond).toBe(true)
    const another = (await addOperator(platform, 'finance')).secrete
    expect((await grant({ amount: '101' }, {}, another)).body.needsSecond).toBe(true)
    expect((await grant({ amount: '100' }, {}, another)).body.needsSecond).toBe(false)
  })
  it('makes the rule’s bonus await a second operator when the verifying operator has reached the limit', async () => {
    const { operatorId, secrete } = await addOperator(platform, 'owner')
    expect((await grant({ amount: '990' }, {}, secrete)).body.needsSecond).toBe(false)
    const { customerId } = await world.identity.addCustomer({
      email: 'rule@example.org',
      name: 'Ben',
      country: 'GB',
      phone: '07400 123458',
      currency: 'USD',
    })
    await platform.db.transaction().execute((tx) => grantOnVerification(context, tx, customerId, operatorId))
    const balance = async () =>
      (await world.ledger.balance({ owner: customerId, code: 'bonus', asset: 'USD' })).balanceMinor
    expect(await balance()).toBe(0n)
    const second = (await addOperator(platform, 'finance')).secrete
    const waiting = (await api.call('operators.approvals', {}, { secrete: second })).body.find(
      (one: { customer: string }) => one.customer === customerId,
    )
    expect((await api.call('operators.approve', { id: waiting.id }, { secrete: second })).status).toBe(200)
    expect(await balance()).toBe(25_00n)
  })
  it('refuses with not_found if the customer does not exist', async () => {
    expect(await grant({ customer: someId })).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
  it.each(['0', '1.001'])('refuses with bad_amount: %s', async (amount) => {
    expect(await grant({ amount })).toMatchObject({ status: 400, body: { code: 'bad_amount' } })
  })
})

it('detects a changed, deleted or invented bonus by comparing bonuses with their transfers', async () => {
  expect((await grant({ amount: '50' })).status).toBe(200)
  const broken = async (...statements: string[]) =>
    (await rulesBrokenBy(platform, paymentsBooks, ...statements)).filter((rule) => rule.startsWith('bonus'))
  expect(await broken()).toEqual([])
  for (const statement of [
    'UPDATE payments.bonus_grants SET amount_minor = amount_minor + 1',
    'DELETE FROM payments.bonus_grants',
    `
      INSERT INTO payments.bonus_grants
      SELECT (jsonb_populate_record(g, jsonb_build_object('id', gen_random_uuid()))).*
      FROM payments.bonus_grants g
      WHERE g.operator_id IS NOT NULL LIMIT 1`,
    `DELETE FROM ledger.transfers WHERE kind = 'bonus'`,
  ])
    expect(await broken(statement), statement).toEqual(['bonus equals transfers'])
})
