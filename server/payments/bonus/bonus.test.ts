import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rulesBrokenBy } from '../../../tests/tampering.ts'
import { sendPassport } from '../../identity/verification/test-documents.ts'
import { addOperator } from '../../operators/test-operator.ts'
import { shardOf } from '../../platform/random.ts'
import { paymentsBooks } from '../public.ts'
import { createBonusWorld, type BonusWorld, type Person } from './test-bonus.ts'

let world: BonusWorld
let ada: Person

beforeAll(async () => {
  world = await createBonusWorld()
})
afterAll(async () => {
  expect((await world.ledger.reconcile()).ok).toBe(true)
  await world.stop()
})
beforeEach(async () => {
  ada = await world.addPerson()
})

describe("'bonus'", () => {
  it('is empty at first and states the rule', async () => {
    expect(await world.shown(ada)).toMatchObject({
      cur: '$',
      balance: '0.00',
      locked: '0.00',
      free: '0.00',
      grants: [],
      rule: { onVerification: '25.00', turnoverTimes: 5, words: expect.stringContaining('does not expire') },
    })
  })
  it('is granted once, on verification, and unlocks when settled stakes reach five times its amount', async () => {
    await world.verify(ada)
    await world.verify(ada)
    world.settle(ada, 124_99n)
    expect(await world.shown(ada)).toMatchObject({
      balance: '25.00',
      locked: '25.00',
      free: '0.00',
      grants: [{ amount: '25.00', turnover: '125.00', settled: '124.99', met: false }],
    })
    world.settle(ada, 1n)
    expect(await world.shown(ada)).toMatchObject({
      balance: '25.00',
      locked: '0.00',
      free: '25.00',
      grants: [{ settled: '125.00', met: true }],
    })
  })
  it('is granted in the transaction in which an operator approves the verification', async () => {
    const sent = await sendPassport(world, 'verified@example.org')
    const { secrete } = await addOperator(world.platform, 'compliance')
    const { customer, verification } = sent
    await world.call('verifications.open', { customer, verification, reason: 'Checking a document' }, { secrete })
    await world.call('verifications.approve', { customer, verification }, { secrete })
    expect((await world.ask('bonus', {}, { secrete: sent.secrete })).body).toMatchObject({
      balance: '25.00',
      grants: [{ why: 'Practice bonus for verified customers' }],
    })
  })
  it('does not count stakes from before the grant', async () => {
    world.settle(ada, 500_00n)
    await world.platform.clock.advance(1_000)
    await world.verify(ada)
    expect((await world.shown(ada)).grants[0]).toMatchObject({ settled: '0.00', met: false })
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
    await world.platform.pool.query(
      `
        INSERT INTO identity.verification (shard, id, customer_id, mode, state, sent_at_ms, decided_at_ms, decided_by)
        VALUES ($1, $2, $3, 'Passport', 'verified', 0, 0, $2)`,
      [shardOf(ada.id), ada.id, ada.id],
    )
    await world.verify(ada)
    expect(await world.ask('withdraw', bank, { secrete: ada.secrete })).toMatchObject({
      status: 403,
      body: { code: 'bonus_locked' },
    })
    world.settle(ada, 125_00n)
    expect(await world.ask('withdraw', bank, { secrete: ada.secrete })).toMatchObject({ status: 200 })
    // An amount in transit can't be moved a second time.
    expect(await world.release(ada)).toMatchObject({ status: 200, body: { moved: '5.00' } })
  })
})

it('detects a changed, deleted or invented bonus by comparing bonuses with their transfers', async () => {
  expect((await world.grant(ada, { amount: '50' })).status).toBe(200)
  const broken = async (...statements: string[]) =>
    (await rulesBrokenBy(world.platform, paymentsBooks, ...statements)).filter((rule) => rule.startsWith('bonus'))
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
