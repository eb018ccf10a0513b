import { sql } from 'kysely'
import type { Asset } from '../../contract/money.ts'
import type { Database, Executor } from '../platform/database/database.ts'
import type { HouseCode, TransferKind, TransferResult } from './codes.ts'
import type { Break } from './types.ts'

/**
 * Input of `ledger.post_transfers`, with the field names of `ledger.new_transfer`. Bigints are text, because it is
 * passed as JSON.
 */
export type TransferInput = {
  shard: number
  debit_owner?: string
  debit_code?: string
  credit_owner?: string
  credit_code?: string
  asset?: Asset
  amount_minor?: string
  kind: TransferKind
  reference?: string | undefined
  key?: string | undefined
  note?: string | undefined
  phase?: 'pending' | 'post' | 'void' | undefined
  pending_id?: string
  link?: number | undefined
}

export type PostedRow = {
  result: TransferResult
  transfer_id: bigint | null
  balance_after: bigint | null
  at_ms: bigint | null
}

export async function postTransfers(
  db: Executor,
  atMs: number,
  transfers: readonly TransferInput[],
): Promise<PostedRow[]> {
  const { rows } = await sql<PostedRow>`
    SELECT p.result, p.transfer_id, p.balance_after, p.at_ms
    FROM ledger.post_transfers(${atMs}::bigint, (
      SELECT array_agg(t)
      FROM jsonb_populate_recordset(NULL::ledger.new_transfer, ${JSON.stringify(transfers)}::jsonb) t
    )) p
    ORDER BY p.idx`.execute(db)
  return rows
}

export type AccountRow = { code: string; asset: Asset; balance_minor: bigint; reserved_minor: bigint }

/** Returns the accounts of an owner: all, or those of one code and asset. */
export async function readAccounts(
  db: Executor,
  shard: number,
  owner: string,
  code: string | null = null,
  asset: Asset | null = null,
): Promise<AccountRow[]> {
  const { rows } = await sql<AccountRow>`
    SELECT code, asset, balance_minor, reserved_minor FROM ledger.accounts
    WHERE shard = ${shard} AND owner = ${owner}
      AND (${code}::text IS NULL OR code = ${code}) AND (${asset}::text IS NULL OR asset = ${asset})
    ORDER BY code, asset`.execute(db)
  return rows
}

/** Returns every owner's holdings by asset, ordered by owner. */
export async function readLiabilities(db: Executor): Promise<{ owner: string; asset: Asset; balanceMinor: bigint }[]> {
  const { rows } = await sql<{ owner: string; asset: Asset; balanceMinor: bigint }>`
    SELECT owner, asset, sum(balance_minor)::bigint AS "balanceMinor" FROM ledger.accounts
    WHERE balance_minor > 0 GROUP BY owner, asset ORDER BY owner, asset`.execute(db)
  return rows
}

export async function readBalanceAsOf(
  db: Executor,
  shard: number,
  owner: string,
  code: string,
  asset: Asset,
  atMs: number,
): Promise<bigint | undefined> {
  const { rows } = await sql<{ balance_after_minor: bigint }>`
    SELECT balance_after_minor FROM ledger.account_transfers
    WHERE shard = ${shard} AND owner = ${owner} AND code = ${code} AND asset = ${asset} AND at_ms <= ${atMs}
    ORDER BY at_ms DESC, id DESC LIMIT 1`.execute(db)
  return rows[0]?.balance_after_minor
}

