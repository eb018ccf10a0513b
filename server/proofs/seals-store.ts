import { sql } from 'kysely'
import type { SealedRows } from '../ledger/public.ts'
import type { Executor } from '../platform/database/database.ts'
import { int4, json, ms, queryFirst, queryRows, row, text, type RowOf } from '../platform/database/rows.ts'

/** SQL for the seals of rows that no longer change. */

/** For each part with rows, such as a shard: the number of rows and their hash. */
export type Digests = Readonly<Record<string, string>>
const sealRow = row({
  name: text,
  toMs: ms,
  digests: json<Digests>(),
})
/** Covers the rows that last changed before `toMs` and not before the `toMs` of the previous seal with this name. */
export type Seal = RowOf<typeof sealRow>

export async function insertSeals(tx: Executor, seals: readonly Seal[]): Promise<void> {
  await sql`
    INSERT INTO proofs.seals (name, to_ms, digests)
    SELECT s.name, s."toMs", s.digests FROM jsonb_to_recordset(${JSON.stringify(seals)}::jsonb) AS s(name text,
      "toMs" bigint, digests jsonb)`.execute(tx)
}

/** Returns every seal, oldest first. */
export async function listSeals(tx: Executor): Promise<Seal[]> {
  return queryRows(tx, sealRow)`SELECT name, to_ms, digests FROM proofs.seals ORDER BY to_ms, name`
}

/** Returns the newest seal with this name. */
export async function newestSeal(tx: Executor, name: string): Promise<Seal | undefined> {
  return queryFirst(tx, sealRow)`
    SELECT name, to_ms, digests FROM proofs.seals WHERE name = ${name} ORDER BY to_ms DESC LIMIT 1`
}

const digestsBetweenRow = row({ place: int4, part: text, digest: text })

/**
 * Returns the digests of the rows before the first time and between each pair of consecutive times. Reads the rows
 * once, regardless of the number of times.
 */
export async function digestsBetween(
  tx: Executor,
  { rows: sealed }: SealedRows,
  timesMs: readonly number[],
  fromMs = 0,
): Promise<Digests[]> {
  const rows = await queryRows(tx, digestsBetweenRow)`
    WITH sealed AS (${sealed})
    SELECT width_bucket(r.at_ms, ${timesMs.map(String)}::bigint[]) AS place, r.part::text AS part,
      count(*) || ' ' || encode(sha256(string_agg(sha256(convert_to(r.words, 'UTF8')), ''::bytea
        ORDER BY r.key COLLATE "C", r.words COLLATE "C")), 'hex') AS digest
    FROM sealed r WHERE r.at_ms >= ${fromMs} AND r.at_ms < ${timesMs.at(-1) ?? 0} GROUP BY 1, 2 ORDER BY 1, 2`
  const digests = timesMs.map((): Record<string, string> => ({}))
  for (const { place, part, digest } of rows) digests[place]![part] = digest
  return digests
}
