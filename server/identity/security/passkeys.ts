import { outcome, type Outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf } from '../../../api/call.ts'
import type {
  loginPasskey,
  passkeyAdd,
  passkeyBegin,
  passkeyRemove,
  passkeyRename,
  factorOptions,
  loginOptions,
} from '../../../api/calls/identity/security.ts'
import type { Session, CallRequest } from '../../platform/http/http.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import { shardOf, uuidv7 } from '../../platform/random.ts'
import type { IdentityContext, SignedInHere } from '../context.ts'
import { networkOf } from '../../platform/http/network.ts'
import { findCustomer } from '../store.ts'
import {
  deletePasskey,
  insertPasskey,
  listPasskeys,
  readFactorState,
  renamePasskey,
  replaceRecoveryCodes,
} from './factor-store.ts'
import {
  passkeyAlgorithms,
  proveMadePasskey,
  provePasskey,
  userHandleFor,
  userHandleOf,
  webauthn,
} from '../../platform/sign-in/passkey-proof.ts'
import { refuseWhileHeld } from './freezing.ts'
import { lockCredentials, requireProof, notifyOwner, notifyOwnerOf } from './proof.ts'

const maxPasskeys = 20
const answerWithinMs = 5 * 60_000
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** WebAuthn options and responses, as carried by the calls. */
type WebAuthnJson = Record<string, unknown>

/**
 * Returns options for creating a passkey: discoverable, so that signing in needs no email address, and with user
 * verification.
 */
export async function beginPasskey(
  identity: IdentityContext,
  input: InputOf<typeof passkeyBegin>,
  { session, headers: { origin } }: { session: Session; headers: { origin: string } },
): Promise<WebAuthnJson> {
  const { db, factors, personal } = identity
  await refuseWhileHeld(db, session)
  const rpID = factors.relyingParty.idFor(origin)
  const present = await listPasskeys(db, session)
  if (present.length >= maxPasskeys) throw new Refused('too_many_passkeys')
  const customer = await requireProof(identity, session, input)
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: factors.relyingParty.name,
    rpID,
    userName: personal.open(customer.emailSealed, session.customerId, 'email'),
    userDisplayName: personal.open(customer.nameSealed, session.customerId, 'name'),
    userID: userHandleFor(session.customerId),
    challenge: factors.challenges.make('make', session.customerId),
    timeout: answerWithinMs,
    attestationType: 'none',
    excludeCredentials: present.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: passkeyAlgorithms,
  })
  return options as unknown as WebAuthnJson
}

/**
 * Stores a passkey. The customer already proved their identity when requesting the options, which name the customer and
 * expire after five minutes.
 */
export async function addPasskey(
  identity: IdentityContext,
  input: InputOf<typeof passkeyAdd>,
  { session, headers: { origin } }: CallRequest<typeof passkeyAdd>,
): Promise<Outcome & { id: string; recovery: string[] }> {
  const { clock, db, factors, random } = identity
  await refuseWhileHeld(db, session)
  factors.relyingParty.idFor(origin)
  const name = checkedName(input.name)
  const made = await proveMadePasskey(factors.passkeyContext, session.customerId, input.response)
  if (!made) throw new Refused('passkey_refused')
  const passkeyId = uuidv7(clock.nowMs(), random)
  const recovery = await db.transaction().execute(async (tx) => {
    await lockCredentials(tx, session)
    await refuseWhileHeld(tx, session)
    const before = await readFactorState(tx, session)
    const kept =
      before.passkeys < maxPasskeys &&
      (await insertPasskey(tx, {
        customerId: session.customerId,
        shard: session.shard,
        passkeyId,
        name,
        at: clock.now(),
        ...made,
      }))
    if (!kept) throw new Refused('passkey_refused')
    await notifyOwnerOf(identity, tx, session, 'passkeyAdded')
    return before.totpSince || before.passkeys > 0 ? [] : factors.renewRecoveryCodes(tx, session)
  })
  announce(identity, session)
  return { ...outcome('passkey_saved'), id: passkeyId, recovery }
}

export async function renameOwnPasskey(
  identity: IdentityContext,
  input: InputOf<typeof passkeyRename>,
  { session }: CustomerRequest,
): Promise<Outcome> {
  const name = checkedName(input.name)
  if (!uuid.test(input.id) || !(await renamePasskey(identity.db, session, input.id, name)))
    throw new Refused('passkey_not_found')
  announce(identity, session)
  return outcome('passkey_renamed')
}

