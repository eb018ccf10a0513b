import type pg from 'pg'
import { shardOf, systemRandom, uuidv7 } from '../../server/platform/random.ts'

/** When the customers opened their accounts. */
export const bornMs = Date.UTC(2026, 0, 1)

/** Shards and ids of the customers, in the same order. */
export type ManyCustomers = { shards: number[]; ids: string[] }

/**
 * Adds hundreds of customers directly in the database, because signing up each would take minutes. `amountOf` returns a
 * customer's balance in one account, in minor units, by position from 1.
 */
export async function addManyCustomers(
  client: pg.Client,
  count: number,
  { code, asset, amountOf }: { code: string; asset: string; amountOf: (place: number) => number },
): Promise<ManyCustomers> {
  const ids = Array.from({ length: count }, () => uuidv7(bornMs, systemRandom))
  const shards = ids.map(shardOf)
  await client.query(
    `INSERT INTO identity.customer
       (shard, id, name_sealed, email_sealed, phone_sealed, country, currency, language, password_hash, password_set_at,
        created_at)
     SELECT s, i, '', '', '', 'GB', 'USD', 'en', '$argon2id$nobody', to_timestamp(0), to_timestamp(0)
     FROM unnest($1::smallint[], $2::uuid[]) AS u(s, i)`,
    [shards, ids],
  )
  await client.query(
    `SELECT count(*) FROM ledger.post_transfers($3, ARRAY(
       SELECT ROW(s, NULL, 'practice_grants', i, $4, $5, a, 'practice_grant', NULL, NULL, NULL, NULL, NULL, NULL)
         ::ledger.new_transfer
       FROM unnest($1::smallint[], $2::uuid[], $6::bigint[]) AS u(s, i, a)))`,
    [shards, ids, bornMs, code, asset, ids.map((_, index) => amountOf(index + 1))],
  )
  return { shards, ids }
}
