import { sql } from 'kysely'
import type { PaymentCoin } from '../../../contract/deposit-states.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { PhraseValue } from '../../../contract/sentences/sentences.ts'
import { fieldsOfStored, storedText } from '../../platform/stored-phrase.ts'

/**
 * Locks the scanner until the transaction ends, so that one process at a time scans a coin. Returns false if another
 * one holds it.
 */
export async function tryLockScanner(tx: Executor, coin: PaymentCoin): Promise<boolean> {
  const { rows } = await sql<{
    ours: boolean
  }>`SELECT pg_try_advisory_xact_lock(hashtext('payments.scanner'), hashtext(${coin})) AS ours`.execute(tx)
  return rows[0]!.ours
}

/** Locks the scanner until the transaction ends. Waits for a pass in progress. */
export async function lockScanner(tx: Executor, coin: PaymentCoin): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('payments.scanner'), hashtext(${coin}))`.execute(tx)
}

export type ScannerState = {
  coin: PaymentCoin
  height: number | null
  haltedAtMs: bigint | null
  haltReason: string | null
}

export async function listScanners(db: Executor): Promise<ScannerState[]> {
  const { rows } = await sql<ScannerState>`
    SELECT coin, (SELECT max(height) FROM payments.chain_blocks b WHERE b.coin = s.coin) AS height,
      halted_at_ms AS "haltedAtMs", halt_reason AS "haltReason"
    FROM payments.scanners s ORDER BY coin`.execute(db)
  return rows
}

export async function readHalt(db: Executor, coin: PaymentCoin): Promise<string | null> {
  const { rows } = await sql<{
    halt_reason: string | null
  }>`SELECT halt_reason FROM payments.scanners WHERE coin = ${coin}`.execute(db)
  return fieldsOfStored('reason', rows[0]!.halt_reason).reason
}

export async function halt(db: Executor, coin: PaymentCoin, atMs: number, reason: PhraseValue): Promise<void> {
  await sql`
    UPDATE payments.scanners SET halted_at_ms = ${atMs}, halt_reason = ${storedText(reason)} WHERE coin = ${coin}`.execute(
    db,
  )
}

export async function endHalt(tx: Executor, coin: PaymentCoin): Promise<void> {
  await sql`UPDATE payments.scanners SET halted_at_ms = NULL, halt_reason = NULL WHERE coin = ${coin}`.execute(tx)
}

export type ScannedBlock = { height: number; hash: string }

/** Returns the newest block of the window. */
export async function readTop(db: Executor, coin: PaymentCoin): Promise<ScannedBlock | undefined> {
  const { rows } = await sql<ScannedBlock>`
    SELECT height, hash FROM payments.chain_blocks WHERE coin = ${coin} ORDER BY height DESC LIMIT 1`.execute(db)
  return rows[0]
}

export async function insertBlock(tx: Executor, coin: PaymentCoin, { height, hash }: ScannedBlock): Promise<void> {
  await sql`INSERT INTO payments.chain_blocks (coin, height, hash) VALUES (${coin}, ${height}, ${hash})`.execute(tx)
}

/** Removes a block that left the chain from the window and detaches its payments. */
export async function orphanBlock(tx: Executor, coin: PaymentCoin, { height, hash }: ScannedBlock): Promise<void> {
  await sql`DELETE FROM payments.chain_blocks WHERE coin = ${coin} AND height = ${height}`.execute(tx)
  await sql`
    UPDATE payments.chain_payments SET height = NULL, block_hash = NULL, pending = false
    WHERE coin = ${coin} AND block_hash = ${hash}`.execute(tx)
}

export async function deleteBlocksBelow(tx: Executor, coin: PaymentCoin, belowHeight: number): Promise<void> {
  await sql`DELETE FROM payments.chain_blocks WHERE coin = ${coin} AND height < ${belowHeight}`.execute(tx)
}

export type WatchedAddress = { index: number; address: string; shard: number; customerId: string; depositId: string }

/** Returns the issued addresses from an index on. */
export async function listAddresses(db: Executor, coin: PaymentCoin, fromIndex: number): Promise<WatchedAddress[]> {
  const { rows } = await sql<{
    index: number
    address: string
    shard: number
    customer_id: string
    deposit_id: string
  }>`
    SELECT index, address, shard, customer_id, deposit_id
    FROM payments.deposit_addresses
    WHERE coin = ${coin} AND index >= ${fromIndex} ORDER BY index`.execute(db)
  return rows.map(({ index, address, shard, customer_id, deposit_id }) => ({
    index,
    address,
    shard,
    customerId: customer_id,
    depositId: deposit_id,
  }))
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

/** Returns the recorded unconfirmed payments. */
export async function listWaitingKeys(tx: Executor, coin: PaymentCoin): Promise<string[]> {
  const { rows } = await sql<{
    key: string
  }>`SELECT key FROM payments.chain_payments WHERE coin = ${coin} AND height IS NULL AND pending`.execute(tx)
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
