import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../tests/harness.ts'
import { connectDatabase, type DatabaseConnection } from './database.ts'
import {
  bool,
  bytea,
  checkRows,
  columnsOf,
  float8,
  int4,
  int8,
  int8AsNumber,
  json,
  ms,
  queryFirst,
  queryOne,
  queryRows,
  row,
  text,
  timestamptz,
} from './rows.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let connection: DatabaseConnection
beforeAll(async () => {
  database = await createTestDatabase()
  connection = await connectDatabase(database.url, 1)
})
afterAll(async () => {
  await connection.stop()
  await database.drop()
})

describe('queryRows', () => {
  it('returns every type of column, with names in camel case', async () => {
    const description = row({
      planId: text,
      isOpen: bool,
      place: int4,
      ratio: float8,
      amountMinor: int8,
      seq: int8AsNumber,
      startedAtMs: ms,
      endedAtMs: ms.nullable(),
      hash: bytea,
      at: timestamptz,
      terms: json<{ lines: number[] }>(),
      tries: int8.array(),
    })
    const rows = await queryRows(connection.db, description)`
      SELECT 'p' AS plan_id, true AS is_open, 2 AS place, 0.5::float8 AS ratio, ${5n}::int8 AS amount_minor,
        7::int8 AS seq, 1700000000000 AS started_at_ms, NULL::int8 AS ended_at_ms, '\\x01'::bytea AS hash,
        '2026-01-02T03:04:05Z'::timestamptz AS at, '{"lines":[1]}'::jsonb AS terms, ARRAY[1, 2]::int8[] AS tries`
    expect(rows).toEqual([
      {
        planId: 'p',
        isOpen: true,
        place: 2,
        ratio: 0.5,
        amountMinor: 5n,
        seq: 7,
        startedAtMs: 1_700_000_000_000,
        endedAtMs: null,
        hash: Buffer.from([1]),
        at: new Date('2026-01-02T03:04:05Z'),
        terms: { lines: [1] },
        tries: [1n, 2n],
      },
    ])
  })

  it.each([
    ['a column of another type', sql`SELECT 1::int8 AS place`, 'place invalid_type'],
    ['null in a column that is never null', sql`SELECT NULL::int AS place`, 'place invalid_type'],
    ['a missing column', sql`SELECT 1 AS position`, 'place invalid_type'],
    ['an extra column', sql`SELECT 1 AS place, 'secret' AS name`, 'Unrecognized key: "name"'],
  ])('throws for %s, without showing the row’s content', async (_, statement, message) => {
    const found = queryRows(connection.db, row({ place: int4 }))`${statement}`
    await expect(found).rejects.toThrow(message)
    await expect(found).rejects.not.toThrow('secret')
  })

  it('throws if a 64-bit integer is described as JSON', async () => {
    await expect(queryOne(connection.db, row({ n: json<number>() }))`SELECT 1::int8 AS n`).rejects.toThrow('n custom')
  })
})

describe('queryFirst', () => {
  const description = row({ n: int4 })
  it('returns the first row, or undefined', async () => {
    expect(await queryFirst(connection.db, description)`SELECT generate_series(1, 3) AS n`).toEqual({ n: 1 })
    expect(await queryFirst(connection.db, description)`SELECT 1 AS n WHERE false`).toBeUndefined()
  })
})

describe('queryOne', () => {
  const description = row({ n: int4 })
  it('returns the row, and throws for no row or several rows', async () => {
    expect(await queryOne(connection.db, description)`SELECT 1 AS n`).toEqual({ n: 1 })
    await expect(queryOne(connection.db, description)`SELECT 1 AS n WHERE false`).rejects.toThrow('0 rows')
    await expect(queryOne(connection.db, description)`SELECT generate_series(1, 3) AS n`).rejects.toThrow('3 rows')
  })
})

describe('checkRows', () => {
  it('checks rows from the driver', async () => {
    const result = await connection.pool.query('SELECT 1::int8 AS at_ms')
    expect(checkRows(row({ atMs: ms }), result)).toEqual([{ atMs: 1 }])
    expect(() => checkRows(row({ atMs: int4 }), result)).toThrow('atMs invalid_type')
  })
})

describe('columnsOf', () => {
  it('lists the columns, prefixed by a table if one is given', async () => {
    const description = row({ planId: text, difficultyE8: int4 })
    const from = sql`(VALUES ('p', 8)) AS t(plan_id, difficulty_e8)`
    const expected = [{ planId: 'p', difficultyE8: 8 }]
    expect(await queryRows(connection.db, description)`SELECT ${columnsOf(description)} FROM ${from}`).toEqual(expected)
    expect(await queryRows(connection.db, description)`SELECT ${columnsOf(description, 't')} FROM ${from}`).toEqual(
      expected,
    )
  })
})
