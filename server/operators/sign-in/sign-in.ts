import type { operatorsCalls } from '../../../api/calls/operators/operators.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import { outcome } from '../../../api/sentences/outcomes.ts'
import { networkOf } from '../../platform/http/network.ts'
import { Refused } from '../../platform/http/refused.ts'
import { totpStep } from '../../platform/sign-in/totp.ts'
import { recordAudit } from '../audit/audit.ts'
import type { OperatorsContext, Visitor } from '../context.ts'
import { normalisedEmail, requireFields } from '../people/details.ts'
import { findPersonByEmail, takeTotpStep, type Person } from '../people/people-store.ts'
import { recordFailedSignIn } from './record-refusals.ts'
import { openSession } from './sessions.ts'

/**
 * Signs in with email address, password and code. Every failure gets the same response after the same work, and counts
 * against the address and the network or, on a known device, against the device only. Successful sign-ins never count.
 * A code works once. Failed attempts are logged, and a locked-out address raises an alarm.
 */
export async function signIn(
  context: OperatorsContext,
  input: { email: string; pwd: string; totp: string },
  { headers: { device: devices }, ...visitor }: CallRequest<(typeof operatorsCalls)['operators.login']>,
) {
  requireFields(input.email, input.pwd, input.totp)
  const { alarms, db, hashOf, throttle } = context
  const addressHash = hashOf('address', normalisedEmail(input.email))
  const device = context.devices.find(devices, addressHash)
  const address = addressHash.toString('hex')
  const network = networkOf(visitor.ip)
  const strangers = [
    ['signInOfAddress', address],
    ['signInOfAddressFromNetwork', `${address}/${network}`],
    ['failuresOfNetwork', network],
  ] as const
  const subjects =
    device === undefined
      ? strangers.map(([name, subject]) => [name, subject] as [typeof name, string])
      : [['signInOfDevice', device] as ['signInOfDevice', string]]
  const person = await findPersonByEmail(db, addressHash)
  const opened = await throttle
    .attempt(subjects, () => open(context, person, input, visitor))
    .catch(async (error: unknown) => {
      const isLocked =
        error instanceof Refused && error.code === 'locked_out' && error.details['of'] !== 'failuresOfNetwork'
      if (isLocked && person) void alarms.raise({ kind: 'operator_locked_out', subject: person.operatorId })
      throw error
    })
  if (!opened || !person) throw new Refused('wrong_credentials')
  await alarms.clear('operator_locked_out', person.operatorId)
  return {
    ...outcome('operator_signed_in', { name: person.name }),
    secrete: opened,
    device: context.devices.issue(addressHash, device),
  }
}

/** Opens a session. On failure, records it and returns undefined. */
async function open(
  context: OperatorsContext,
  person: Person | undefined,
  input: { pwd: string; totp: string },
  visitor: Visitor,
): Promise<string | undefined> {
  const { db, clock, sealer, hasher } = context
  const matches = await hasher.verify(person?.passwordHash, input.pwd)
  const step =
    person &&
    totpStep(
      sealer.open(person.totpSealed, `person/${person.operatorId}/totp`),
      input.totp.replaceAll(' ', ''),
      clock,
      person.totpStep,
    )
  if (!matches || !person || step === undefined) {
    const reason = person ? (matches ? 'wrong_code' : 'wrong_password') : 'unknown_address'
    await recordFailedSignIn(context, { operatorId: person?.operatorId, reason })
    return undefined
  }
  const { operatorId } = person
  return db.transaction().execute(async (tx) => {
    if (!(await takeTotpStep(tx, operatorId, step))) return undefined
    await recordAudit(context, tx, { operatorId, action: 'operators.login', subject: operatorId })
    return openSession(context, tx, operatorId, visitor)
  })
}
