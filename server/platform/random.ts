import { randomBytes, randomInt } from 'node:crypto'

/** Randomness that tests can replace with a seeded generator. */
export type Random = {
  bytes(count: number): Buffer
  /** Returns an integer from 0 up to, but not including, `limit`. */
  below(limit: number): number
}

/** The operating system's generator. */
export const systemRandom: Random = { bytes: (count) => randomBytes(count), below: (limit) => randomInt(limit) }

/**
 * Returns a version 7 UUID (RFC 9562): 48 bits of epoch milliseconds, then 74 random bits, so that ids sort by time.
 */
export function uuidv7(nowMs: number, random: Random): string {
  const bytes = random.bytes(16)
  bytes.writeUIntBE(nowMs, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The number of shards over which customers are spread; see docs/spec/money.md "Sharding". */
export const shardCount = 32

/** Returns the shard (0..31) of an owner: the last five bits of its UUID, which are random. */
export function shardOf(ownerId: string): number {
  return Number.parseInt(ownerId.slice(-2), 16) % shardCount
}
