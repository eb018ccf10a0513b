import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assets } from '../../api/money.ts'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { houseCodes, transferKinds } from './codes.ts'
import { createLedger } from './public.ts'
import type { Ledger } from './types.ts'
import { testOwner } from './test-owner.ts'

// Tries to break each rule of the ledger with raw SQL as a superuser. The database itself must refuse every attempt.

let platform: TestPlatform
let ledger: Ledger
const owner = testOwner(1, 3)
const other = testOwner(2, 3)
const base = 3n << 48n
beforeAll(async () => {
  platform = await createTestPlatform()
  ledger = createLedger(platform)
  await ledger.post([
    {
      debit: { house: 'practice_grants' },
      credit: { owner, code: 'trading' },
      asset: 'USD',
      amountMinor: 1000n,
      kind: 'practice_grant',
      key: 'used',
    },
    {
      debit: { owner, code: 'trading' },
      credit: { house: 'withdrawal_clearing' },
      asset: 'USD',
      amountMinor: 100n,
      kind: 'withdrawal',
      pending: true,
    },
  ])
  await ledger.post([{ post: base + 2n, kind: 'withdrawal' }])
})
afterAll(() => platform.stop())

/** Inserts a transfer row without the ledger's functions, in a transaction that is rolled back. */
async function insertTransfer(change: Record<string, unknown>): Promise<void> {
  const row = {
    shard: 3,
    id: base + 4n,
    at_ms: 1,
    amount_minor: 5n,
    balance_after_minor: 5n,
    debit_owner: null,
    debit_code: 'practice_grants',
    credit_owner: owner,
    credit_code: 'trading',
    asset: 'USD',
    kind: 'bonus',
    phase: null,
    pending_id: null,
    key: null,
    note: null,
    ...change,
  }
  const columns = Object.keys(row)
  const client = await platform.owner.connect()
  try {
    await client.query('BEGIN')
    await client.query(
      `INSERT INTO ledger.transfers (${columns.join()}) VALUES (${columns.map((_, place) => `$${place + 1}`).join()})`,
      Object.values(row),
    )
  } finally {
    await client.query('ROLLBACK')
    client.release()
  }
}

const broken: [rule: string, change: Record<string, unknown>, constraint: string][] = [
  ['an amount of zero', { amount_minor: 0n }, 'transfers_amount_positive'],
  ['a negative amount', { amount_minor: -5n }, 'transfers_amount_positive'],
  ['an amount above the limit', { amount_minor: 10n ** 18n + 1n }, 'transfers_amount_positive'],
  [
    'one account on both sides',
    { credit_owner: null, credit_code: 'practice_grants', balance_after_minor: null },
    'transfers_two_accounts',
  ],
  ['two customers', { debit_owner: other, debit_code: 'trading' }, 'transfers_one_customer'],
  ['a balance below zero', { balance_after_minor: -1n }, 'transfers_never_below_zero'],
  ['a customer without a balance', { balance_after_minor: null }, 'transfers_balance_of_customer'],
  ['house accounts with a balance', { credit_owner: null, credit_code: 'stakes' }, 'transfers_balance_of_customer'],
  ['an unknown phase', { phase: 'perhaps' }, 'transfers_phase'],
  ['a resolution without a pending transfer', { phase: 'post' }, 'transfers_resolves_pending'],
  ['a plain transfer that names a pending one', { pending_id: base + 2n }, 'transfers_resolves_pending'],
  ['a second resolution', { phase: 'void', pending_id: base + 2n }, 'transfers_pending_resolved_once'],
  ['a used key', { key: 'used' }, 'transfers_key_once'],
  ['an empty key', { key: '' }, 'transfers_key_length'],
  ['a note that is too long', { note: 'x'.repeat(501) }, 'transfers_note_length'],
  ['an ID that is already used', { id: base + 1n }, 'transfers_pkey'],
  ['an ID from another shard', { id: (4n << 48n) + 1n }, 'transfers_id_of_shard'],
  ['a shard that does not exist', { shard: 32, id: (32n << 48n) + 1n }, 'transfers_shard_check'],
]

describe('a transfer row', () => {
  test('is accepted if all values are valid', () => insertTransfer({}))
  for (const [rule, change, constraint] of broken)
    test(`is refused with ${rule}`, () => expect(insertTransfer(change)).rejects.toMatchObject({ constraint }))
  test('is refused without an asset', () =>
    expect(insertTransfer({ asset: null })).rejects.toMatchObject({ code: '23502', column: 'asset' }))
  test('has one asset column, which both sides share', async () => {
    const { rows } = await platform.owner.query(
      `SELECT column_name FROM information_schema.columns
       WHERE table_schema = 'ledger' AND table_name = 'transfers' AND column_name LIKE '%asset%'`,
    )
    expect(rows).toEqual([{ column_name: 'asset' }])
  })
})

describe('an account cannot have', () => {
  const update = (set: string) => platform.owner.query(`UPDATE ledger.accounts SET ${set} WHERE shard = 3`)
  test('a balance below zero', () =>
    expect(update('balance_minor = -1')).rejects.toMatchObject({ constraint: 'accounts_never_below_zero' }))
  test('a hold above the balance', () =>
    expect(update('reserved_minor = balance_minor + 1')).rejects.toMatchObject({
      constraint: 'accounts_reserve_covered',
    }))
  test('a negative hold', () =>
    expect(update('reserved_minor = -1')).rejects.toMatchObject({ constraint: 'accounts_reserve_covered' }))
  test('a second row', () =>
    expect(
      platform.owner.query('INSERT INTO ledger.accounts SELECT * FROM ledger.accounts WHERE shard = 3'),
    ).rejects.toMatchObject({ constraint: 'accounts_pkey' }))
})

