import { timingSafeEqual } from 'node:crypto'
import type { Platform } from '../platform.ts'
import { keyedHash } from '../secrets/sealing.ts'

const idBytes = 16
const timeBytes = 6
const macBytes = 16
const lifeMs = 365 * 86_400_000
/** A browser sends secrets for at most six accounts. */
const maxTokens = 6

/**
 * Secrets that a device stores after a sign-in. They grant no access: they only show that this device has signed in to
 * an account before, so that its attempts are counted separately from those of strangers. The server stores nothing.
 */
export type KnownDevices = {
  /** Creates a device's secret for an account; with `id`, for the same device. */
  issue(account: Buffer, id?: string): string
  /** Returns the id of the device if one of the comma-separated secrets was created for this account within a year. */
  find(secrets: string, account: Buffer): string | undefined
}

/** Creates the secrets for one kind of account. `key` belongs to that kind only. */
export function createKnownDevices({ clock, random }: Pick<Platform, 'clock' | 'random'>, key: Buffer): KnownDevices {
  const macOf = (head: Buffer, account: Buffer) => keyedHash(key, 'device', account, head).subarray(0, macBytes)
  return {
    issue(account, id) {
      const head = Buffer.alloc(idBytes + timeBytes)
      const idOfDevice = id === undefined ? random.bytes(idBytes) : Buffer.from(id, 'hex')
      idOfDevice.copy(head)
      head.writeUIntBE(clock.nowMs() + lifeMs, idBytes, timeBytes)
      return Buffer.concat([head, macOf(head, account)]).toString('base64url')
    },
    find(secrets, account) {
      for (const secret of secrets.split(',').slice(0, maxTokens)) {
        const bytes = Buffer.from(secret, 'base64url')
        if (bytes.length !== idBytes + timeBytes + macBytes) continue
        const head = bytes.subarray(0, idBytes + timeBytes)
        const isOurs = timingSafeEqual(bytes.subarray(head.length), macOf(head, account))
        if (isOurs && head.readUIntBE(idBytes, timeBytes) > clock.nowMs())
          return head.subarray(0, idBytes).toString('hex')
      }
      return undefined
    },
  }
}
