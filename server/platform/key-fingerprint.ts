import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import { ConfigError } from './config.ts'

/**
 * Remembers the key at the first start and refuses another one later (`ConfigError`): with it no address would match and
 * nothing encrypted could be read. Kept is an HMAC of a constant, which tells nothing of the key.
 */
export async function checkKeyFingerprint(pool: Pool, secretKey: Buffer): Promise<void> {
  const fingerprint = createHmac('sha256', secretKey).update('tallystick key fingerprint').digest()
  await pool.query('INSERT INTO platform.key_fingerprint (fingerprint) VALUES ($1) ON CONFLICT DO NOTHING', [fingerprint])
  const { rows } = await pool.query<{ fingerprint: Buffer }>('SELECT fingerprint FROM platform.key_fingerprint')
  if (!timingSafeEqual(rows[0]!.fingerprint, fingerprint)) {
    throw new ConfigError('SECRET_KEY: is not the key with which this database was made, and could read none of its personal data')
  }
}
