import type { Pool, PoolClient } from 'pg'
import { ConfigError, type Config } from '../config.ts'
import { fingerprintOf, ringOf, type Keys } from './keys.ts'
import type { Clock } from '../time/clock.ts'
import type { Random } from '../random.ts'
import { createByteSealer, purposeKey } from './sealing.ts'
import { bool, bytea, checkRows, row, type RowOf } from '../database/rows.ts'

/** The purpose and context of the encrypted root of keyed hashes. */
export const lookupRootPurpose = 'platform look-up root'
export const lookupRootPlace = 'look_up_root'

const keyRow = row({ fingerprint: bytea, retired: bool })
type StoredKey = RowOf<typeof keyRow>
type Settings = Pick<Config, 'secretKey' | 'previousSecretKey'>
type Tools = { clock: Pick<Clock, 'nowMs'>; random: Random }

/**
 * Compares the keys in the settings with those registered in the database, and returns them with the root of keyed
 * hashes. The first startup registers its key and creates the root. A startup with a new SECRET_KEY registers it if
 * SECRET_KEY_PREVIOUS is the previous key. Throws `ConfigError`, before any change, if a key is wrong or if values may
 * still be encrypted under a missing key.
 */
export async function openKeys(pool: Pool, settings: Settings, tools: Tools): Promise<Keys> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    // Makes processes that start together register the same key.
    await client.query("SELECT pg_advisory_xact_lock(hashtext('tallystick.secret_keys'))")
    const keys = await registered(client, settings, tools)
    await client.query('COMMIT')
    return keys
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

const sealedRow = row({ sealed: bytea })

async function registered(client: PoolClient, settings: Settings, { clock, random }: Tools): Promise<Keys> {
  const stored = checkRows(
    keyRow,
    await client.query('SELECT fingerprint, retired_at_ms IS NOT NULL AS retired FROM platform.secret_keys'),
  )
  const fingerprint = fingerprintOf(settings.secretKey)
  checkKeys(stored, settings)
  if (!stored.some((key) => key.fingerprint.equals(fingerprint))) {
    await client.query('INSERT INTO platform.secret_keys (fingerprint, since_ms) VALUES ($1, $2)', [
      fingerprint,
      clock.nowMs(),
    ])
  }
  const rows = checkRows(sealedRow, await client.query('SELECT root_sealed AS sealed FROM platform.look_up_root'))
  const ring = ringOf(settings)
  const sealer = createByteSealer({ ring }, (secretKey) => purposeKey(secretKey, lookupRootPurpose), random)
  if (rows[0]) return { ring, lookupRoot: opened(() => sealer.open(rows[0]!.sealed, lookupRootPlace)) }
  const lookupRoot = firstRoot(stored, settings) ?? random.bytes(32)
  await client.query('INSERT INTO platform.look_up_root (root_sealed) VALUES ($1)', [
    sealer.seal(lookupRoot, lookupRootPlace),
  ])
  return { ring, lookupRoot }
}

/** Throws `ConfigError` unless the settings contain every key under which values may be encrypted. */
function checkKeys(stored: readonly StoredKey[], { secretKey, previousSecretKey }: Settings): void {
  if (stored.length === 0) return
  const find = (key: Buffer | undefined) =>
    key && stored.find(({ fingerprint }) => fingerprint.equals(fingerprintOf(key)))
  const [current, previous] = [find(secretKey), find(previousSecretKey)]
  if (previousSecretKey && !previous)
    throw new ConfigError('SECRET_KEY_PREVIOUS: is not a key that this database was encrypted with')
  if (!current && !previous)
    throw new ConfigError(
      'SECRET_KEY: is not the key that this database was encrypted with. ' +
        'To replace that key, set SECRET_KEY_PREVIOUS to it',
    )
  if (current?.retired || (!current && previous!.retired)) {
    throw new ConfigError(
      `${current ? 'SECRET_KEY' : 'SECRET_KEY_PREVIOUS'}: was replaced. Use the key that replaced it`,
    )
  }
  const missing = stored.some((key) => !key.retired && key !== current && key !== previous)
  if (missing)
    throw new ConfigError(
      'SECRET_KEY_PREVIOUS: must be set to the previous key until `npm run keys:rotate` has re-encrypted everything',
    )
}

/**
 * Returns the first root. If the database has a key but no root, its hashes were made with SECRET_KEY itself, which
 * therefore becomes the root. Returns undefined for a new database.
 */
function firstRoot(stored: readonly StoredKey[], { secretKey, previousSecretKey }: Settings): Buffer | undefined {
  const [before] = stored
  if (!before) return undefined
  return before.fingerprint.equals(fingerprintOf(secretKey)) ? secretKey : previousSecretKey!
}

function opened(open: () => Buffer): Buffer {
  try {
    return open()
  } catch {
    throw new ConfigError(
      'SECRET_KEY: cannot decrypt the root of keyed hashes (platform.look_up_root). ' +
        'Set the key that this database was encrypted with',
    )
  }
}
