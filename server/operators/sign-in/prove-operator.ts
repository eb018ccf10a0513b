import type { OperatorSession } from '../../platform/http/http.ts'
import { invariant, Refused } from '../../platform/http/refused.ts'
import { totpStep } from '../../platform/sign-in/totp.ts'
import type { OperatorsContext } from '../context.ts'
import { requireFields } from '../people/details.ts'
import { findPerson, takeTotpStep, type Person } from '../people/people-store.ts'

/**
 * Requires the current password and an unused code before signed-in operators change their own access. Failures count
 * against the session only, so that strangers who fail to sign in can't block it. Throws `fields_missing`,
 * `locked_out`, `wrong_proof`.
 */
export async function proveOperator(
  context: OperatorsContext,
  { operatorId, sessionId }: OperatorSession,
  given: { pwd: string; totp: string },
): Promise<Person> {
  requireFields(given.pwd, given.totp)
  const { clock, db, hasher, sealer, throttle } = context
  const person = await findPerson(db, operatorId)
  invariant(person, 'a session has its operator')
  const isProven = await throttle.attempt([['proofOfSession', sessionId]], async () => {
    const matches = await hasher.verify(person.passwordHash, given.pwd)
    const step = totpStep(
      sealer.open(person.totpSealed, `person/${operatorId}/totp`),
      given.totp.replaceAll(' ', ''),
      clock,
      person.totpStep,
    )
    return (matches && step !== undefined && (await takeTotpStep(db, operatorId, step))) || undefined
  })
  if (!isProven) throw new Refused('wrong_proof')
  return person
}