describe('stored rows are immutable', () => {
  const statements = {
    transfers: [
      'UPDATE ledger.transfers SET amount_minor = 1 WHERE false',
      'DELETE FROM ledger.transfers',
      'TRUNCATE ledger.transfers',
      'TRUNCATE ledger.transfers CASCADE',
      'MERGE INTO ledger.transfers t USING ledger.heads h ON t.shard = h.shard WHEN MATCHED THEN DELETE',
      "INSERT INTO ledger.transfers SELECT * FROM ledger.transfers ON CONFLICT (shard, id) DO UPDATE SET note = 'x'",
    ],
    batches: ['UPDATE ledger.batches SET batch = 1', 'DELETE FROM ledger.batches', 'TRUNCATE ledger.batches'],
    accounts: ['DELETE FROM ledger.accounts', 'TRUNCATE ledger.accounts'],
    heads: ['DELETE FROM ledger.heads', 'TRUNCATE ledger.heads'],
  }
  for (const [table, texts] of Object.entries(statements)) {
    for (const text of texts)
      test(`${text}`, () =>
        expect(platform.owner.query(text)).rejects.toMatchObject({
          code: '42501',
          message: expect.stringContaining(`ledger.${table} is append-only`),
        }))
  }

  test('even for the owner of the tables, with triggers disabled and without superuser rights', async () => {
    const role = `ledger_owner_${process.pid}`
    const client = await platform.owner.connect()
    try {
      await client.query(`BEGIN; CREATE ROLE ${role}; GRANT USAGE ON SCHEMA ledger TO ${role}`)
      for (const table of Object.keys(statements))
        await client.query(
          `ALTER TABLE ledger.${table} DISABLE TRIGGER USER; ALTER TABLE ledger.${table} OWNER TO ${role}`,
        )
      await client.query(`SET LOCAL ROLE ${role}`)
      for (const text of Object.values(statements).flat()) {
        await client.query('SAVEPOINT before')
        await expect(client.query(text), text).rejects.toMatchObject({
          code: '42501',
          message: expect.stringContaining('permission denied'),
        })
        await client.query('ROLLBACK TO SAVEPOINT before')
      }
    } finally {
      await client.query('ROLLBACK')
      client.release()
    }
  })
})

describe('ledger.post_transfers', () => {
  const post = (fields: string) =>
    platform.owner.query(
      `SELECT result FROM ledger.post_transfers(
         1, ARRAY[jsonb_populate_record(NULL::ledger.new_transfer, '${fields}')])`,
    )
  const plain = '"debit_code":"stakes","credit_code":"dust","asset":"USD","amount_minor":1,"kind":"dust"'
  test('returns bad_phase for an unknown phase, or a pending_id that does not fit the phase', async () => {
    for (const wrong of [
      '"phase":"perhaps"',
      '"phase":"post"',
      '"phase":"void"',
      '"pending_id":5',
      '"phase":"pending","pending_id":5',
    ]) {
      expect((await post(`{"shard":3,${plain},${wrong}}`)).rows).toEqual([{ result: 'bad_phase' }])
    }
  })
  test('throws without a shard or with an invalid shard', async () => {
    await expect(post(`{${plain}}`)).rejects.toMatchObject({ code: '22023' })
    await expect(post(`{"shard":32,${plain}}`)).rejects.toMatchObject({ code: '22023' })
    await expect(post(`{"shard":-1,${plain}}`)).rejects.toMatchObject({ code: '22023' })
  })
  test('posts only to the shard that is passed in', async () => {
    const one = (shard: number) =>
      platform.owner.query(
        `SELECT result FROM ledger.post_transfers_of_shard(
           3::smallint, 1,
           ARRAY[jsonb_populate_record(NULL::ledger.new_transfer, '{"shard":${shard},${plain}}')])`,
      )
    expect((await one(3)).rows).toEqual([{ result: 'ok' }])
    await expect(one(4)).rejects.toMatchObject({ code: '22023' })
  })
  test('returns no rows without transfers', async () => {
    expect((await platform.owner.query("SELECT * FROM ledger.post_transfers(1, '{}')")).rows).toEqual([])
    expect((await platform.owner.query('SELECT * FROM ledger.post_transfers(1, NULL)')).rows).toEqual([])
  })
})

test('the lists of house codes, kinds and assets match those in TypeScript', async () => {
  const list = async (text: string) =>
    Object.fromEntries(
      (await platform.owner.query<{ name: string; value: unknown }>(text)).rows.map(({ name, value }) => [name, value]),
    )
  expect(await list('SELECT code AS name, purpose AS value FROM ledger.house_codes')).toEqual(houseCodes)
  expect(await list('SELECT kind AS name, meaning AS value FROM ledger.kinds')).toEqual(transferKinds)
  expect(await list('SELECT asset AS name, scale AS value FROM ledger.assets')).toEqual(
    Object.fromEntries(Object.entries(assets).map(([asset, { scale }]) => [asset, scale])),
  )
})
