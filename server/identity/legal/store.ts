import { sql } from 'kysely'
import type { Executor } from '../../platform/database/database.ts'
import type { CustomerKey } from '../store.ts'
import { ms, queryRows, row, text, textOf, type RowOf } from '../../platform/database/rows.ts'

/** SQL for acceptances and declarations. */

const acceptanceRow = row({ document: textOf<'terms' | 'privacy' | 'adult'>(), version: text, atMs: ms })
export type Acceptance = RowOf<typeof acceptanceRow>

/** Stores an acceptance unless the customer has already accepted this version. */
export async function insertAcceptance(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  document: Acceptance['document'],
  version: string,
  atMs: number,
): Promise<void> {
  await sql`
    INSERT INTO identity.acceptance (shard, customer_id, document, version, at_ms)
    VALUES (${shard}, ${customerId}, ${document}, ${version}, ${atMs})
    ON CONFLICT DO NOTHING`.execute(ex)
}

/** Returns the customer's acceptances, newest first. */
export async function listAcceptances(ex: Executor, { customerId, shard }: CustomerKey): Promise<Acceptance[]> {
  return queryRows(ex, acceptanceRow)`
    SELECT document, version, at_ms FROM identity.acceptance
    WHERE shard = ${shard} AND customer_id = ${customerId} ORDER BY at_ms DESC, version DESC, document`
}