/** Returns the checkpoint plus later transfers, in one shard or (null) in all. */
export async function readHouseBalance(
  db: Executor,
  shard: number | null,
  code: HouseCode,
  asset: Asset,
): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    SELECT coalesce(sum(coalesce(c.balance_minor, 0) + coalesce(later.change, 0)), 0) AS balance
    FROM ledger.heads h
    LEFT JOIN LATERAL (SELECT max(up_to_id) AS id FROM ledger.checkpoints WHERE shard = h.shard) mark ON true
    LEFT JOIN ledger.checkpoints c ON c.shard = h.shard AND c.code = ${code} AND c.asset = ${asset}
    LEFT JOIN LATERAL (
      SELECT sum(t.change_minor) AS change FROM ledger.house_transfers t
      WHERE t.shard = h.shard AND t.id > coalesce(mark.id, h.shard::bigint << 48)
        AND t.code = ${code} AND t.asset = ${asset}
    ) later ON true
    WHERE ${shard}::smallint IS NULL OR h.shard = ${shard}`.execute(db)
  return rows[0]!.balance
}

export type EntryRow = {
  code: string
  asset: Asset
  at_ms: bigint
  id: bigint
  amount_minor: bigint
  balance_after_minor: bigint
  is_debit: boolean
  house_code: HouseCode
  kind: TransferKind
  phase: 'pending' | 'post' | 'void' | null
  pending_id: bigint | null
  reference: string | null
  key: string | null
  note: string | null
}

/** Returns entries of the owner's accounts, newest first. Reads each account's page by index and merges the pages. */
export async function readHistory(
  db: Executor,
  shard: number,
  owner: string,
  page: { code: string | null; asset: Asset | null; before: bigint | null; limit: number },
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    SELECT e.code, e.asset, e.at_ms, e.id, e.amount_minor, e.balance_after_minor, e.is_debit, e.house_code, e.kind,
      e.phase, e.pending_id, e.reference, e.key, e.note
    FROM ledger.accounts a
    CROSS JOIN LATERAL (
      SELECT * FROM ledger.account_transfers t
      WHERE t.shard = a.shard AND t.owner = a.owner AND t.code = a.code AND t.asset = a.asset
        AND (t.at_ms, t.id) < (
          coalesce(
            (SELECT b.at_ms FROM ledger.transfers b WHERE b.shard = ${shard} AND b.id = ${page.before}),
            9223372036854775807
          ),
          coalesce(${page.before}::bigint, 9223372036854775807))
      ORDER BY t.at_ms DESC, t.id DESC LIMIT ${page.limit}
    ) e
    WHERE a.shard = ${shard} AND a.owner = ${owner}
      AND (${page.code}::text IS NULL OR a.code = ${page.code})
      AND (${page.asset}::text IS NULL OR a.asset = ${page.asset})
    ORDER BY e.at_ms DESC, e.id DESC LIMIT ${page.limit}`.execute(db)
  return rows
}

/** Returns entries of all accounts of an owner after the entry `afterId`, oldest first. */
export async function readEntriesAfter(
  db: Executor,
  shard: number,
  owner: string,
  afterId: bigint | null,
  limit: number,
): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    SELECT e.code, e.asset, e.at_ms, e.id, e.amount_minor, e.balance_after_minor, e.is_debit, e.house_code, e.kind,
      e.phase, e.pending_id, e.reference, e.key, e.note
    FROM ledger.accounts a
    CROSS JOIN LATERAL (
      SELECT * FROM ledger.account_transfers t
      WHERE t.shard = a.shard AND t.owner = a.owner AND t.code = a.code AND t.asset = a.asset
        AND (t.at_ms, t.id) > (
          coalesce((SELECT b.at_ms FROM ledger.transfers b WHERE b.shard = ${shard} AND b.id = ${afterId}), -1),
          coalesce(${afterId}::bigint, -1))
      ORDER BY t.at_ms, t.id LIMIT ${limit}
    ) e
    WHERE a.shard = ${shard} AND a.owner = ${owner}
    ORDER BY e.at_ms, e.id LIMIT ${limit}`.execute(db)
  return rows
}

export async function readNewestIds(db: Executor): Promise<{ shard: number; last_id: bigint }[]> {
  const { rows } = await sql<{ shard: number; last_id: bigint }>`SELECT shard, last_id FROM ledger.heads`.execute(db)
  return rows
}

export async function readOwnersBetween(
  db: Executor,
  shard: number,
  afterId: bigint,
  upToId: bigint,
): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    SELECT DISTINCT coalesce(debit_owner, credit_owner) AS owner FROM ledger.transfers
    WHERE shard = ${shard} AND id > ${afterId} AND id <= ${upToId}
      AND coalesce(debit_owner, credit_owner) IS NOT NULL`.execute(db)
  return rows.map(({ owner }) => owner)
}

