import { sql } from 'kysely'
import type { Asset } from '../../api/money.ts'
import { kindWords } from '../../api/sentences/statement-words.ts'
import type { Database, Executor } from '../platform/database/database.ts'
import type { HouseCode, TransferKind, TransferResult } from './codes.ts'
import type { Break, MovementFilter, MovementSum } from './types.ts'
import {
  bool,
  columnsOf,
  int4,
  int8,
  ms,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../platform/database/rows.ts'

/**
 * Input of `ledger.post_transfers`, with the field names of `ledger.new_transfer`. Bigints are text, because the input
 * is passed as JSON.
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

const postedRow = row({
  result: textOf<TransferResult>(),
  transferId: int8.nullable(),
  balanceAfter: int8.nullable(),
  atMs: ms.nullable(),
})
export type PostedRow = RowOf<typeof postedRow>

export async function postTransfers(
  db: Executor,
  atMs: number,
  transfers: readonly TransferInput[],
): Promise<PostedRow[]> {
  return queryRows(db, postedRow)`
    SELECT p.result, p.transfer_id, p.balance_after, p.at_ms
    FROM ledger.post_transfers(${atMs}::bigint, (
      SELECT array_agg(t)
      FROM jsonb_populate_recordset(NULL::ledger.new_transfer, ${JSON.stringify(transfers)}::jsonb) t
    )) p
    ORDER BY p.idx`
}

const accountRow = row({ code: text, asset: textOf<Asset>(), balanceMinor: int8, reservedMinor: int8 })
export type AccountRow = RowOf<typeof accountRow>

/** Returns an owner's accounts: all of them, or those with one code or asset. */
export async function readAccounts(
  db: Executor,
  shard: number,
  owner: string,
  code: string | null = null,
  asset: Asset | null = null,
): Promise<AccountRow[]> {
  return queryRows(db, accountRow)`
    SELECT code, asset, balance_minor, reserved_minor FROM ledger.accounts
    WHERE shard = ${shard} AND owner = ${owner}
      AND (${code}::text IS NULL OR code = ${code}) AND (${asset}::text IS NULL OR asset = ${asset})
    ORDER BY code, asset`
}

const liabilitiesRow = row({ owner: text, asset: textOf<Asset>(), balanceMinor: int8 })

/** Returns every owner's holdings by asset, ordered by owner. */
export async function readLiabilities(db: Executor): Promise<{ owner: string; asset: Asset; balanceMinor: bigint }[]> {
  return queryRows(db, liabilitiesRow)`
    SELECT owner, asset, sum(balance_minor)::bigint AS balance_minor FROM ledger.accounts
    WHERE balance_minor > 0 GROUP BY owner, asset ORDER BY owner, asset`
}

/** Returns the balances of one account code, of some owners or all of them. */
export async function readBalancesIn(
  db: Executor,
  code: string,
  owners: { shards: readonly number[]; ids: readonly string[] } | undefined,
): Promise<{ owner: string; asset: Asset; balanceMinor: bigint }[]> {
  if (!owners) {
    return queryRows(db, liabilitiesRow)`SELECT owner, asset, balance_minor FROM ledger.accounts WHERE code = ${code}`
  }
  return queryRows(db, liabilitiesRow)`
    SELECT a.owner, a.asset, a.balance_minor
    FROM unnest(${owners.shards}::smallint[], ${owners.ids}::uuid[]) AS o (shard, id)
    JOIN ledger.accounts a ON a.shard = o.shard AND a.owner = o.id AND a.code = ${code}`
}

const balanceAfterMinorRow = row({ balanceAfterMinor: int8 })

export async function readBalanceAsOf(
  db: Executor,
  shard: number,
  owner: string,
  code: string,
  asset: Asset,
  atMs: number,
): Promise<bigint | undefined> {
  const found = await queryFirst(db, balanceAfterMinorRow)`
    SELECT balance_after_minor FROM ledger.account_transfers
    WHERE shard = ${shard} AND owner = ${owner} AND code = ${code} AND asset = ${asset} AND at_ms <= ${atMs}
    ORDER BY at_ms DESC, id DESC LIMIT 1`
  return found?.balanceAfterMinor
}

const balanceRow = row({ balance: int8 })

/** Returns a house account's balance: its checkpoint plus later transfers. If `shard` is null, adds up all shards. */
export async function readHouseBalance(
  db: Executor,
  shard: number | null,
  code: HouseCode,
  asset: Asset,
): Promise<bigint> {
  const found = await queryOne(db, balanceRow)`
    SELECT coalesce(sum(coalesce(c.balance_minor, 0) + coalesce(later.change, 0)), 0) AS balance
    FROM ledger.heads h
    LEFT JOIN LATERAL (SELECT max(up_to_id) AS id FROM ledger.checkpoints WHERE shard = h.shard) mark ON true
    LEFT JOIN ledger.checkpoints c ON c.shard = h.shard AND c.code = ${code} AND c.asset = ${asset}
    LEFT JOIN LATERAL (
      SELECT sum(t.change_minor) AS change FROM ledger.house_transfers t
      WHERE t.shard = h.shard AND t.id > coalesce(mark.id, h.shard::bigint << 48)
        AND t.code = ${code} AND t.asset = ${asset}
    ) later ON true
    WHERE ${shard}::smallint IS NULL OR h.shard = ${shard}`
  return found.balance
}

const entryRow = row({
  code: text,
  asset: textOf<Asset>(),
  atMs: ms,
  id: int8,
  amountMinor: int8,
  balanceAfterMinor: int8,
  isDebit: bool,
  houseCode: textOf<HouseCode>(),
  kind: textOf<TransferKind>(),
  phase: textOf<'pending' | 'post' | 'void'>().nullable(),
  pendingId: int8.nullable(),
  reference: text.nullable(),
  key: text.nullable(),
  note: text.nullable(),
})
export type EntryRow = RowOf<typeof entryRow>

/**
 * Returns entries of the owner's accounts, newest first. Reads a page of each account through the index and merges the
 * pages.
 */
export async function readHistory(
  db: Executor,
  shard: number,
  owner: string,
  page: { code: string | null; asset: Asset | null; before: bigint | null; limit: number },
): Promise<EntryRow[]> {
  return queryRows(db, entryRow)`
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
    ORDER BY e.at_ms DESC, e.id DESC LIMIT ${page.limit}`
}

/** Returns the entries of all of an owner's accounts after the entry `afterId`, oldest first. */
export async function readEntriesAfter(
  db: Executor,
  shard: number,
  owner: string,
  afterId: bigint | null,
  limit: number,
): Promise<EntryRow[]> {
  return queryRows(db, entryRow)`
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
    ORDER BY e.at_ms, e.id LIMIT ${limit}`
}

/** The kinds that the indexes by reference and by owner exclude. Must match their definitions. */
const kindsByAccount = sql.raw(`('stake', 'stake_return', 'void_return', 'profit')`)

/**
 * Returns the condition under which an entry `e` passes a filter. It excludes reservations that were posted or
 * released, because those have another entry.
 */
function passes({ kinds, code, fromMs, toMs, words, named }: MovementFilter) {
  const names = kinds.map((kind) => kindWords[kind] ?? kind)
  return sql`e.kind NOT IN ${kindsByAccount} AND e.kind = ANY (${kinds}::text[])
    AND (${code ?? null}::text IS NULL OR e.code = ${code ?? null})
    AND e.at_ms >= ${fromMs ?? 0} AND e.at_ms < ${toMs ?? noTime}
    AND NOT (coalesce(e.phase = 'pending', false) AND EXISTS (
      SELECT FROM ledger.transfers r WHERE r.shard = e.shard AND r.pending_id = e.id
    ))
    AND (e.kind = ANY (${named ?? []}::text[]) OR NOT EXISTS (
      SELECT FROM unnest(${words ?? []}::text[]) AS w(word)
      WHERE strpos(lower(concat_ws(' ', (${names}::text[])[array_position(${kinds}::text[], e.kind)], e.code, e.asset,
        e.note, e.reference, e.id)), w.word) = 0
    ))`
}

/** Later than any time. */
const noTime = Number.MAX_SAFE_INTEGER

/** Returns an owner's entries that don't belong to trades, newest first. See `Ledger.movements`. */
export async function readMovements(
  db: Executor,
  shard: number,
  owner: string,
  filter: MovementFilter,
  before: { atMs: number; id?: bigint } | undefined,
  limit: number,
): Promise<EntryRow[]> {
  const { atMs, id } = before ?? { atMs: noTime }
  return queryRows(db, entryRow)`
    SELECT ${columnsOf(entryRow, 'e')} FROM ledger.account_transfers e
    WHERE e.shard = ${shard} AND e.owner = ${owner} AND (e.at_ms, e.id) < (${atMs}::bigint, ${id ?? 0n}::bigint)
      AND ${passes(filter)}
    ORDER BY e.at_ms DESC, e.id DESC LIMIT ${limit}`
}

const movementSumRow = row({ asset: textOf<Asset>(), entries: int4, inMinor: int8, outMinor: int8 })

/** Sums an owner's entries by asset. See `Ledger.movementSums`. */
export async function sumMovements(
  db: Executor,
  shard: number,
  owner: string,
  filter: MovementFilter,
  uncounted: readonly TransferKind[],
): Promise<MovementSum[]> {
  return queryRows(db, movementSumRow)`
    SELECT asset, count(*)::int AS entries,
      coalesce(sum(amount_minor) FILTER (WHERE counts AND NOT is_debit), 0)::bigint AS in_minor,
      coalesce(sum(amount_minor) FILTER (WHERE counts AND is_debit), 0)::bigint AS out_minor
    FROM (
      SELECT e.asset, e.amount_minor, e.is_debit,
        (e.phase IS NULL OR e.phase = 'post') AND e.kind <> ALL (${uncounted}::text[]) AS counts
      FROM ledger.account_transfers e WHERE e.shard = ${shard} AND e.owner = ${owner} AND ${passes(filter)}
    ) found
    GROUP BY asset ORDER BY asset`
}

export async function readEntry(db: Executor, shard: number, owner: string, id: bigint): Promise<EntryRow | undefined> {
  return queryFirst(db, entryRow)`
    SELECT ${columnsOf(entryRow)} FROM ledger.account_transfers
    WHERE shard = ${shard} AND id = ${id} AND owner = ${owner}`
}

const newestIdsRow = row({ shard: int4, lastId: int8 })

export async function readNewestIds(db: Executor): Promise<{ shard: number; lastId: bigint }[]> {
  return queryRows(db, newestIdsRow)`SELECT shard, last_id FROM ledger.heads`
}

const ownerRow = row({ owner: text })

export async function readOwnersBetween(
  db: Executor,
  shard: number,
  afterId: bigint,
  upToId: bigint,
): Promise<string[]> {
  const rows = await queryRows(db, ownerRow)`
    SELECT DISTINCT coalesce(debit_owner, credit_owner) AS owner FROM ledger.transfers
    WHERE shard = ${shard} AND id > ${afterId} AND id <= ${upToId}
      AND coalesce(debit_owner, credit_owner) IS NOT NULL`
  return rows.map(({ owner }) => owner)
}

const netRow = row({ net: int8 })

/** Returns the credits minus the debits of these kinds on an account. */
export async function readNetOfKinds(
  db: Executor,
  shard: number,
  owner: string,
  code: string,
  asset: Asset,
  kinds: readonly TransferKind[],
): Promise<bigint> {
  const found = await queryOne(db, netRow)`
    SELECT coalesce(sum(CASE WHEN is_debit THEN -amount_minor ELSE amount_minor END), 0)::bigint AS net
    FROM ledger.account_transfers
    WHERE shard = ${shard} AND owner = ${owner} AND code = ${code} AND asset = ${asset}
      AND kind = ANY(${kinds}) AND (phase IS NULL OR phase = 'post')`
  return found.net
}

const transferRow = row({
  shard: int4,
  id: int8,
  atMs: ms,
  debitOwner: text.nullable(),
  debitCode: text,
  creditOwner: text.nullable(),
  creditCode: text,
  asset: textOf<Asset>(),
  amountMinor: int8,
  balanceAfterMinor: int8.nullable(),
  kind: textOf<TransferKind>(),
  phase: textOf<'pending' | 'post' | 'void'>().nullable(),
  pendingId: int8.nullable(),
  reference: text.nullable(),
  key: text.nullable(),
  note: text.nullable(),
})
export type TransferRow = RowOf<typeof transferRow>

export async function readTransfersOf(
  db: Executor,
  shard: number,
  reference: string,
  owner: string,
  during?: { fromMs: number; toMs: number },
): Promise<TransferRow[]> {
  const { fromMs, toMs } = during ?? { fromMs: 0, toMs: -1 }
  return queryRows(db, transferRow)`
    SELECT ${columnsOf(transferRow)} FROM ledger.transfers
    WHERE shard = ${shard} AND reference = ${reference} AND kind NOT IN ${kindsByAccount}
    UNION ALL
    SELECT ${columnsOf(transferRow, 't')} FROM ledger.accounts a
    CROSS JOIN LATERAL (
      SELECT id FROM ledger.account_transfers e
      WHERE e.shard = a.shard AND e.owner = a.owner AND e.code = a.code AND e.asset = a.asset
        AND e.at_ms BETWEEN ${fromMs} AND ${toMs}
        AND e.reference = ${reference} AND e.kind IN ${kindsByAccount}
    ) e
    JOIN ledger.transfers t ON t.shard = a.shard AND t.id = e.id
    WHERE a.shard = ${shard} AND a.owner = ${owner}
    ORDER BY id`
}

const shardRow = row({ shard: int4 })

export async function readShards(db: Executor): Promise<number[]> {
  const rows = await queryRows(db, shardRow)`SELECT shard FROM ledger.heads ORDER BY shard`
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

const breaksRow = row({ rule: text, shard: int4.nullable(), subject: text, expected: text, found: text, total: int8 })

/** Returns the first breaks and the number of all breaks. */
export async function findBreaks(db: Executor): Promise<{ breaks: Break[]; breakCount: number }> {
  const rows = await queryRows(db, breaksRow)`
    SELECT rule, shard, subject, expected, found, count(*) OVER () AS total
    FROM ledger.find_breaks() LIMIT ${maxBreaks}`
  return { breaks: rows.map(({ total: _, ...found }) => found), breakCount: Number(rows[0]?.total ?? 0n) }
}

const assetTotalsRow = row({ asset: textOf<Asset>(), customers: int8, house: int8 })
const countsRow = row({ accounts: int8, transfers: int8, batches: int8 })
const headRow = row({ shard: int4, batch: int8, hash: text })

export async function readTotals(db: Executor) {
  const assets = await queryRows(db, assetTotalsRow)`
    SELECT a.asset,
      coalesce((SELECT sum(balance_minor) FROM ledger.accounts c WHERE c.asset = a.asset), 0) AS customers,
      coalesce((SELECT sum(change_minor) FROM ledger.house_transfers t WHERE t.asset = a.asset), 0) AS house
    FROM ledger.assets a ORDER BY a.asset`
  const counts = await queryOne(db, countsRow)`
    SELECT (SELECT count(*) FROM ledger.accounts) AS accounts,
      (SELECT count(*) FROM ledger.transfers) AS transfers,
      (SELECT count(*) FROM ledger.batches) AS batches`
  const heads = await queryRows(db, headRow)`
    SELECT shard, batch, encode(hash, 'hex') AS hash FROM ledger.heads ORDER BY shard`
  return { assets, ...counts, heads }
}