export async function removePasskey(
  identity: IdentityContext,
  input: InputOf<typeof passkeyRemove>,
  { session }: CustomerRequest,
): Promise<Outcome> {
  const { db } = identity
  if (!(await listPasskeys(db, session)).some(({ passkeyId }) => passkeyId === input.id))
    throw new Refused('passkey_not_found')
  const customer = await requireProof(identity, session, input)
  await db.transaction().execute(async (tx) => {
    await lockCredentials(tx, session)
    if (!(await deletePasskey(tx, session, input.id))) throw new Refused('passkey_not_found')
    const { passkeys, totpSince } = await readFactorState(tx, session)
    if (passkeys === 0 && !totpSince) await replaceRecoveryCodes(tx, session, [])
    await notifyOwner(identity, tx, customer, 'passkeyRemoved')
  })
  announce(identity, session)
  return outcome('passkey_removed')
}

/** Returns options for using this customer's passkey as the second factor of another call. */
export async function optionsForFactor(
  { db, factors }: IdentityContext,
  _input: unknown,
  { session: { customerId, shard }, headers: { origin } }: CallRequest<typeof factorOptions>,
): Promise<WebAuthnJson> {
  const rpID = factors.relyingParty.idFor(origin)
  const passkeys = await listPasskeys(db, { customerId, shard })
  const options = await (
    await webauthn()
  ).generateAuthenticationOptions({
    rpID,
    challenge: factors.challenges.make('confirm', customerId),
    allowCredentials: passkeys.map(({ credentialId, transports }) => ({
      id: credentialId.toString('base64url'),
      transports: transports as never,
    })),
    userVerification: 'required',
    timeout: answerWithinMs,
  })
  return options as unknown as WebAuthnJson
}

/** Returns options for signing in with any passkey of this site. Only the challenge differs between requests. */
export async function optionsForSignIn(
  { factors }: IdentityContext,
  _input: unknown,
  { headers: { origin } }: CallRequest<typeof loginOptions>,
): Promise<WebAuthnJson> {
  const rpID = factors.relyingParty.idFor(origin)
  const options = await (
    await webauthn()
  ).generateAuthenticationOptions({
    rpID,
    challenge: factors.challenges.make('sign_in', ''),
    userVerification: 'required',
    timeout: answerWithinMs,
  })
  return options as unknown as WebAuthnJson
}

/**
 * Signs in with a passkey. Failures count against the network only, so that a locked-out password doesn't lock out
 * passkeys (docs/spec/targets.md, S6).
 */
export async function signInWithPasskey(
  identity: IdentityContext,
  { response }: InputOf<typeof loginPasskey>,
  { headers: { origin }, ...visitor }: CallRequest<typeof loginPasskey>,
): Promise<SignedInHere> {
  const { db, devices, factors, history, personal, sessions, throttle } = identity
  factors.relyingParty.idFor(origin)
  const opened = await throttle.attempt([['failuresOfNetwork', networkOf(visitor.ip)]], async () => {
    const customerId = userHandleOf(response)
    if (customerId === undefined) return undefined
    const key = { customerId, shard: shardOf(customerId) }
    const passkey = await provePasskey(factors.passkeyContext, customerId, 'sign_in', response)
    const customer = passkey && (await findCustomer(db, key))
    const secrete = customer && (await sessions.open(db, customer, visitor, 'passkey'))
    return secrete ? { customer, secrete } : undefined
  })
  if (!opened) throw new Refused('passkey_refused')
  const { customer, secrete } = opened
  await history.note(customer, visitor, 'passkey', 'success')
  const addressHash = personal.addressHash(personal.open(customer.emailSealed, customer.customerId, 'email'))
  return { ...outcome('signed_in'), secrete, device: devices.issue(addressHash) }
}

/** Returns a name of 1 to 60 visible characters. Throws `bad_name`. */
export function checkedName(text: string): string {
  const name = text.normalize('NFC').replace(/\s+/g, ' ').trim()
  if (name === '' || name.length > 60 || /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.test(name))
    throw new Refused('bad_name', {}, { name: 'name_of_characters' })
  return name
}

function announce({ bus }: IdentityContext, { customerId }: Session): void {
  bus.publish('customer.changed', { customerId, calls: ['security'] })
}
