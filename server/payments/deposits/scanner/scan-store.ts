import { sql } from 'kysely'
import type { PaymentCoin } from '../../../../api/states/deposit-states.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { PhraseValue } from '../../../../api/sentences/sentences.ts'
import { storedText } from '../../../platform/stored-phrase.ts'
import {
  bool,
  int4,
  ms,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  textOf,
  type RowOf,
} from '../../../platform/database/rows.ts'

const oursRow = row({ ours: bool })

/**
 * Locks the scanner until the transaction ends, so that only one process scans a coin. Returns false if another
 * process has locked it.
 */
export async function tryLockScanner(tx: Executor, coin: PaymentCoin): Promise<boolean> {
  const found = await queryOne(
    tx,
    oursRow,
  )`SELECT pg_try_advisory_xact_lock(hashtext('payments.scanner'), hashtext(${coin})) AS ours`
  return found.ours
}

/** Locks the scanner until the transaction ends. Waits for a pass in progress. */
export async function lockScanner(tx: Executor, coin: PaymentCoin): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('payments.scanner'), hashtext(${coin}))`.execute(tx)
}

const scannerStateRow = row({
  coin: textOf<PaymentCoin>(),
  height: int4.nullable(),
  haltedAtMs: ms.nullable(),
  haltReason: text.nullable(),
})
export type ScannerState = RowOf<typeof scannerStateRow>

export async function listScanners(db: Executor): Promise<ScannerState[]> {
  return queryRows(db, scannerStateRow)`
    SELECT coin, (SELECT max(height) FROM payments.chain_blocks b WHERE b.coin = s.coin) AS height,
      halted_at_ms, halt_reason
    FROM payments.scanners s ORDER BY coin`
}

const haltReasonRow = row({ haltReason: text.nullable() })

/** Returns why the scanner is halted, as a stored phrase; null if it isn't halted. */
export async function readHalt(db: Executor, coin: PaymentCoin): Promise<string | null> {
  const found = await queryOne(db, haltReasonRow)`SELECT halt_reason FROM payments.scanners WHERE coin = ${coin}`
  return found.haltReason
}

export async function halt(db: Executor, coin: PaymentCoin, atMs: number, reason: PhraseValue): Promise<void> {
  await sql`
    UPDATE payments.scanners SET halted_at_ms = ${atMs}, halt_reason = ${storedText(reason)}
    WHERE coin = ${coin}`.execute(db)
}

export async function endHalt(tx: Executor, coin: PaymentCoin): Promise<void> {
  await sql`UPDATE payments.scanners SET halted_at_ms = NULL, halt_reason = NULL WHERE coin = ${coin}`.execute(tx)
}

const scannedBlockRow = row({ height: int4, hash: text })
export type ScannedBlock = RowOf<typeof scannedBlockRow>

/** Returns the newest block in the window. */
export async function readTop(db: Executor, coin: PaymentCoin): Promise<ScannedBlock | undefined> {
  return queryFirst(db, scannedBlockRow)`
    SELECT height, hash FROM payments.chain_blocks WHERE coin = ${coin} ORDER BY height DESC LIMIT 1`
}

export async function insertBlock(tx: Executor, coin: PaymentCoin, { height, hash }: ScannedBlock): Promise<void> {
  await sql`INSERT INTO payments.chain_blocks (coin, height, hash) VALUES (${coin}, ${height}, ${hash})`.execute(tx)
}

/** Removes a block that is no longer on the chain from the window, and detaches its payments. */
export async function orphanBlock(tx: Executor, coin: PaymentCoin, { height, hash }: ScannedBlock): Promise<void> {
  await sql`DELETE FROM payments.chain_blocks WHERE coin = ${coin} AND height = ${height}`.execute(tx)
  await sql`
    UPDATE payments.chain_payments SET height = NULL, block_hash = NULL, pending = false
    WHERE coin = ${coin} AND block_hash = ${hash}`.execute(tx)
}

export async function deleteBlocksBelow(tx: Executor, coin: PaymentCoin, belowHeight: number): Promise<void> {
  await sql`DELETE FROM payments.chain_blocks WHERE coin = ${coin} AND height < ${belowHeight}`.execute(tx)
}

const watchedAddressRow = row({
  index: int4,
  address: text,
  shard: int4,
  customerId: text,
  depositId: text,
})
export type WatchedAddress = RowOf<typeof watchedAddressRow>

/** Returns the issued addresses with index `fromIndex` or higher. */
export async function listAddresses(db: Executor, coin: PaymentCoin, fromIndex: number): Promise<WatchedAddress[]> {
  return queryRows(db, watchedAddressRow)`
    SELECT index, address, shard, customer_id, deposit_id
    FROM payments.deposit_addresses
    WHERE coin = ${coin} AND index >= ${fromIndex} ORDER BY index`
}

export type SeenPayment = WatchedAddress & {
  id: string
  coin: PaymentCoin
  key: string
  txid: string
  amountMinor: bigint
  restUnits: bigint
  minConfirmations: number
  atMs: number
  /** Null while unconfirmed. */
  block: ScannedBlock | null
}

/** Stores a payment or updates its position in the chain. Idempotent. */
export async function upsertPayment(tx: Executor, p: SeenPayment): Promise<void> {
  const [height, hash] = p.block ? [p.block.height, p.block.hash] : [null, null]
  const includedAtMs = p.block ? p.atMs : null
  await sql`
    INSERT INTO payments.chain_payments AS c (shard, coin, key, id, customer_id, deposit_id, txid, amount_minor,
      rest_units, min_confirmations, first_seen_at_ms, included_at_ms, height, block_hash, pending)
    VALUES (${p.shard}, ${p.coin}, ${p.key}, ${p.id}, ${p.customerId}, ${p.depositId}, ${p.txid}, ${p.amountMinor},
      ${p.restUnits}, ${p.minConfirmations}, ${p.atMs}, ${includedAtMs}::bigint,
      ${height}::int, ${hash}::text, ${p.block === null})
    ON CONFLICT (shard, coin, key) DO UPDATE SET height = excluded.height, block_hash = excluded.block_hash,
      pending = excluded.pending,
      included_at_ms = coalesce(c.included_at_ms, excluded.included_at_ms)
    WHERE excluded.height IS NOT NULL OR c.height IS NULL`.execute(tx)
}

const keyRow = row({ key: text })

/** Returns the recorded unconfirmed payments. */
export async function listWaitingKeys(tx: Executor, coin: PaymentCoin): Promise<string[]> {
  const rows = await queryRows(
    tx,
    keyRow,
  )`SELECT key FROM payments.chain_payments WHERE coin = ${coin} AND height IS NULL AND pending`
  return rows.map(({ key }) => key)
}

/**
 * Removes payments that the node no longer has because they were replaced. Payments that were ever credited stay
 * recorded.
 */
export async function dropReplaced(tx: Executor, coin: PaymentCoin, keys: readonly string[]): Promise<void> {
  await sql`
    DELETE FROM payments.chain_payments
    WHERE coin = ${coin} AND key = ANY (${keys}::text[]) AND height IS NULL AND credits = 0`.execute(tx)
  await sql`
    UPDATE payments.chain_payments SET pending = false
    WHERE coin = ${coin} AND key = ANY (${keys}::text[]) AND height IS NULL`.execute(tx)
}
