import { createCipheriv, createHash, createHmac, hash } from 'node:crypto'

/**
 * The hourly seeds of the simulated market. They form a reverse hash chain: the seed of an hour is the SHA-256 of the
 * next hour's seed. A revealed seed can therefore be verified against the previous one, and the first seed against the
 * root, which is published once before the market starts. Source: docs/spec/markets.md "Committed in advance".
 */
export type SeedChain = {
  model: string
  /** Hours since the epoch. */
  firstHour: number
  hours: number
  root: Buffer
  /** Returns the seed of an hour. Secret until it is revealed. */
  seed(hour: number): Buffer
}

/** Hours in a seed chain: ten years. */
export const seedChainHours = 87_660

const sha256 = (...parts: (Buffer | string)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** Computes the whole seed chain from its last seed (32 random bytes). */
export function openSeedChain(model: string, firstHour: number, hours: number, lastSeed: Buffer): SeedChain {
  const seeds = Buffer.alloc(hours * 32)
  let seed = lastSeed
  for (let i = hours - 1; i >= 0; i -= 1) {
    seed.copy(seeds, i * 32)
    // Runs once for each hour in ten years. `hash` takes a third of the time that a hash object takes.
    seed = hash('sha256', seed, 'buffer')
  }
  return {
    model,
    firstHour,
    hours,
    root: rootOf(model, firstHour, hours, seeds.subarray(0, 32)),
    seed(hour) {
      const index = hour - firstHour
      if (!Number.isInteger(index) || index < 0 || index >= hours)
        throw new RangeError(`hour ${hour} is not part of the seed chain`)
      return Buffer.from(seeds.subarray(index * 32, index * 32 + 32))
    },
  }
}

/** Returns the published root: SHA-256 of `model|firstHour|hours|` and the first seed. */
function rootOf(model: string, firstHour: number, hours: number, firstSeed: Buffer): Buffer {
  return sha256(`${model}|${firstHour}|${hours}|`, firstSeed)
}

/** Returns an hour's commitment, published when the hour begins: SHA-256 of `model|hour|` and the hour's seed. */
export function hourCommitment(model: string, hour: number, seed: Buffer): Buffer {
  return sha256(`${model}|${hour}|`, seed)
}

/** Returns whether the seed of `hour`, hashed back to the seed chain's first hour, matches the root. */
export function seedFitsRoot(
  model: string,
  firstHour: number,
  hours: number,
  root: Buffer,
  hour: number,
  seed: Buffer,
): boolean {
  if (hour < firstHour || hour >= firstHour + hours) return false
  let walked = seed
  for (let at = hour; at > firstHour; at -= 1) walked = sha256(walked)
  return rootOf(model, firstHour, hours, walked).equals(root)
}

/** Bytes of keystream per second and stream: six 64-bit numbers. */
export const bytesPerSecond = 48

/**
 * Returns the randomness of one stream (a symbol or a class) in one hour: AES-256-CTR from block 0 with the key
 * HMAC-SHA256(seed, `model|stream|hour`). Second s of the hour uses bytes 48 s to 48 s + 47.
 */
export function hourKeystream(model: string, seed: Buffer, stream: string, hour: number, seconds = 3600): Buffer {
  const key = createHmac('sha256', seed).update(`${model}|${stream}|${hour}`).digest()
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(seconds * bytesPerSecond))
}
