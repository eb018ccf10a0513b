import { afterAll, beforeAll, expect, it } from 'vitest'
import { rulesBrokenBy, sealsBrokenBy } from '../../tests/tampering.ts'
import { paymentsBooks, sealedPayments } from './public.ts'
import { createWithdrawalWorld, type WithdrawalWorld } from './withdrawals/test-world.ts'

// Simulates someone with all database rights who changes withdrawals. `npm run reconcile` must detect it.

let world: WithdrawalWorld
// The transfers in this world have no deposit rows.
const broken = async (...statements: string[]) =>
  (await rulesBrokenBy(world.platform, paymentsBooks, ...statements)).filter((rule) => rule.startsWith('withdrawal'))

beforeAll(async () => {
  world = await createWithdrawalWorld({ rules: { coolingMs: () => 0 } })
  const { secrete: operator } = await world.operator()
  const { id: customer, secrete } = await world.addCustomer()
  const bank = {
    method: 'Bank',
    account: 'Trading',
    bname: 'Bank of Practice',
    aname: 'Ada Byron',
    anumber: '12345678',
    rnumber: '200000',
  }
  const { body: paid } = await world.api.call('withdraw', { ...bank, amount: '100' }, { secrete })
  await world.api.call('withdraw', { ...bank, amount: '50' }, { secrete })
  await world.api.call('withdrawals.approve', { id: paid.id, customer }, { secrete: operator })
  await world.withdrawals.send()
})
afterAll(() => world.stop())

const [rule, withFee] = ['withdrawal equals transfers', 'withdrawal with its fee equals transfers']

it('finds no breaks in unaltered data', async () => {
  const { rows } = await world.platform.pool.query('SELECT state FROM payments.withdrawals ORDER BY state')
  expect(rows.map(({ state }) => state)).toEqual(['COMPLETED', 'PENDING'])
  expect(await broken()).toEqual([])
})

it('detects a plan changed without a new version, and one without any version', async () => {
  const plans = async (statement: string) =>
    rulesBrokenBy(world.platform, paymentsBooks, statement).then((rules) =>
      rules.filter((one) => one.startsWith('plan')),
    )
  const plan = "(SELECT id FROM payments.plans WHERE account = 'mining' ORDER BY id LIMIT 1)"
  for (const change of [
    'hashes_per_s = hashes_per_s + 1',
    'amount_minor = amount_minor + 1',
    'retired_at_ms = 1',
    "name = 'Other'",
  ]) {
    expect(await plans(`UPDATE payments.plans SET ${change} WHERE id = ${plan}`), change).toEqual([
      'plan equals its newest version',
    ])
  }
  const made = `
    INSERT INTO payments.plans (id, account, name, amount_minor, place)
    VALUES ('unversioned', 'trading', 'Unversioned', 100, 99)`
  expect(await plans(made)).toEqual(['plan equals its newest version'])
})

it('detects a change to a paid amount', async () => {
  expect(
    await broken("UPDATE payments.withdrawals SET paid_minor = paid_minor + 100 WHERE state = 'COMPLETED'"),
  ).toEqual([rule, withFee])
  expect(
    await broken(
      `UPDATE payments.withdrawals
        SET amount_minor = amount_minor + 100, principal_minor = principal_minor + 100 WHERE state = 'COMPLETED'`,
    ),
  ).toEqual([rule, withFee])
  expect(await broken("UPDATE payments.withdrawals SET fee_minor = 1 WHERE state = 'COMPLETED'")).toEqual([rule])
})

it('detects a deleted withdrawal, and one without a payment', async () => {
  expect(await broken("DELETE FROM payments.withdrawals WHERE state = 'COMPLETED'")).toEqual([rule])
  expect(
    await broken(
      `UPDATE payments.withdrawals
        SET state = 'COMPLETED', ended_at_ms = 1, document_number = 'X', approved_by = id WHERE state = 'PENDING'`,
    ),
  ).toEqual([rule, 'withdrawal is held'])
})

it('detects a change to a held amount', async () => {
  const held = 'withdrawal is held'
  expect(
    await broken(
      `UPDATE payments.withdrawals
        SET amount_minor = amount_minor + 100, principal_minor = principal_minor + 100 WHERE state = 'PENDING'`,
    ),
  ).toEqual([held])
  expect(
    await broken("UPDATE payments.withdrawals SET state = 'CANCELLED', ended_at_ms = 1 WHERE state = 'PENDING'"),
  ).toEqual([held])
})

it.each([
  'usd_minor = usd_minor + 1',
  'pending_id = pending_id + 1',
  'promised_by_ms = promised_by_ms + 1',
  `rates = '{}'`,
])('seals a withdrawal’s request: %s', async (change) => {
  for (const state of ['COMPLETED', 'PENDING']) {
    expect(
      await sealsBrokenBy(
        world.platform,
        sealedPayments,
        `UPDATE payments.withdrawals SET ${change} WHERE state = '${state}'`,
      ),
    ).toEqual(['requested withdrawals'])
  }
})

it.each([
  'approved_by = id',
  'approved_at_ms = approved_at_ms + 1',
  'ended_at_ms = ended_at_ms + 1',
  `document_number = 'other'`,
  'attempts = attempts + 1',
])('seals the outcome of a withdrawal: %s', async (change) => {
  expect(
    await sealsBrokenBy(
      world.platform,
      sealedPayments,
      `UPDATE payments.withdrawals SET ${change} WHERE state = 'COMPLETED'`,
    ),
  ).toEqual(['ended withdrawals'])
})

it.each([
  'from_ms = from_ms + 1',
  'hashes_per_s = 1',
  'amount_minor = amount_minor + 1',
  'is_offered = NOT is_offered',
])('seals plan versions: %s', async (change) => {
  const statement = `UPDATE payments.plan_versions SET ${change} WHERE plan_id = 'btc-basic'`
  expect(await sealsBrokenBy(world.platform, sealedPayments, statement)).toEqual(['plan versions'])
})

it('does not seal withdrawal data that may still change or that closing the account erases', async () => {
  expect(
    await sealsBrokenBy(
      world.platform,
      sealedPayments,
      "UPDATE payments.withdrawals SET state = 'APPROVED', approved_by = id, attempts = 1 WHERE state = 'PENDING'",
    ),
  ).toEqual([])
  expect(
    await sealsBrokenBy(
      world.platform,
      sealedPayments,
      "UPDATE payments.withdrawals SET destination_sealed = NULL WHERE state = 'COMPLETED'",
    ),
  ).toEqual([])
})
