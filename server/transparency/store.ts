import { sql } from 'kysely'
import type { StoredTile } from '../../packages/verify/src/log/grow.ts'
import type { Hash } from '../../packages/verify/src/log/merkle.ts'
import { hashesIn } from './hashes-in.ts'
import type { Executor } from '../platform/database/database.ts'
import {
  bool,
  bytea,
  int4,
  int8,
  int8AsNumber,
  ms,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  type RowOf,
} from '../platform/database/rows.ts'

/** All SQL for the `transparency` schema. */

const takenRow = row({ taken: bool })

/** Takes the sequencer's lock until the transaction ends. Resolves with false if another process has it. */
export async function takeSequencerLock(tx: Executor): Promise<boolean> {
  const { taken } = await queryOne(tx, takenRow)`
    SELECT pg_try_advisory_xact_lock(hashtext('tallystick.transparency')) AS taken`
  return taken
}

export async function insertQueued(tx: Executor, entries: readonly string[]): Promise<void> {
  await sql`INSERT INTO transparency.queued (entry) SELECT unnest(${[...entries]}::text[])`.execute(tx)
}

const queuedRow = row({ id: int8, entry: text })

/** Removes up to `limit` queued entries and returns them, oldest first. */
export async function takeQueued(tx: Executor, limit: number): Promise<string[]> {
  const rows = await queryRows(tx, queuedRow)`
    DELETE FROM transparency.queued WHERE id IN (SELECT id FROM transparency.queued ORDER BY id LIMIT ${limit})
    RETURNING id, entry`
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(({ entry }) => entry)
}

const positionRow = row({ part: text, position: int8 })

/** Returns how far the log has read each part of a source. */
export async function readPositions(ex: Executor, source: string): Promise<Map<string, bigint>> {
  const rows = await queryRows(ex, positionRow)`
    SELECT part, position FROM transparency.positions WHERE source = ${source}`
  return new Map(rows.map(({ part, position }) => [part, position]))
}

export async function writePositions(
  tx: Executor,
  source: string,
  positions: ReadonlyMap<string, bigint>,
): Promise<void> {
  await sql`
    INSERT INTO transparency.positions (source, part, position)
    SELECT ${source}, * FROM unnest(${[...positions.keys()]}::text[], ${[...positions.values()].map(String)}::bigint[])
    ON CONFLICT (source, part) DO UPDATE SET position = EXCLUDED.position`.execute(tx)
}

const tileRow = row({ level: int4, index: int8AsNumber, hashes: bytea })
/** Returns the stored tiles among those that are named. */
export async function readTiles(
  ex: Executor,
  tiles: readonly { level: number; index: number }[],
): Promise<StoredTile[]> {
  if (tiles.length === 0) return []
  const rows = await queryRows(ex, tileRow)`
    SELECT level, index, hashes FROM transparency.tiles
      JOIN unnest(${tiles.map(({ level }) => level)}::smallint[], ${tiles.map(({ index }) => index)}::bigint[])
        AS wanted(level, index) USING (level, index)`
  return rows.map(({ level, index, hashes }) => ({ level, index, hashes: hashesIn(hashes) }))
}

export async function writeTiles(tx: Executor, tiles: readonly StoredTile[]): Promise<void> {
  for (const { level, index, hashes } of tiles)
    await sql`
      INSERT INTO transparency.tiles (level, index, hashes) VALUES (${level}, ${index}, ${Buffer.concat(hashes)})
      ON CONFLICT (level, index) DO UPDATE SET hashes = EXCLUDED.hashes`.execute(tx)
}

/** An entry to add. `from`: what it describes; undefined if a module queued it. */
export type NewEntry = { entry: string; from: { source: string; part: string; position: bigint } | undefined }

/** Stores entries from `index` on. */
export async function insertEntries(tx: Executor, index: number, entries: readonly NewEntry[]): Promise<void> {
  const columns = {
    entry: entries.map(({ entry }) => entry),
    source: entries.map(({ from }) => from?.source ?? null),
    part: entries.map(({ from }) => from?.part ?? null),
    position: entries.map(({ from }) => from?.position.toString() ?? null),
  }
  await sql`
    INSERT INTO transparency.entries (index, entry, source, part, position)
    SELECT ${index}::bigint + place - 1, entry, source, part, position
      FROM unnest(${columns.entry}::text[], ${columns.source}::text[], ${columns.part}::text[],
        ${columns.position}::bigint[]) WITH ORDINALITY AS added(entry, source, part, position, place)`.execute(tx)
}

const foundRow = row({ index: int8AsNumber, entry: text })

/** Returns the entry that describes a source's position. */
export async function findEntry(
  ex: Executor,
  source: string,
  part: string,
  position: bigint,
): Promise<RowOf<typeof foundRow> | undefined> {
  return queryFirst(ex, foundRow)`
    SELECT index, entry FROM transparency.entries
      WHERE source = ${source} AND part = ${part} AND position = ${position}`
}

const entryRow = row({ entry: text })

/** Returns `count` entries from `index` on, as far as they exist. */
export async function listEntries(ex: Executor, index: number, count: number): Promise<string[]> {
  const rows = await queryRows(ex, entryRow)`
    SELECT entry FROM transparency.entries WHERE index >= ${index} AND index < ${index + count} ORDER BY index`
  return rows.map(({ entry }) => entry)
}

const checkpointRow = row({ size: int8AsNumber, root: bytea, atMs: ms, signed: text.nullable() })
export type StoredCheckpoint = { size: number; root: Hash; atMs: number; signed: string | null }

export async function findNewestCheckpoint(ex: Executor): Promise<StoredCheckpoint | undefined> {
  return queryFirst(ex, checkpointRow)`
    SELECT size, root, at_ms, signed FROM transparency.checkpoints ORDER BY size DESC LIMIT 1`
}

const signedRow = checkpointRow.extend({ signed: text })

export async function findSignedCheckpoint(ex: Executor): Promise<RowOf<typeof signedRow> | undefined> {
  return queryFirst(ex, signedRow)`
    SELECT size, root, at_ms, signed FROM transparency.checkpoints WHERE signed IS NOT NULL ORDER BY size DESC LIMIT 1`
}

export async function insertCheckpoint(
  tx: Executor,
  { size, root, atMs }: Omit<StoredCheckpoint, 'signed'>,
): Promise<void> {
  await sql`
    INSERT INTO transparency.checkpoints (size, root, at_ms) VALUES (${size}, ${Buffer.from(root)}, ${atMs})`.execute(
    tx,
  )
}

/** Adds the signature unless another process has. */
export async function writeSigned(ex: Executor, size: number, signed: string): Promise<void> {
  await sql`
    UPDATE transparency.checkpoints SET signed = ${signed} WHERE size = ${size} AND signed IS NULL`.execute(ex)
}

const keyRow = row({ verifierKey: text })

/** Returns the log's newest key; undefined before its first. */
export async function findLogKey(ex: Executor): Promise<string | undefined> {
  const found = await queryFirst(ex, keyRow)`
    SELECT verifier_key FROM transparency.log_keys ORDER BY from_size DESC, at_ms DESC LIMIT 1`
  return found?.verifierKey
}

export async function insertLogKey(tx: Executor, verifierKey: string, fromSize: number, atMs: number): Promise<void> {
  await sql`
    INSERT INTO transparency.log_keys (verifier_key, from_size, at_ms)
      VALUES (${verifierKey}, ${fromSize}, ${atMs})`.execute(tx)
}
