import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Executor } from '../database/database.ts'
import { Refused } from './refused.ts'
import { bool, bytea, json, queryOne, row } from '../database/rows.ts'

/** The customer, the call and the idempotency key of a request. */
export type OnceKey = { shard: number; customerId: string; call: string; key: string | undefined }

const onceRow = row({ isNew: bool, digest: bytea, answer: json<unknown>() })

/**
 * Runs a money-moving call once. The same key with the same input returns the first result again; with different input,
 * it throws `key_reused`. Everything happens inside the caller's transaction, so a refusal or a crash leaves the key
 * unused, and the second of two concurrent requests waits for the first. Without a key, `work` always runs. `work`
 * returns plain JSON. Source: docs/spec/money.md "Ledger".
 */
export async function once<Answer>(
  tx: Executor,
  { shard, customerId, call, key }: OnceKey,
  input: unknown,
  nowMs: number,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work()
  const digest = createHash('sha256')
    .update(JSON.stringify(input, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
    .digest()
  const stored = await queryOne(tx, onceRow)`
    INSERT INTO platform.answers AS a (shard, customer_id, call, key, digest, at_ms)
    VALUES (${shard}, ${customerId}, ${call}, ${key}, ${digest}, ${nowMs})
    ON CONFLICT (shard, customer_id, call, key) DO UPDATE SET at_ms = a.at_ms
    RETURNING a.answer IS NULL AS is_new, a.digest, a.answer`
  if (!stored.isNew) {
    if (!stored.digest.equals(digest)) throw new Refused('key_reused')
    return stored.answer as Answer
  }
  const answer = await work()
  await sql`
    UPDATE platform.answers SET answer = ${JSON.stringify(answer)}::jsonb
    WHERE shard = ${shard} AND customer_id = ${customerId} AND call = ${call} AND key = ${key}`.execute(tx)
  return answer
}

/** Deletes a customer's idempotency keys and stored results, because nobody repeats the calls of a closed account. */
export async function forgetAnswers(
  tx: Executor,
  { shard, customerId }: Pick<OnceKey, 'shard' | 'customerId'>,
): Promise<void> {
  await sql`DELETE FROM platform.answers WHERE shard = ${shard} AND customer_id = ${customerId}`.execute(tx)
}
