import { outcome, type Outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf } from '../../../api/call.ts'
import type { totpBegin, totpConfirm, totpRemove, recoveryRenew } from '../../../api/calls/identity/security.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import { newTotpSecret, totpPicture, totpStep, totpUri } from '../../platform/sign-in/totp.ts'
import type { IdentityContext } from '../context.ts'
import { refuseWhileHeld } from './freezing.ts'
import type { CustomerKey } from '../store.ts'
import { beginTotp, confirmTotp, deleteTotp, findTotp, readFactorState, replaceRecoveryCodes } from './factor-store.ts'
import { lockCredentials, requireProof, notifyOwner, notifyOwnerOf } from './proof.ts'

const setUpWithinMs = 15 * 60_000

/** Creates a secret for an authenticator app. It becomes active with `confirmAuthenticatorApp`. */
export async function beginAuthenticatorApp(
  identity: IdentityContext,
  input: InputOf<typeof totpBegin>,
  { session }: CustomerRequest,
) {
  const { clock, db, personal, random } = identity
  await refuseWhileHeld(db, session)
  if ((await findTotp(db, session))?.confirmedAt) throw new Refused('totp_already_set')
  const customer = await requireProof(identity, session, input)
  const secret = newTotpSecret(random)
  if (!(await beginTotp(db, session, personal.seal(secret, session.customerId, 'totp'), clock.now())))
    throw new Refused('totp_already_set')
  const uri = totpUri(
    secret,
    identity.config.operator.siteName,
    personal.open(customer.emailSealed, session.customerId, 'email'),
  )
  return {
    ...outcome('scan_code'),
    secret,
    uri,
    qr: await totpPicture(uri),
  }
}

/** Activates the app with its first code. Returns recovery codes if it is the account's first factor. */
export async function confirmAuthenticatorApp(
  identity: IdentityContext,
  { totp }: InputOf<typeof totpConfirm>,
  { session }: CustomerRequest,
): Promise<Outcome & { recovery: string[] }> {
  const { clock, db, factors, personal, throttle } = identity
  await refuseWhileHeld(db, session)
  const stored = await findTotp(db, session)
  if (!stored || stored.confirmedAt || clock.nowMs() - stored.begunAt.getTime() > setUpWithinMs)
    throw new Refused('totp_not_begun')
  const step = await throttle.attempt([['factorOfCustomer', session.customerId]], async () =>
    totpStep(personal.open(stored.secretSealed, session.customerId, 'totp'), totp.replace(/\s/g, ''), clock, null),
  )
  if (step === undefined) throw new Refused('second_factor_wrong', {}, { totp: 'code_incorrect' })
  const recovery = await db.transaction().execute(async (tx) => {
    await lockCredentials(tx, session)
    await refuseWhileHeld(tx, session)
    const before = await readFactorState(tx, session)
    if (!(await confirmTotp(tx, session, stored.secretSealed, step, clock.now()))) throw new Refused('totp_not_begun')
    await notifyOwnerOf(identity, tx, session, 'totpSet')
    return before.passkeys > 0 ? [] : factors.renewRecoveryCodes(tx, session)
  })
  announce(identity, session)
  return { ...outcome('app_needed'), recovery }
}

/** Removes the app. If it was the last factor, deletes the recovery codes too. */
export async function removeAuthenticatorApp(
  identity: IdentityContext,
  input: InputOf<typeof totpRemove>,
  { session }: CustomerRequest,
): Promise<Outcome> {
  const { db } = identity
  if (!(await findTotp(db, session))?.confirmedAt) throw new Refused('totp_not_set')
  const customer = await requireProof(identity, session, input)
  await db.transaction().execute(async (tx) => {
    await lockCredentials(tx, session)
    if (!(await deleteTotp(tx, session))) throw new Refused('totp_not_set')
    if ((await readFactorState(tx, session)).passkeys === 0) await replaceRecoveryCodes(tx, session, [])
    await notifyOwner(identity, tx, customer, 'totpRemoved')
  })
  announce(identity, session)
  return outcome('app_removed')
}

/** Replaces the recovery codes with ten new ones. */
export async function renewRecoveryCodes(
  identity: IdentityContext,
  input: InputOf<typeof recoveryRenew>,
  { session }: CustomerRequest,
): Promise<Outcome & { recovery: string[] }> {
  await refuseWhileHeld(identity.db, session)
  if (!(await identity.factors.isSet(session))) throw new Refused('no_second_factor')
  const customer = await requireProof(identity, session, input)
  const recovery = await identity.db.transaction().execute(async (tx) => {
    await lockCredentials(tx, session)
    await refuseWhileHeld(tx, session)
    await notifyOwner(identity, tx, customer, 'recoveryRenewed')
    return identity.factors.renewRecoveryCodes(tx, session)
  })
  announce(identity, session)
  return { ...outcome('recovery_codes_replaced'), recovery }
}

function announce({ bus }: IdentityContext, { customerId }: CustomerKey): void {
  bus.publish('customer.changed', { customerId, calls: ['security'] })
}
