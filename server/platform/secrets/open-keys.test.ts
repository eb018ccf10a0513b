import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../tests/harness.ts'
import { createStillClock } from '../time/clock.ts'
import { connectDatabase, type DatabaseConnection } from '../database/database.ts'
import { fingerprintOf } from './keys.ts'
import { openKeys } from './open-keys.ts'
import { systemRandom as random } from '../random.ts'

const [first, second, stranger] = [randomBytes(32), randomBytes(32), randomBytes(32)] as const
const clock = createStillClock(Date.UTC(2026, 0, 5))
let database: Awaited<ReturnType<typeof createTestDatabase>>
let owner: DatabaseConnection
const dropped: (() => Promise<void>)[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  owner = await connectDatabase(database.ownerUrl, 2)
  dropped.push(database.drop)
})
afterEach(() => owner.stop())
afterAll(async () => void (await Promise.all(dropped.map((drop) => drop()))))

const start = (secretKey: Buffer, previousSecretKey?: Buffer) =>
  openKeys(owner.pool, { secretKey, previousSecretKey }, { clock, random })
const retire = (key: Buffer) =>
  owner.pool.query('UPDATE platform.secret_keys SET retired_at_ms = 1 WHERE fingerprint = $1', [fingerprintOf(key)])
const stored = async () =>
  (
    await owner.pool.query<{ fingerprint: Buffer; root: Buffer }>(
      'SELECT fingerprint, root_sealed AS root FROM platform.secret_keys, platform.look_up_root ORDER BY 1',
    )
  ).rows

describe('the keys at startup', () => {
  it('are registered at the first startup with a separate root of keyed hashes, and stay the same', async () => {
    const { lookupRoot } = await start(first)
    expect(lookupRoot).toHaveLength(32)
    expect(lookupRoot.equals(first)).toBe(false)
    expect((await start(first)).lookupRoot).toEqual(lookupRoot)
  })

  it('preserve the root of keyed hashes when the key is replaced', async () => {
    const { lookupRoot } = await start(first)
    const keys = await start(second, first)
    expect(keys.lookupRoot).toEqual(lookupRoot)
    expect(keys.ring.map(({ bytes }) => bytes)).toEqual([second, first])
  })

  it('preserve hashes made with the key itself, before the root existed', async () => {
    await owner.pool.query('INSERT INTO platform.secret_keys (fingerprint) VALUES ($1)', [fingerprintOf(first)])
    expect((await start(second, first)).lookupRoot).toEqual(first)
  })

  it('are refused, and nothing is changed, if the key or the previous key is wrong', async () => {
    await start(first)
    const before = await stored()
    await expect(start(stranger)).rejects.toThrow(/^SECRET_KEY: is not the key/)
    await expect(start(second, stranger)).rejects.toThrow(/^SECRET_KEY_PREVIOUS: is not a key/)
    await expect(start(first, stranger)).rejects.toThrow(/^SECRET_KEY_PREVIOUS: is not a key/)
    expect(await stored()).toEqual(before)
  })

  it('are refused without the previous key until everything is re-encrypted', async () => {
    await start(first)
    await start(second, first)
    await expect(start(second)).rejects.toThrow(/^SECRET_KEY_PREVIOUS: must be set/)
    await expect(start(first)).rejects.toThrow(/^SECRET_KEY_PREVIOUS: must be set/)
    // Back to the previous key, with both set.
    await start(first, second)
  })

  it('may still include a retired key, but never encrypt with it', async () => {
    await start(first)
    await start(second, first)
    await retire(first)
    await start(second, first)
    await expect(start(first)).rejects.toThrow(/^SECRET_KEY: was replaced/)
    await expect(start(first, second)).rejects.toThrow(/^SECRET_KEY: was replaced/)
    await expect(start(stranger, first)).rejects.toThrow(/^SECRET_KEY_PREVIOUS: was replaced/)
  })

  it('are the same in two processes that start together with different keys', async () => {
    const outcomes = await Promise.allSettled([start(first), start(second)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
