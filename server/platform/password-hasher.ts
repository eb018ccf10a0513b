import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { Random } from './random.ts'
import { Refused } from './refused.ts'

/** How much work a hash is. Source: OWASP Password Storage Cheat Sheet. */
export type PasswordCost = { memoryKib: number; passes: number }
const installedCost: PasswordCost = { memoryKib: 19_456, passes: 2 }

/**
 * Half of the cores at most, so that a storm of sign-ins leaves the other half to orders (docs/spec/targets.md P14).
 */
const hashesAtOnce = Math.max(1, Math.floor(availableParallelism() / 2))
/** About two seconds of waiting; past that a clear `busy` is better than a page that hangs. */
const waitingAtMost = 100

/** Password hashing off the event loop, a few at a time. All throw `Refused('busy')` where too many wait already. */
export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** Without a hash it verifies against a made-up one and answers false, so that an unknown address takes as long as a known one. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>
  /** A hash that no password has, for a customer who can come in only by a reset. */
  unknown(): Promise<string>
  waiting(): number
}

export function createPasswordHasher(
  random: Random,
  cost = installedCost,
  atOnce = hashesAtOnce,
  waitingLimit = waitingAtMost,
): PasswordHasher {
  // The package's numbers: algorithm 2 is argon2id, version 1 is 0x13.
  const parameters = { algorithm: 2, version: 1, memoryCost: cost.memoryKib, timeCost: cost.passes, parallelism: 1 }
  const queue: (() => void)[] = []
  let running = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (queue.length >= waitingLimit) throw new Refused('busy')
      // Whoever ends hands its turn over, so `running` stays as it is.
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

  // The same password may be typed as composed or decomposed characters (NIST SP 800-63B 3.1.1.2).
  const normalised = (password: string) => password.normalize('NFKC')
  const nobodysHash = hash(random.bytes(32).toString('hex'), parameters)

  return {
    hash: (password) => inTurn(() => hash(normalised(password), parameters)),
    verify: (passwordHash, password) =>
      inTurn(async () => {
        const matches = await verify(passwordHash ?? (await nobodysHash), normalised(password))
        return matches && passwordHash !== undefined
      }),
    unknown: () => nobodysHash,
    waiting: () => queue.length,
  }
}