/** Returns the credits minus the debits of these kinds on an account. */
export async function readNetOfKinds(
  db: Executor,
  shard: number,
  owner: string,
  code: string,
  asset: Asset,
  kinds: readonly TransferKind[],
): Promise<bigint> {
  const { rows } = await sql<{ net: bigint }>`
    SELECT coalesce(sum(CASE WHEN is_debit THEN -amount_minor ELSE amount_minor END), 0)::bigint AS net
    FROM ledger.account_transfers
    WHERE shard = ${shard} AND owner = ${owner} AND code = ${code} AND asset = ${asset}
      AND kind = ANY(${kinds}) AND (phase IS NULL OR phase = 'post')`.execute(db)
  return rows[0]!.net
}

export type TransferRow = {
  shard: number
  id: bigint
  at_ms: bigint
  debit_owner: string | null
  debit_code: string
  credit_owner: string | null
  credit_code: string
  asset: Asset
  amount_minor: bigint
  balance_after_minor: bigint | null
  kind: TransferKind
  phase: 'pending' | 'post' | 'void' | null
  pending_id: bigint | null
  reference: string | null
  key: string | null
  note: string | null
}

/** The kinds that the index by reference excludes. Must match the index definition. */
const kindsByAccount = sql.raw(`('stake', 'stake_return', 'void_return', 'profit')`)

export async function readTransfersOf(
  db: Executor,
  shard: number,
  reference: string,
  owner: string,
  during?: { fromMs: number; toMs: number },
): Promise<TransferRow[]> {
  const { fromMs, toMs } = during ?? { fromMs: 0, toMs: -1 }
  const { rows } = await sql<TransferRow>`
    SELECT * FROM ledger.transfers
    WHERE shard = ${shard} AND reference = ${reference} AND kind NOT IN ${kindsByAccount}
    UNION ALL
    SELECT t.* FROM ledger.accounts a
    CROSS JOIN LATERAL (
      SELECT id FROM ledger.account_transfers e
      WHERE e.shard = a.shard AND e.owner = a.owner AND e.code = a.code AND e.asset = a.asset
        AND e.at_ms BETWEEN ${fromMs} AND ${toMs}
        AND e.reference = ${reference} AND e.kind IN ${kindsByAccount}
    ) e
    JOIN ledger.transfers t ON t.shard = a.shard AND t.id = e.id
    WHERE a.shard = ${shard} AND a.owner = ${owner}
    ORDER BY id`.execute(db)
  return rows
}

/**
 * Returns the batch of each transfer of a shard. Uses a binary search, because both are numbered without gaps under the
 * shard's lock. An index by transfer would slow down every order and serve only receipts.
 */
export async function readBatchesOf(
  db: Executor,
  shard: number,
  ids: readonly bigint[],
): Promise<{ id: bigint; batch: bigint }[]> {
  const { rows } = await sql<{ id: bigint; batch: bigint }>`
    WITH RECURSIVE search AS (
      SELECT requested.id, 1::bigint AS low, h.batch AS high
      FROM unnest(${ids.map(String)}::bigint[]) AS requested(id) JOIN ledger.heads h ON h.shard = ${shard}
      UNION ALL
      SELECT s.id,
        CASE WHEN b.last_id < s.id THEN b.batch + 1 ELSE s.low END,
        CASE WHEN b.last_id < s.id THEN s.high ELSE b.batch END
      FROM search s JOIN ledger.batches b ON b.shard = ${shard} AND b.batch = (s.low + s.high) / 2
      WHERE s.low < s.high
    )
    SELECT s.id, b.batch FROM search s JOIN ledger.batches b ON b.shard = ${shard} AND b.batch = s.low
    WHERE s.low = s.high AND s.id BETWEEN b.first_id AND b.last_id`.execute(db)
  return rows
}

