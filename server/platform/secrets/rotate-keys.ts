import type { Pool } from 'pg'
import { ConfigError } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { Files } from '../files/files.ts'
import { connectionName, fingerprintOf, type Keys, type SecretKey } from './keys.ts'
import type { Random } from '../random.ts'
import type { SealedColumn, SealedFiles, SealedValues } from './sealed-values.ts'
import { sealedUnder } from './sealing.ts'
import { bool, bytea, checkRows, int4, json, row, type RowOf } from '../database/rows.ts'

/** Dependencies of `rotateKeys`. `pool` has one connection and signs in as the owner of the tables. */
export type Rotation = {
  db: Database
  pool: Pool
  files: Pick<Files, 'reseal'>
  keys: Keys
  random: Random
  nowMs: number
  values: readonly SealedValues[]
}

/**
 * How many values were re-encrypted, by table and column or by file purpose, and the locations of values that no key
 * decrypts.
 */
export type Rotated = { resealed: Record<string, number>; unreadable: string[] }

type Options = {
  /** Retires the old key even if some values can't be read. Set it only if they were unreadable before the rotation. */
  leaveUnreadable?: boolean
  /** Values processed per query. */
  batch?: number
  progress?(place: string, count: number): void
}

/** `texts` contains the row's keys, and the columns that its value is bound to. */
const sealedRow = row({ sealed: bytea, texts: json<Record<string, string>>() })
type SealedRow = RowOf<typeof sealedRow>
type Changed = { count: number; unreadable: string[] }

/**
 * Re-encrypts all values under the newest key while the product runs, and retires the other keys when no values remain
 * under them. The rotation can be interrupted and restarted at any time: values contain their key's id, so finished
 * ones are skipped. If the product changes a value during the run, the product's version is kept. Throws `ConfigError`
 * if a process still encrypts with another key.
 */
export async function rotateKeys(
  rotation: Rotation,
  { leaveUnreadable = false, batch = 200, progress }: Options = {},
): Promise<Rotated> {
  const { pool, keys, nowMs } = rotation
  await checkBeforeRotation(pool, keys.ring)
  // A crash may lose the latest changes, but a rerun repeats them. Only the end of the rotation must wait for the disk.
  await pool.query("SET synchronous_commit = off; SET tallystick.reseal = 'on'")
  const rotated: Rotated = { resealed: {}, unreadable: [] }
  let changed: number
  do {
    // The product writes with the newest key during a pass, so a second pass finds only what the first one missed.
    changed = 0
    rotated.unreadable = []
    for (const [place, work] of placesOf(rotation, batch)) {
      const { count, unreadable } = await work()
      changed += count
      rotated.resealed[place] = (rotated.resealed[place] ?? 0) + count
      rotated.unreadable.push(...unreadable)
      progress?.(place, count)
    }
  } while (changed > 0)
  await checkBeforeRotation(pool, keys.ring)
  if (rotated.unreadable.length === 0 || leaveUnreadable) await retireOthers(pool, keys, nowMs)
  return rotated
}

function placesOf(rotation: Rotation, batch: number): [string, () => Promise<Changed>][] {
  return rotation.values.flatMap(({ columns, files = [] }) => [
    ...columns.map((column): [string, () => Promise<Changed>] => [
      nameOf(column),
      () => resealColumn(rotation, column, batch),
    ]),
    ...files.map((kind): [string, () => Promise<Changed>] => [
      `files of ${kind.purpose}`,
      () => resealFiles(rotation, kind, batch),
    ]),
  ])
}

const nameOf = (column: SealedColumn) =>
  `${column.table}.${'column' in column ? column.column : `${column.jsonColumn}.${column.field}`}`

const countRow = row({ count: int4 })

const readyRow = row({ ready: bool })

/**
 * Throws `ConfigError` if the database isn't ready, or if a process still encrypts with another key: its values would
 * become unreadable once that key is gone. Call it before `openKeys`, which registers a new key.
 */
