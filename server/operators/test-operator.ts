import { createHash } from 'node:crypto'
import type { Role } from '../../api/permissions.ts'
import type { Platform } from '../platform/platform.ts'
import { uuidv7 } from '../platform/random.ts'
import { newTotpSecret } from '../platform/sign-in/totp.ts'
import { createOperatorsSealer } from './context.ts'
import { insertPerson } from './people/people-store.ts'
import type { Operators } from './types.ts'
import { openSession } from './sign-in/sessions.ts'

const longAgoMs = 60 * 86_400_000

/**
 * Creates an operator whose waiting time is over, and opens a session without signing in. Nobody can sign in to the
 * account.
 */
export async function addOperator(
  platform: Platform,
  role: Role,
  name = `Some ${role}`,
  sinceMs = platform.clock.nowMs() - longAgoMs,
): Promise<{ operatorId: string; secrete: string }> {
  const { db, clock, random } = platform
  const sealer = createOperatorsSealer(platform)
  const operatorId = uuidv7(clock.nowMs(), random)
  // A well-formed hash, so that any password is refused as usual.
  const unpadded = (bytes: number) => random.bytes(bytes).toString('base64').replaceAll('=', '')
  const passwordHash = `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(16)}$${unpadded(32)}`
  const totpSealed = sealer.seal(newTotpSecret(random), `person/${operatorId}/totp`)
  const emailHash = createHash('sha256').update(operatorId).digest()
  await insertPerson(db, {
    operatorId,
    name,
    emailHash,
    emailSealed: sealer.seal(`${role}@desk.example`, `person/${operatorId}/email`),
    passwordHash,
    totpSealed,
    totpStep: 0,
    roles: [role],
    atMs: sinceMs,
  })
  return { operatorId, secrete: await openSession(platform, db, operatorId, { ip: '127.0.0.1', userAgent: '' }) }
}

/** Opens another session for an operator and returns its secret. */
export const sessionOf = (platform: Platform, operatorId: string): Promise<string> =>
  openSession(platform, platform.db, operatorId, { ip: '127.0.0.1', userAgent: '' })

/** Creates an operator with this role and returns the secret of a session. */
export async function signInOperator(platform: Platform, _operators: Operators, role: Role): Promise<string> {
  return (await addOperator(platform, role)).secrete
}
