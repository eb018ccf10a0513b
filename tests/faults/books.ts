import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { reconcile } from '../../server/ledger/reconcile.ts'
import { connectDatabase } from '../../server/platform/database/database.ts'
import type { Product } from '../product.ts'

/** A stored trade, with the kinds of its transfers. */
type StoredTrade = {
  id: string
  key: string
  type: string
  symbol: string
  stakeMinor: bigint
  acceptedAtMs: number
  expiresAtMs: number
  payoutBps: number
  state: string
  returnedMinor: bigint | null
  transfers: string[]
}

/** Data read from the database of a running product. */
export type Books = {
  /** Customers' trades only, because experts trade on their own. Sums and breaks cover everyone. */
  trades: StoredTrade[]
  /** Findings of the ledger's reconciliation. */
  breaks: unknown[]
  /** Stakes of open trades minus the house's escrow balance. */
  escrowGapMinor: bigint
}

/** Returns the URL of the database in the product's data folder. */
export function databaseOf(product: Product): string {
  const directory = path.join(product.dataDir, 'postgres')
  const password = readFileSync(path.join(directory, 'password'), 'utf8').trim()
  const port = readFileSync(path.join(directory, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
}

/** Opens a connection to the product's database. The caller ends it. If the server stops, the next query fails. */
export async function connectTo(product: Product): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseOf(product) })
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Runs `work` with such a connection and ends the connection. */
export async function inDatabase<Answer>(
  product: Product,
  work: (client: pg.Client) => Promise<Answer>,
): Promise<Answer> {
  const client = await connectTo(product)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function readBooks(product: Product): Promise<Books> {
  const { db, stop } = await connectDatabase(databaseOf(product), 1)
  const client = await connectTo(product)
  try {
    const { breaks } = await reconcile(db)
    // One statement for both sums, because settlement continues in the meantime.
    const gap = await client.query<{ gap: string }>(`
      SELECT (SELECT coalesce(sum(stake_minor), 0) FROM trading.trades WHERE state = 'OPEN')
        - (SELECT coalesce(sum(CASE WHEN credit_code = 'stakes' THEN amount_minor ELSE -amount_minor END), 0)
           FROM ledger.transfers
           WHERE (credit_code = 'stakes' AND credit_owner IS NULL) OR (debit_code = 'stakes' AND debit_owner IS NULL)
          ) AS gap`)
    return { trades: await readTrades(client), breaks, escrowGapMinor: BigInt(gap.rows[0]!.gap) }
  } finally {
    await client.end()
    await stop()
  }
}

async function readTrades(client: pg.Client): Promise<StoredTrade[]> {
  const { rows } = await client.query<Record<string, string> & { transfers: string[] }>(`
    SELECT t.*, ARRAY(
      SELECT r.kind FROM ledger.transfers r WHERE r.shard = t.shard AND r.reference = t.id ORDER BY r.kind) AS transfers
    FROM trading.trades t WHERE NOT EXISTS (SELECT FROM copying.experts e WHERE e.customer_id = t.customer_id)`)
  return rows.map((row) => ({
    id: row['id']!,
    key: row['key']!,
    type: row['type']!,
    symbol: row['symbol']!,
    stakeMinor: BigInt(row['stake_minor']!),
    acceptedAtMs: Number(row['accepted_at_ms']),
    expiresAtMs: Number(row['expires_at_ms']),
    payoutBps: Number(row['payout_bps']),
    state: row['state']!,
    returnedMinor: row['returned_minor'] === null ? null : BigInt(row['returned_minor']!),
    transfers: row.transfers,
  }))
}
