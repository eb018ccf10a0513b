import { Refused } from '../platform/refused.ts'
import { totpStep } from '../platform/totp.ts'
import { recordAudit } from './audit.ts'
import type { OperatorsContext, Visitor } from './context.ts'
import { normalisedEmail, requireFields } from './details.ts'
import { countTry, forgiveTries } from './lock-out.ts'
import { findPersonByEmail, takeTotpStep } from './people-store.ts'
import { recordFailedSignIn } from './record-refusals.ts'
import { openSession } from './sessions.ts'

/**
 * Signs in with address, password and code. Whatever is wrong, the answer is the same after the same work, and counts
 * against the address and the network. A code signs in once.
 */
export async function signIn(context: OperatorsContext, input: { email: string; pwd: string; totp: string }, { ip }: Visitor) {
  requireFields(input.email, input.pwd, input.totp)
  const { db, clock, sealer, hasher, hashOf } = context
  const email = normalisedEmail(input.email)
  const person = await findPersonByEmail(db, hashOf('address', email))
  await countTry(context, email, ip).catch((refused: unknown) => raiseLockOut(context, person?.operatorId, refused))
  const matches = await hasher.verify(person?.passwordHash, input.pwd)
  const step = person && totpStep(sealer.open(person.totpSealed, `person/${person.operatorId}/totp`), input.totp.replaceAll(' ', ''), clock.nowMs(), person.totpStep)
  if (!matches || !person || step === undefined) {
    const reason = person ? (matches ? 'wrong code' : 'wrong password') : 'unknown address'
    await recordFailedSignIn(context, { operatorId: person?.operatorId, reason })
    throw new Refused('wrong_credentials')
  }
  const { operatorId } = person
  const secrete = await db.transaction().execute(async (tx) => {
    if (!(await takeTotpStep(tx, operatorId, step))) throw new Refused('wrong_credentials')
    await recordAudit(context, tx, { operatorId, action: 'operators.login', subject: operatorId })
    return openSession(context, tx, operatorId)
  })
  await forgiveTries(context, email)
  await context.alarms.clear('operator_locked_out', operatorId)
  return { type: 'success' as const, msg: `Welcome back, ${person.name}.`, secrete }
}

/** Raises an alarm if an operator's address is locked, and refuses. Doesn't wait: an address that no operator has takes the same time. */
function raiseLockOut({ alarms, log }: OperatorsContext, operatorId: string | undefined, refused: unknown): never {
  if (refused instanceof Refused) {
    const { of } = refused.details
    log.warn({ operator: operatorId ?? null, of }, 'sign-in to the desk is locked')
    if (operatorId && of === 'address') void alarms.raise({ kind: 'operator_locked_out', subject: operatorId })
  }
  throw refused
}
