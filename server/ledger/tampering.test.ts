import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { createLedger, throughClearing } from './public.ts'
import type { Ledger } from './types.ts'
import { testOwner } from './test-owner.ts'

// Simulates someone with all database rights who disables triggers and constraints, and then edits stored data. Source:
// docs/spec/targets.md R8.

let platform: TestPlatform
let ledger: Ledger
let intruder: PoolClient
const tables = ['transfers', 'batches', 'heads', 'accounts', 'checkpoints']
const columns: Record<string, { name: string; type: string }[]> = {}
beforeAll(async () => {
  platform = await createTestPlatform()
  ledger = createLedger(platform)
  await fill()
  intruder = await platform.owner.connect()
  await intruder.query('SET session_replication_role = replica')
  for (const table of tables) {
    const { rows } = await intruder.query(
      "SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass AND contype IN ('c', 'p') ORDER BY contype",
      [`ledger.${table}`],
    )
    for (const { conname } of rows) await intruder.query(`ALTER TABLE ledger.${table} DROP CONSTRAINT ${conname}`)
    const described = await intruder.query(
      `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
       WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
      [`ledger.${table}`],
    )
    columns[table] = described.rows
    for (const { name } of described.rows)
      await intruder.query(`ALTER TABLE ledger.${table} ALTER ${name} DROP NOT NULL`)
  }
  await intruder.query('DROP INDEX ledger.transfers_key_once; DROP INDEX ledger.transfers_pending_resolved_once')
})
afterAll(async () => {
  intruder.release(true)
  await platform.stop()
})

/** Posts batches with every kind of row: with and without key, note, reference, owner and phase. */
async function fill(): Promise<void> {
  const [owner, other] = [testOwner(1, 3), testOwner(2, 4)]
  const account = { owner, code: 'trading' }
  const reference = testOwner(99, 0)
  await ledger.post([
    {
      debit: { house: 'practice_grants' },
      credit: account,
      asset: 'USD',
      amountMinor: 1000n,
      kind: 'practice_grant',
      key: 'k',
      note: 'Hello, "you"\n(5,6)',
      reference,
    },
  ])
  await ledger.post([
    { debit: account, credit: { house: 'stakes' }, asset: 'USD', amountMinor: 10n, kind: 'stake', reference },
    { debit: account, credit: { house: 'stakes' }, asset: 'USD', amountMinor: 20n, kind: 'stake' },
    {
      debit: account,
      credit: { house: 'withdrawal_clearing' },
      asset: 'USD',
      amountMinor: 50n,
      kind: 'withdrawal',
      pending: true,
    },
    {
      debit: account,
      credit: { house: 'withdrawal_clearing' },
      asset: 'USD',
      amountMinor: 60n,
      kind: 'withdrawal',
      pending: true,
    },
    {
      debit: { house: 'stakes' },
      credit: { house: 'trading_house' },
      asset: 'USD',
      amountMinor: 10n,
      kind: 'loss',
      shard: 3,
    },
  ])
  await ledger.advanceCheckpoints()
  await ledger.post([{ post: (3n << 48n) + 4n, kind: 'withdrawal', amountMinor: 30n }])
  await ledger.post(
    throughClearing({
      from: account,
      to: { owner: other, code: 'trading' },
      asset: 'USD',
      amountMinor: 5n,
      kind: 'move',
    }),
  )
}

/** Runs the intruder's statements, reconciles in the same transaction, and rolls back. */
async function rulesBrokenBy(...statements: string[]): Promise<string[]> {
  await intruder.query('BEGIN')
  try {
    for (const statement of statements) await intruder.query(statement)
    const { rows } = await intruder.query<{ rule: string }>('SELECT DISTINCT rule FROM ledger.find_breaks()')
    return rows.map(({ rule }) => rule)
  } finally {
    await intruder.query('ROLLBACK')
  }
}

const otherValue: Record<string, string> = {
  smallint: '(coalesce(%, 0) + 1)::smallint',
  bigint: 'coalesce(%, 0) + 1',
  numeric: 'coalesce(%, 0) + 1',
  uuid:
    "CASE WHEN % IS NULL THEN '01900000-0000-7000-8000-000000000777' ELSE overlay(%::text PLACING 'a' FROM " +
    '12)::uuid END',
  text: "coalesce(%, '') || 'x'",
  bytea: 'set_byte(%, 0, (get_byte(%, 0) + 1) % 256)',
}

test('finds nothing when nothing was changed', async () => {
  expect(await rulesBrokenBy()).toEqual([])
})

test('the hash chain detects a small change in any column of any stored transfer', async () => {
  const { rows } = await intruder.query<{ id: bigint }>('SELECT id FROM ledger.transfers ORDER BY id')
  expect(rows.length).toBeGreaterThan(8)
  for (const { id } of rows) {
    for (const { name, type } of columns['transfers']!) {
      expect(
        await rulesBrokenBy(
          `UPDATE ledger.transfers SET ${name} = ${otherValue[type]!.replaceAll('%', name)} WHERE id = ${id}`,
        ),
        `${name} of ${id}`,
      ).toContain('hash chain')
    }
  }
})

test('the hash chain detects a value set to null in any column', async () => {
  for (const { name } of columns['transfers']!) {
    expect(
      await rulesBrokenBy(
        `UPDATE ledger.transfers SET ${name} = NULL
         WHERE id = (SELECT min(id) FROM ledger.transfers WHERE ${name} IS NOT NULL)`,
      ),
      name,
    ).toContain('hash chain')
  }
})

describe('detects a change in', () => {
  for (const table of ['batches', 'heads', 'accounts', 'checkpoints']) {
    test(`every column of ${table}`, async () => {
      const where = table === 'accounts' || table === 'checkpoints' ? '' : 'WHERE shard = 3'
      for (const { name, type } of columns[table]!) {
        const change = otherValue[type]!.replaceAll(/%(?! 256)/g, name)
        expect(await rulesBrokenBy(`UPDATE ledger.${table} SET ${name} = ${change} ${where}`), name).not.toEqual([])
      }
    })
  }
})

describe('detects', () => {
  const first = (3n << 48n) + 1n
  test('a deleted transfer at any position', async () => {
    for (let place = 0n; place < 8n; place++) {
      const found = await rulesBrokenBy(`DELETE FROM ledger.transfers WHERE id = ${first + place}`)
      expect(found).toContain('hash chain')
      expect(found).toContain('batch is complete')
    }
  })
  test('an inserted transfer, in or after the last batch', async () => {
    const copy = (id: bigint) =>
      `INSERT INTO ledger.transfers (
         shard, id, at_ms, amount_minor, debit_code, credit_code, asset, kind
       ) VALUES (3, ${id}, 1, 5, 'stakes', 'trading_house', 'USD', 'loss')`
    expect(await rulesBrokenBy(copy(first))).toContain('hash chain')
    expect(await rulesBrokenBy(copy(first + 100n))).toContain('batch is complete')
  })
  test('two swapped transfers', async () => {
    const [a, b] = [first + 1n, first + 2n]
    expect(await rulesBrokenBy(`UPDATE ledger.transfers SET id = ${a} + ${b} - id WHERE id IN (${a}, ${b})`)).toContain(
      'hash chain',
    )
  })
  test('a deleted batch, and two merged batches', async () => {
    expect(await rulesBrokenBy('DELETE FROM ledger.batches WHERE shard = 3 AND batch = 2')).toContain(
      'hash chain has no gap',
    )
    expect(
      await rulesBrokenBy(
        'DELETE FROM ledger.batches WHERE shard = 3 AND batch = 2',
        `UPDATE ledger.batches SET batch = 2, first_id = ${first + 1n} WHERE shard = 3 AND batch = 3`,
      ),
    ).toContain('hash chain')
  })
  test('the removal of the newest batch and its transfers with a reset head, by comparing balances', async () => {
    const found = await rulesBrokenBy(
      'DELETE FROM ledger.batches WHERE shard = 3 AND batch = 4',
      `DELETE FROM ledger.transfers WHERE shard = 3 AND id > (SELECT max(last_id) FROM ledger.batches WHERE shard = 3)`,
      `UPDATE ledger.heads h SET batch = b.batch, last_id = b.last_id, at_ms = b.at_ms, hash = b.hash
       FROM ledger.batches b WHERE h.shard = 3 AND b.shard = 3 AND b.batch = 3`,
    )
    expect(found).toContain('balance equals transfers')
    expect(found).not.toContain('hash chain')
  })
  test('a forged note with a recomputed batch hash, at the next link', async () => {
    const found = await rulesBrokenBy(
      `UPDATE ledger.transfers SET note = 'forged' WHERE id = ${first}`,
      `UPDATE ledger.batches b SET hash = ledger.link_hash(
         sha256('ledger shard 3'), b.shard, b.batch, b.first_id, b.last_id, b.at_ms,
         (SELECT ledger.encoding(t) FROM ledger.transfers t WHERE t.id = ${first})
       ) WHERE shard = 3 AND batch = 1`,
    )
    expect(found).toEqual(['hash chain'])
  })
  test('money created from nothing: a raised balance', async () => {
    expect(
      await rulesBrokenBy('UPDATE ledger.accounts SET balance_minor = balance_minor + 100 WHERE shard = 3'),
    ).toEqual(expect.arrayContaining(['asset sums to zero', 'balance equals transfers']))
  })
})

test('a reconciliation reports at most a few hundred breaks, and their total number', async () => {
  await intruder.query(
    `INSERT INTO ledger.accounts SELECT 3, gen_random_uuid(), 'trading', 'USD', 1, 0 FROM generate_series(1, 1000)`,
  )
  const { ok, breaks, breakCount } = await ledger.reconcile()
  expect(ok).toBe(false)
  expect(breaks).toHaveLength(300)
  // The sum of the asset, and each invented account.
  expect(breakCount).toBe(1_001)
})
