import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../tests/harness.ts'
import { createPersonalData } from './identity/details/personal-data.ts'
import { connectDatabase, type DatabaseConnection } from './platform/database/database.ts'
import { createFiles } from './platform/files/files.ts'
import { connectionName, type Keys } from './platform/secrets/keys.ts'
import { openKeys } from './platform/secrets/open-keys.ts'
import { uuidv7 } from './platform/random.ts'
import { checkBeforeRotation, rotateKeys } from './platform/secrets/rotate-keys.ts'
import { platformSealed, type SealedColumn } from './platform/secrets/sealed-values.ts'
import { keyedHash, lookupKey, purposeKey } from './platform/secrets/sealing.ts'
import { sealedValues } from './sealed-values.ts'

let platform: TestPlatform
let owner: DatabaseConnection
let next: Buffer

const columns = sealedValues.flatMap((values) => values.columns)
const ownTables = columns.filter(({ table }) => table !== 'platform.look_up_root')

beforeEach(async () => {
  platform = await createTestPlatform()
  owner = await connectDatabase(platform.ownerUrl, 1)
  next = randomBytes(32)
})
afterEach(async () => {
  await owner.stop()
  await platform.stop()
})

const nowMs = () => platform.clock.nowMs()
const open = (secretKey: Buffer, previousSecretKey?: Buffer) =>
  openKeys(owner.pool, { secretKey, previousSecretKey }, platform)
const replaced = () => open(next, platform.config.secretKey)
const filesUnder = (keys: Keys) => createFiles({ ...platform, keys })

async function rotate(keys: Keys, options: Parameters<typeof rotateKeys>[1] = {}) {
  const { db, pool } = owner
  return rotateKeys(
    { db, pool, keys, random: platform.random, files: filesUnder(keys), nowMs: nowMs(), values: sealedValues },
    options,
  )
}

/** Values for columns without a default, by type, so that rows can be created. */
const fillers: Record<string, () => unknown> = {
  uuid: () => uuidv7(nowMs(), platform.random),
  bytea: () => randomBytes(32),
  text: () => 'x',
  bpchar: () => 'XX',
  int2: () => 0,
  int4: () => 1,
  int8: () => 1,
  deposit_state: () => 'quoted',
  bool: () => true,
  jsonb: () => '{}',
  timestamptz: () => new Date(nowMs()),
  _text: () => '{}',
}

type Planted = { column: SealedColumn; row: Record<string, string>; text: string }

