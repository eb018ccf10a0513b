import { outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { operatorAccessCalls } from '../../../api/calls/operators/operator-access.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import type { OperatorRequest } from '../../platform/http/actions.ts'
import {
  passkeyAlgorithms,
  proveMadePasskey,
  provePasskey,
  userHandleFor,
  userHandleOf,
  webauthn,
} from '../../platform/sign-in/passkey-proof.ts'
import { uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import { deletePasskey, insertPasskey, listPasskeys } from './access-store.ts'
import { recordAudit } from '../audit/audit.ts'
import type { OperatorsContext } from '../context.ts'
import { findPerson } from '../people/people-store.ts'
import { proveOperator } from './prove-operator.ts'
import { openSession } from './sessions.ts'

/** Operators' passkeys. They combine two factors, and other people's failed attempts can't block them. */

type Calls = typeof operatorAccessCalls
type WebAuthnJson = Record<string, unknown>

const maxPasskeys = 20
const answerWithinMs = 5 * 60_000

/**
 * Returns options for creating a passkey. Throws `passkeys_unavailable`, `too_many_passkeys`, and what `proveOperator`
 * throws.
 */
export async function beginPasskey(
  context: OperatorsContext,
  input: InputOf<Calls['operators.passkey.begin']>,
  { session, headers: { origin } }: CallRequest<Calls['operators.passkey.begin']>,
): Promise<WebAuthnJson> {
  const { db, passkeys, sealer } = context
  const { operatorId } = session
  const rpID = passkeys.relyingParty.idFor(origin)
  const present = await listPasskeys(db, operatorId)
  if (present.length >= maxPasskeys) throw new Refused('too_many_passkeys')
  const person = await proveOperator(context, session, input)
  const email = sealer.open(person.emailSealed, `person/${operatorId}/email`)
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: passkeys.relyingParty.name,
    rpID,
    // Customers' passkeys belong to the same site, so the name distinguishes the two.
    userName: `${email} (operator)`,
    userDisplayName: `${person.name} (operator)`,
    userID: userHandleFor(operatorId),
    challenge: passkeys.challenges.make('make', operatorId),
    timeout: answerWithinMs,
    attestationType: 'none',
    excludeCredentials: present.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports: transports as never,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: passkeyAlgorithms,
  })
  return options as unknown as WebAuthnJson
}

/**
 * Stores a passkey. The operator already proved their identity when requesting the options, which name the operator and
 * expire after five minutes.
 */
export async function addPasskey(
  context: OperatorsContext,
  input: InputOf<Calls['operators.passkey.add']>,
  { session: { operatorId }, headers: { origin } }: CallRequest<Calls['operators.passkey.add']>,
): Promise<OutputOf<Calls['operators.passkey.add']>> {
  const { clock, db, passkeys, random } = context
  passkeys.relyingParty.idFor(origin)
  const name = checkedPasskeyName(input.name)
  const made = await proveMadePasskey(passkeys, operatorId, input.response)
  if (!made) throw new Refused('passkey_refused')
  const passkeyId = uuidv7(clock.nowMs(), random)
  await db.transaction().execute(async (tx) => {
    const isFree = (await listPasskeys(tx, operatorId)).length < maxPasskeys
    if (!isFree || !(await insertPasskey(tx, { passkeyId, operatorId, name, atMs: clock.nowMs(), ...made })))
      throw new Refused('passkey_refused')
    await recordAudit(context, tx, { operatorId, action: 'operators.passkey.add', subject: passkeyId })
  })
  return outcome('passkey_saved')
}

export async function removePasskey(
  context: OperatorsContext,
  input: InputOf<Calls['operators.passkey.remove']>,
  { session }: OperatorRequest,
): Promise<OutputOf<Calls['operators.passkey.remove']>> {
  const { db } = context
  const { operatorId } = session
  await proveOperator(context, session, input)
  await db.transaction().execute(async (tx) => {
    const present = (await listPasskeys(tx, operatorId)).some(({ passkeyId }) => passkeyId === input.id)
    if (!present || !(await deletePasskey(tx, operatorId, input.id)))
      throw new Refused('not_found', { thing: { phrase: 'thing_passkey' } })
    await recordAudit(context, tx, { operatorId, action: 'operators.passkey.remove', subject: input.id })
  })
  return outcome('passkey_removed')
}

/** Returns options for signing in with any passkey of this site. Only the challenge differs between requests. */
export async function optionsForSignIn(
  { passkeys }: OperatorsContext,
  _input: unknown,
  { headers: { origin } }: CallRequest<Calls['operators.login.options']>,
): Promise<WebAuthnJson> {
  const rpID = passkeys.relyingParty.idFor(origin)
  const options = await (
    await webauthn()
  ).generateAuthenticationOptions({
    rpID,
    challenge: passkeys.challenges.make('sign_in', ''),
    userVerification: 'required',
    timeout: answerWithinMs,
  })
  return options as unknown as WebAuthnJson
}

/**
 * Signs in with a passkey. Doesn't count attempts: nobody can guess a signature, and strangers must not be able to
 * lock out a passkey.
 */
export async function signInWithPasskey(
  context: OperatorsContext,
  { response }: InputOf<Calls['operators.login.passkey']>,
  { headers: { origin }, ...visitor }: CallRequest<Calls['operators.login.passkey']>,
): Promise<OutputOf<Calls['operators.login.passkey']>> {
  const { db, devices, hashOf, passkeys, sealer } = context
  passkeys.relyingParty.idFor(origin)
  const operatorId = userHandleOf(response)
  const passkey = operatorId && (await provePasskey(passkeys, operatorId, 'sign_in', response))
  const person = passkey && (await findPerson(db, passkey.operatorId))
  if (!person || person.deactivatedAtMs !== null) throw new Refused('passkey_refused')
  const secrete = await db.transaction().execute(async (tx) => {
    await recordAudit(context, tx, {
      operatorId: person.operatorId,
      action: 'operators.login',
      subject: person.operatorId,
      details: { with: 'passkey' },
    })
    return openSession(context, tx, person.operatorId, visitor)
  })
  const email = sealer.open(person.emailSealed, `person/${person.operatorId}/email`)
  return {
    ...outcome('operator_signed_in', { name: person.name }),
    secrete,
    device: devices.issue(hashOf('address', email)),
  }
}

/** Returns a name of 1 to 60 visible characters. Throws `bad_name`. */
function checkedPasskeyName(text: string): string {
  const name = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (name === '' || name.length > 60 || /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.test(name))
    throw new Refused('bad_name', {}, { name: 'name_of_characters' })
  return name
}