export async function checkBeforeRotation(pool: Pool, ring: readonly SecretKey[]): Promise<void> {
  const found = checkRows(readyRow, await pool.query("SELECT to_regclass('platform.secret_keys') IS NOT NULL AS ready"))
  if (!found[0]!.ready) throw new ConfigError('DATABASE_URL: start the product once to update the database')
  const rows = checkRows(
    countRow,
    await pool.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'tallystick key %' AND application_name <> $1`,
      [connectionName(ring)],
    ),
  )
  if (rows[0]!.count > 0)
    throw new ConfigError(
      'SECRET_KEY: a running process still uses another key. Restart every process with the new settings first',
    )
}

async function retireOthers(pool: Pool, { ring }: Keys, nowMs: number): Promise<void> {
  await pool.query('SET synchronous_commit = on')
  await pool.query(
    'UPDATE platform.secret_keys SET retired_at_ms = $2 WHERE fingerprint <> $1 AND retired_at_ms IS NULL',
    [fingerprintOf(ring[0]!.bytes), nowMs],
  )
}

async function resealColumn({ pool, keys, random }: Rotation, column: SealedColumn, batch: number): Promise<Changed> {
  const changed: Changed = { count: 0, unreadable: [] }
  const sealer = column.sealerOf(keys, random)
  const statements = statementsOf(column)
  const current = sealedUnder(keys.ring[0]!)
  for (let after: string[] | undefined; ;) {
    const rows = checkRows(
      sealedRow,
      await pool.query(after ? statements.next : statements.first, [current, batch, ...(after ?? [])]),
    )
    for (const row of rows) {
      const place = column.keys.map((key) => row.texts[key]!)
      const next = resealed(row, (sealed) =>
        sealer.seal(sealer.open(sealed, boundTo(column, row)), boundTo(column, row)),
      )
      if (!next) changed.unreadable.push(`${nameOf(column)} of ${place.join(', ')}`)
      else changed.count += (await pool.query(statements.change, [next, row.sealed, ...place])).rowCount ?? 0
    }
    if (rows.length < batch) return changed
    after = column.keys.map((key) => rows.at(-1)!.texts[key]!)
  }
}

/** Returns the re-encrypted value, or undefined if no key decrypts it. */
function resealed({ sealed }: SealedRow, again: (sealed: Buffer) => Buffer): Buffer | undefined {
  try {
    return again(sealed)
  } catch {
    return undefined
  }
}

function boundTo(column: SealedColumn, { texts }: SealedRow): string {
  const values = Object.entries(texts).map(([name, value]) => [name, value.replace(/^\\x/, '')])
  return column.boundTo(Object.fromEntries(values) as Record<string, string>)
}

/**
 * `first` and `next` take the prefix of values under the newest key, the number of rows and, for `next`, the keys of
 * the last row. `change` takes the new value, the old value and the row's keys.
 */
function statementsOf(column: SealedColumn): { first: string; next: string; change: string } {
  const { table, keys, bindings = [] } = column
  const place = `(${keys.join(', ')})`
  const parameters = keys.map((_, index) => `$${index + 3}`)
  const inJson = !('column' in column)
  const sealed = inJson ? `decode(${column.jsonColumn}->>'${column.field}', 'base64')` : column.column
  const bound = inJson ? [`'${column.boundBy}', ${column.jsonColumn}->>'${column.boundBy}'`] : []
  const only = inJson ? ` AND ${column.where.column} = '${column.where.equals}'` : ''
  const texts = [...[...keys, ...bindings].map((name) => `'${name}', ${name}::text`), ...bound].join(', ')
  const read = (beyond: string) =>
    `SELECT ${sealed} AS sealed, json_build_object(${texts}) AS texts FROM ${table}
     WHERE ${sealed} IS NOT NULL AND substring(${sealed} FROM 1 FOR 5) <> $1${only}${beyond}
     ORDER BY ${keys.map((key) => `${table}.${key}`).join(', ')} LIMIT $2`
  const encoded = String.raw`to_jsonb(translate(encode($1, 'base64'), E'\n', ''))`
  const change = inJson
    ? `${column.jsonColumn} = jsonb_set(${column.jsonColumn}, '{${column.field}}', ${encoded})`
    : `${sealed} = $1`
  return {
    first: read(''),
    next: read(` AND ${place} > (${parameters.join(', ')})`),
    change: `UPDATE ${table} SET ${change} WHERE ${place} = (${parameters.join(', ')}) AND ${sealed} = $2${only}`,
  }
}

const firstId = '00000000-0000-0000-0000-000000000000'

async function resealFiles({ db, files }: Rotation, { purpose, list }: SealedFiles, batch: number): Promise<Changed> {
  const changed: Changed = { count: 0, unreadable: [] }
  for (let afterId = firstId; ;) {
    const page = await list(db, afterId, batch)
    for (const { id, owner } of page) {
      try {
        if (await files.reseal(id, { owner, purpose })) changed.count += 1
      } catch {
        changed.unreadable.push(`file ${id} of ${purpose}`)
      }
    }
    if (page.length < batch) return changed
    afterId = page.at(-1)!.id
  }
}
