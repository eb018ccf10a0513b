import { sql } from 'kysely'
import type { Executor } from '../../platform/database/database.ts'
import { bytea, int4, ms, queryRows, row } from '../../platform/database/rows.ts'
import type { Owner } from '../store.ts'

const workspaceRow = row({ version: int4, contentSealed: bytea, changedAtMs: ms })

export async function findWorkspace(db: Executor, { shard, customerId }: Owner) {
  const [found] = await queryRows(db, workspaceRow)`
    SELECT version, content_sealed, changed_at_ms FROM trading.workspaces
    WHERE shard = ${shard} AND customer_id = ${customerId}`
  return found
}

/** Stores a customer's workspace as the version after `version`. Returns false if the stored version is another. */
export async function writeWorkspace(
  db: Executor,
  { shard, customerId }: Owner,
  { version, contentSealed, atMs }: { version: number; contentSealed: Buffer; atMs: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } =
    version === 0
      ? await sql`
          INSERT INTO trading.workspaces (shard, customer_id, version, content_sealed, changed_at_ms)
          VALUES (${shard}, ${customerId}, 1, ${contentSealed}, ${atMs})
          ON CONFLICT (shard, customer_id) DO NOTHING`.execute(db)
      : await sql`
          UPDATE trading.workspaces
          SET version = version + 1, content_sealed = ${contentSealed}, changed_at_ms = ${atMs}
          WHERE shard = ${shard} AND customer_id = ${customerId} AND version = ${version}`.execute(db)
  return numAffectedRows === 1n
}

export async function deleteWorkspace(db: Executor, { shard, customerId }: Owner): Promise<void> {
  await sql`DELETE FROM trading.workspaces WHERE shard = ${shard} AND customer_id = ${customerId}`.execute(db)
}