export async function readBatch(
  db: Executor,
  shard: number,
  batch: bigint,
): Promise<{ firstId: bigint; lastId: bigint; atMs: number; hash: string } | undefined> {
  const { rows } = await sql<{ firstId: bigint; lastId: bigint; atMs: bigint; hash: string }>`
    SELECT first_id AS "firstId", last_id AS "lastId", at_ms AS "atMs", encode(hash, 'hex') AS hash
    FROM ledger.batches WHERE shard = ${shard} AND batch = ${batch}`.execute(db)
  return rows[0] && { ...rows[0], atMs: Number(rows[0].atMs) }
}

export async function readShards(db: Executor): Promise<number[]> {
  const { rows } = await sql<{ shard: number }>`SELECT shard FROM ledger.heads ORDER BY shard`.execute(db)
  return rows.map((row) => row.shard)
}

/** Advances the checkpoints of one shard to its newest transfer. Concurrent calls wait for each other. */
export async function advanceShardCheckpoints(db: Database, shard: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Waits without a limit: there is nothing else to do, and a concurrent call may read many transfers.
    await sql`SET LOCAL lock_timeout = 0`.execute(tx)
    await sql`SELECT pg_advisory_xact_lock(hashtext('ledger.checkpoints'), ${shard})`.execute(tx)
    await sql`
      WITH bounds AS (
        SELECT h.last_id, coalesce(
          (SELECT max(c.up_to_id) FROM ledger.checkpoints c WHERE c.shard = h.shard), h.shard::bigint << 48
        ) AS from_id
        FROM ledger.heads h WHERE h.shard = ${shard}
      ), changes AS (
        SELECT t.code, t.asset, sum(t.change_minor) AS change_minor
        FROM bounds b JOIN ledger.house_transfers t ON t.shard = ${shard} AND t.id > b.from_id AND t.id <= b.last_id
        GROUP BY t.code, t.asset
      ), moved AS (
        UPDATE ledger.checkpoints c SET up_to_id = b.last_id,
          balance_minor = c.balance_minor + coalesce(
            (SELECT x.change_minor FROM changes x WHERE x.code = c.code AND x.asset = c.asset), 0
          )
        FROM bounds b WHERE c.shard = ${shard} AND b.last_id > b.from_id
      )
      INSERT INTO ledger.checkpoints (shard, code, asset, up_to_id, balance_minor)
      SELECT ${shard}, x.code, x.asset, b.last_id, x.change_minor FROM changes x CROSS JOIN bounds b
      WHERE NOT EXISTS (
        SELECT FROM ledger.checkpoints c WHERE c.shard = ${shard} AND c.code = x.code AND c.asset = x.asset
      )`.execute(tx)
  })
}

/** Limits the reported breaks, because each of millions of transfers may have one. */
const maxBreaks = 300

/** Returns the first breaks and the number of all breaks. */
export async function findBreaks(db: Executor): Promise<{ breaks: Break[]; breakCount: number }> {
  const { rows } = await sql<Break & { total: bigint }>`
    SELECT rule, shard, subject, expected, found, count(*) OVER () AS total
    FROM ledger.find_breaks() LIMIT ${maxBreaks}`.execute(db)
  return { breaks: rows.map(({ total: _, ...found }) => found), breakCount: Number(rows[0]?.total ?? 0n) }
}

export async function readTotals(db: Executor) {
  const assets = await sql<{ asset: Asset; customers: bigint; house: bigint }>`
    SELECT a.asset,
      coalesce((SELECT sum(balance_minor) FROM ledger.accounts c WHERE c.asset = a.asset), 0) AS customers,
      coalesce((SELECT sum(change_minor) FROM ledger.house_transfers t WHERE t.asset = a.asset), 0) AS house
    FROM ledger.assets a ORDER BY a.asset`.execute(db)
  const counts = await sql<{ accounts: bigint; transfers: bigint; batches: bigint }>`
    SELECT (SELECT count(*) FROM ledger.accounts) AS accounts,
      (SELECT count(*) FROM ledger.transfers) AS transfers,
      (SELECT count(*) FROM ledger.batches) AS batches`.execute(db)
  const heads = await sql<{ shard: number; batch: bigint; hash: string }>`
    SELECT shard, batch, encode(hash, 'hex') AS hash FROM ledger.heads ORDER BY shard`.execute(db)
  return { assets: assets.rows, ...counts.rows[0]!, heads: heads.rows }
}
