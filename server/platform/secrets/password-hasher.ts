import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { Random } from '../random.ts'
import { Refused } from '../http/refused.ts'

/** The cost of one hash. Source: OWASP Password Storage Cheat Sheet. */
export type PasswordCost = { memoryKib: number; passes: number }
export const installedCost: PasswordCost = { memoryKib: 19_456, passes: 2 }

/**
 * At most half of the cores, so that a burst of sign-ins leaves the other half to orders (docs/spec/targets.md P14).
 */
const hashesAtOnce = Math.max(1, Math.floor(availableParallelism() / 2))
/** A queue of this length takes about two seconds. Beyond that, an explicit `busy` is better than a page that hangs. */
const maxWaiting = 100

/**
 * Hashes passwords off the event loop, a few at a time. Every function throws `Refused('busy')` if too many are
 * waiting.
 */
export type PasswordHasher = {
  hash(password: string): Promise<string>
  /**
   * Returns whether a password matches. Without a hash, verifies against a dummy hash and returns false, so that an
   * unknown email address takes as long as a known one.
   */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>
  /** Returns a hash that no password matches, for customers who can sign in only after a reset. */
  unknown(): Promise<string>
  waiting(): number
}

export function createPasswordHasher(
  random: Random,
  cost = installedCost,
  atOnce = hashesAtOnce,
  waitingLimit = maxWaiting,
): PasswordHasher {
  // The package numbers these: algorithm 2 is argon2id, version 1 is 0x13.
  const parameters = { algorithm: 2, version: 1, memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 }
  const queue: (() => void)[] = []
  let running = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waitingLimit) throw new Refused('busy')
      // A finished hash passes its slot to the next one, so `running` stays the same.
      await new Promise<void>((turn) => queue.push(turn))
    } else running++
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }

  // Keyboards produce composed or decomposed characters (NIST SP 800-63B 3.1.1.2).
  const normalised = (password: string) => password.normalize('NFKC')
  const dummyHash = hash(random.bytes(32).toString('hex'), parameters)

  return {
    hash: (password) => inTurn(() => hash(normalised(password), parameters)),
    verify: (passwordHash, password) =>
      inTurn(async () => {
        const matches = await verify(passwordHash ?? (await dummyHash), normalised(password))
        return matches && passwordHash !== undefined
      }),
    unknown: () => dummyHash,
    waiting: () => queue.length,
  }
}
