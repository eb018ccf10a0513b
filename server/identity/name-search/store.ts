import { sql } from 'kysely'
import type { Executor } from '../../platform/database/database.ts'
import { bytea, int4, queryRows, row, text } from '../../platform/database/rows.ts'
import type { CustomerKey } from '../store.ts'

/** Replaces the tokens of a customer's name. */
export async function replaceNameTokens(
  ex: Executor,
  { customerId, shard }: CustomerKey,
  tokens: readonly Buffer[],
): Promise<void> {
  await deleteNameTokens(ex, { customerId, shard })
  if (tokens.length === 0) return
  await sql`
    INSERT INTO identity.name_token (token, shard, customer_id)
    SELECT token, ${shard}, ${customerId} FROM unnest(${tokens}::bytea[]) AS t (token)
    ON CONFLICT DO NOTHING`.execute(ex)
}

export async function deleteNameTokens(ex: Executor, { customerId, shard }: CustomerKey): Promise<void> {
  await sql`DELETE FROM identity.name_token WHERE shard = ${shard} AND customer_id = ${customerId}`.execute(ex)
}

const unindexedRow = row({ customerId: text, shard: int4, nameSealed: bytea })

/** Lists open accounts without tokens after the customer `afterId`, in the order of their ids. */
export async function listUnindexed(ex: Executor, afterId: string | null, limit: number) {
  return queryRows(ex, unindexedRow)`
    SELECT c.id AS customer_id, c.shard, c.name_sealed FROM identity.customer c
    WHERE c.closed_at IS NULL AND (${afterId}::uuid IS NULL OR c.id > ${afterId}::uuid)
      AND NOT EXISTS (SELECT FROM identity.name_token t WHERE t.shard = c.shard AND t.customer_id = c.id)
    ORDER BY c.id LIMIT ${limit}`
}
