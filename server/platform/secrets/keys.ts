import { createHmac } from 'node:crypto'
import { keyIdBytes } from './key-id.ts'

/** A SECRET_KEY of 32 bytes with the id that sealed values contain. */
export type SecretKey = { id: Buffer; bytes: Buffer }

/**
 * An installation's keys: encryption keys, which `npm run keys:rotate` replaces, and the root of keyed hashes, which
 * stays the same.
 */
export type Keys = {
  /** SECRET_KEY, which encrypts, then SECRET_KEY_PREVIOUS if it is set. Both decrypt. */
  readonly ring: readonly SecretKey[]
  /** Root of all keyed hashes, stored encrypted in the database. */
  readonly lookupRoot: Buffer
}

/** Returns an HMAC of a constant, which identifies a key in the database. It reveals nothing about the key. */
export function fingerprintOf(secretKey: Buffer): Buffer {
  return createHmac('sha256', secretKey).update('tallystick key fingerprint').digest()
}

/** Returns a key with its id. */
export function secretKeyOf(bytes: Buffer): SecretKey {
  return { id: fingerprintOf(bytes).subarray(0, keyIdBytes), bytes }
}

/** Returns the keys from the settings, newest first. */
export function ringOf({
  secretKey,
  previousSecretKey,
}: {
  secretKey: Buffer
  previousSecretKey?: Buffer | undefined
}): SecretKey[] {
  return [secretKey, previousSecretKey].filter((key) => key !== undefined).map(secretKeyOf)
}

/**
 * Returns the application name that a process shows in the database's list of connections. It identifies the process's
 * encryption key.
 */
export function connectionName(ring: readonly SecretKey[]): string {
  return `tallystick key ${ring[0]!.id.toString('hex')}`
}