/** Inserts a row with `text` in the column, sealed by `sealed`, without triggers or constraints. */
async function plant(
  client: pg.PoolClient,
  column: SealedColumn,
  text: string,
  sealed: (boundTo: string) => Buffer,
): Promise<Planted> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT column_name AS name, udt_name AS type FROM information_schema.columns
     WHERE table_schema || '.' || table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL
       AND is_identity = 'NO' AND is_generated = 'NEVER'`,
    [column.table],
  )
  const values: Record<string, unknown> = Object.fromEntries(rows.map(({ name, type }) => [name, fillers[type]!()]))
  const { rows: ids } = await client
    .query<{ id: string }>(`SELECT coalesce(max(id::text), '0') AS id FROM ${column.table}`)
    .catch(() => ({ rows: [] as { id: string }[] }))
  const row = Object.fromEntries(
    [...column.keys, ...(column.bindings ?? [])].map((name) => [name, asText(values[name] ?? Number(ids[0]?.id) + 1)]),
  )
  for (const other of columns)
    if (other.table === column.table && 'column' in other)
      values[other.column] = other.sealerOf(platform.keys, platform.random).seal(Buffer.from('x'), other.boundTo(row))
  if ('column' in column) values[column.column] = sealed(column.boundTo(row))
  else {
    row[column.boundBy] = String(values['id'])
    values[column.where.column] = column.where.equals
    values[column.jsonColumn] = JSON.stringify({
      [column.boundBy]: values['id'],
      [column.field]: sealed(column.boundTo(row)).toString('base64'),
    })
  }
  const names = Object.keys(values)
  const made = await client.query(
    `INSERT INTO ${column.table} (${names.join(', ')}) VALUES (${names.map((_, i) => `$${i + 1}`).join(', ')})
      RETURNING *`,
    Object.values(values),
  )
  for (const key of column.keys) row[key] = asText(made.rows[0][key])
  return { column, row, text }
}

const asText = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('hex') : String(value))

async function past<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await platform.owner.connect()
  try {
    const { rows } = await client.query<{ statement: string }>(
      `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS statement
       FROM pg_constraint WHERE contype = 'c' AND conrelid::regclass::text = ANY ($1)`,
      [[...columns.map(({ table }) => table), 'identity.verification', 'payments.deposits']],
    )
    for (const { statement } of rows) await client.query(statement)
    await client.query('SET session_replication_role = replica')
    return await work(client)
  } finally {
    client.release(true)
  }
}

/** Writes `count` values of every kind the way the product does. */
function plantAll(count = 1): Promise<Planted[]> {
  return past(async (client) => {
    const planted: Planted[] = []
    for (const column of ownTables) {
      const sealer = column.sealerOf(platform.keys, platform.random)
      for (let i = 0; i < count; i++)
        planted.push(
          await plant(client, column, `${column.table} ${i}`, (place) =>
            sealer.seal(Buffer.from(`${column.table} ${i}`), place),
          ),
        )
    }
    return planted
  })
}

async function sealedOf({ column, row }: Planted): Promise<Buffer> {
  const { rows } = await platform.owner.query<{ value: Buffer | Record<string, string> }>(
    `SELECT ${'column' in column ? column.column : column.jsonColumn} AS value FROM ${column.table}
      WHERE ${column.keys.map((key, i) => `${key} = $${i + 1}`).join(' AND ')}`,
    column.keys.map((key) => row[key]),
  )
  const { value } = rows[0]!
  return Buffer.isBuffer(value)
    ? value
    : Buffer.from((value as Record<string, string>)['column' in column ? '' : column.field]!, 'base64')
}

async function textUnder(keys: Keys, planted: Planted): Promise<string> {
  const { column, row } = planted
  return column
    .sealerOf(keys, platform.random)
    .open(await sealedOf(planted), column.boundTo(row))
    .toString()
}

async function addFile(purpose: string): Promise<{ id: string; owner: string; purpose: string }> {
  const owner = uuidv7(nowMs(), platform.random)
  const id = await platform.files.put(Buffer.from(`a file for ${purpose}`), { owner, purpose })
  const verification = uuidv7(nowMs(), platform.random)
  const statements: Record<string, [string, unknown[]][]> = {
    'identity-document': [
      [
        `INSERT INTO identity.verification (shard, id, customer_id, mode, state, sent_at_ms)
         VALUES (0, $1, $2, 'Passport', 'pending', 1)`,
        [verification, owner],
      ],
      [
        "INSERT INTO identity.document (shard, id, verification_id, side) VALUES (0, $1, $2, 'page')",
        [id, verification],
      ],
    ],
    'profile-photo': [
      [
        'INSERT INTO identity.profile_photo (shard, customer_id, file_id, set_at_ms) VALUES (0, $1, $2, 1)',
        [owner, id],
      ],
    ],
    'payment-receipt': [],
  }
  await past(async (client) => {
    for (const [text, values] of statements[purpose]!) await client.query(text, values)
    if (purpose === 'payment-receipt') {
      const column: SealedColumn = {
        table: 'payments.deposits',
        keys: ['id'],
        column: 'receipt_state',
        sealerOf: columns[0]!.sealerOf,
        boundTo: () => '',
      }
      const { row } = await plant(client, { ...column, column: 'plan' }, '', () => Buffer.from('x'))
      await client.query(
        "UPDATE payments.deposits SET receipt_file = $1, receipt_state = 'pending', customer_id = $2 WHERE id = $3",
        [id, owner, row['id']],
      )
    }
  })
  return { id, owner, purpose }
}

describe('keys:rotate', () => {
  it('makes every value readable only with the new key, so that the server starts without the old one', async () => {
    const planted = await plantAll()
    const files = await Promise.all(
      sealedValues.flatMap((values) => values.files ?? []).map(({ purpose }) => addFile(purpose)),
    )
    const { unreadable, resealed } = await rotate(await replaced())
    expect(unreadable).toEqual([])
    expect(Object.values(resealed).every((count) => count > 0)).toBe(true)
    const newKeys = await open(next)
    for (const each of planted) expect(await textUnder(newKeys, each), each.column.table).toBe(each.text)
    for (const { id, ...use } of files)
      expect(String(await filesUnder(newKeys).openFile(id, use))).toBe(`a file for ${use.purpose}`)
    await expect(open(platform.config.secretKey)).rejects.toThrow(/^SECRET_KEY: was replaced/)
  })

  it('preserves the hashes of email addresses and people, which identify accounts and exclusions', async () => {
    const hashes = (keys: Keys) => [
      createPersonalData(keys, platform.random).addressHash('ada@example.org'),
      keyedHash(lookupKey(keys, 'identity throttle'), 'x'),
    ]
    const before = hashes(platform.keys)
    await rotate(await replaced())
    expect(hashes(await open(next))).toEqual(before)
  })

  it('reads values in the older format without a key id', async () => {
    const secret = platform.config.secretKey
    const name = columns.find(
      (column) => 'column' in column && column.column === 'name_sealed' && column.table === 'identity.customer',
    )!
    const seed = columns.find(({ table }) => table === 'markets.seed_chains')!
    const words = 'Ada Lovelace'
    const lastSeed = '32 bytes of a seed of the market'
    const planted = await past(async (client) => [
      await plant(client, name, words, (place) => oldValue(purposeKey(secret, 'identity personal data'), words, place)),
      await plant(client, seed, lastSeed, (root) => oldSeed(secret, lastSeed, root)),
    ])
    expect(await rotate(await replaced())).toMatchObject({ unreadable: [] })
    const newKeys = await open(next)
    expect(await Promise.all(planted.map((each) => textUnder(newKeys, each)))).toEqual([words, lastSeed])
  })

  it('continues where it was interrupted', async () => {
    const planted = await plantAll(5)
    const keys = await replaced()
    let steps = 0
    const cut = rotate(keys, {
      batch: 2,
      progress: () => {
        if (++steps === 6) throw new Error('interrupted')
      },
    })
    await expect(cut).rejects.toThrow('interrupted')
    // Half of the values use the new key. The product reads both, and can't start without the old key.
    for (const each of planted) expect(await textUnder(keys, each)).toBe(each.text)
    await expect(open(next)).rejects.toThrow(/^SECRET_KEY_PREVIOUS: must be set/)
    const { resealed } = await rotate(keys, { batch: 2 })
    expect(Object.values(resealed).slice(0, 6)).toEqual([0, 0, 0, 0, 0, 0])
    const newKeys = await open(next)
    for (const each of planted) expect(await textUnder(newKeys, each)).toBe(each.text)
  })

  it('refuses a wrong key before it changes anything', async () => {
    const planted = await plantAll()
    const before = await Promise.all(planted.map(sealedOf))
    await expect(open(next, randomBytes(32))).rejects.toThrow(/^SECRET_KEY_PREVIOUS: is not a key/)
    expect(await Promise.all(planted.map(sealedOf))).toEqual(before)
  })

  it('refuses while a process still encrypts with the old key', async () => {
    const older = new pg.Client({
      connectionString: platform.databaseUrl,
      application_name: connectionName(platform.keys.ring),
    })
    await older.connect()
    try {
      const keys = await replaced()
      await expect(checkBeforeRotation(owner.pool, keys.ring)).rejects.toThrow(/still uses another key/)
      await expect(rotate(keys)).rejects.toThrow(/still uses another key/)
    } finally {
      await older.end()
    }
  })

  it('lists values that no key decrypts, and requires the old key until it is run with leaveUnreadable', async () => {
    const column = columns.find(({ table }) => table === 'identity.note')!
    const { row } = await past((client) =>
      plant(client, column, '', () => Buffer.from('not sealed at all, but as long as it has to be')),
    )
    const keys = await replaced()
    expect((await rotate(keys)).unreadable).toEqual([`identity.note.words_sealed of ${row['shard']}, ${row['id']}`])
    await expect(open(next)).rejects.toThrow(/^SECRET_KEY_PREVIOUS: must be set/)
    await rotate(keys, { leaveUnreadable: true })
    await open(next)
  })

  it('preserves values that the product writes in the meantime', async () => {
    const [planted] = await past(async (client) => {
      const column = columns.find(({ table }) => table === 'identity.totp')!
      return [
        await plant(client, column, 'old', (place) =>
          column.sealerOf(platform.keys, platform.random).seal(Buffer.from('old'), place),
        ),
      ]
    })
    const keys = await replaced()
    const { column, row } = planted!
    const written = column
      .sealerOf(keys, platform.random)
      .seal(Buffer.from('written by the product'), column.boundTo(row))
    let isWritten = false
    const values = [platformSealed, { columns: [column] }]
    const pool = new Proxy(owner.pool, {
      get: (target, name) =>
        name !== 'query'
          ? Reflect.get(target, name)
          : async (text: string, parameters?: unknown[]) => {
              // Between reading the old value and writing the new one.
              if (text.startsWith('UPDATE identity.totp') && !isWritten) {
                isWritten = true
                await platform.pool.query('UPDATE identity.totp SET secret_sealed = $1', [written])
              }
              return target.query(text, parameters)
            },
    })
    await rotateKeys({
      db: owner.db,
      pool,
      keys,
      random: platform.random,
      files: filesUnder(keys),
      nowMs: nowMs(),
      values,
    })
    expect(await textUnder(await open(next), planted!)).toBe('written by the product')
  })

  it('is the only command that may change a withdrawal destination or a committed seed', async () => {
    const planted = (await plantAll()).filter(({ column }) =>
      ['payments.withdrawals', 'markets.seed_chains'].includes(column.table),
    )
    expect(planted).toHaveLength(2)
    for (const { column } of planted) {
      const text = `UPDATE ${column.table} SET ${'column' in column ? column.column : ''} = '\\x00'`
      await expect(platform.pool.query(text)).rejects.toThrow()
      await expect(platform.owner.query(text)).rejects.toThrow(/never changed|cannot be changed/)
      const client = await platform.pool.connect()
      await client.query("SET tallystick.reseal = 'on'")
      await expect(client.query(text)).rejects.toThrow(/permission denied|cannot be changed/)
      client.release(true)
    }
  })

  it('does not leave a second copy of a file', async () => {
    await addFile('profile-photo')
    await rotate(await replaced())
    const folder = path.join(platform.config.dataDir, 'files', 'profile-photo')
    const kept = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(kept).toHaveLength(1)
    expect(readFileSync(path.join(kept[0]!.parentPath, kept[0]!.name))[0]).toBe(2)
  })
})

/** Seals a value in the older format without a key id. */
function oldValue(key: Buffer, text: string, boundTo: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`1/${boundTo}`))
  return Buffer.concat([Buffer.of(1), nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

function oldSeed(secretKey: Buffer, seed: string, root: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv(
    'aes-256-gcm',
    createHmac('sha256', secretKey).update('simulated market seeds').digest(),
    nonce,
  ).setAAD(Buffer.from(root, 'hex'))
  const sealed = Buffer.concat([cipher.update(seed), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}
