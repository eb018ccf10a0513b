import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import pg from 'pg'
import { createTestDatabase } from '../../../tests/harness.ts'
import { ConfigError } from '../config.ts'
import { connectDatabase } from './database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.drop())

describe('connectDatabase', () => {
  it('connects to a durable server and reads int8 as bigint', async () => {
    const connection = await connectDatabase(database.url, 1)
    const { rows } = await connection.pool.query('SELECT 9007199254740993::int8 AS n, ARRAY[1, 2]::int8[] AS list')
    expect(rows[0]).toEqual({ n: 9007199254740993n, list: [1n, 2n] })
    await connection.stop()
  })

  it('refuses a server that could lose an acknowledged order', async () => {
    const admin = new pg.Client({ connectionString: database.ownerUrl })
    await admin.connect()
    const name = new URL(database.url).pathname.slice(1)
    await admin.query(`ALTER DATABASE ${name} SET synchronous_commit = off`)
    await expect(connectDatabase(database.url, 1)).rejects.toThrow(ConfigError)
    await expect(connectDatabase(database.url, 1)).rejects.toThrow('synchronous_commit=off')
    await admin.query(`ALTER DATABASE ${name} RESET synchronous_commit`)
    await admin.end()
  })
})
