import { verifyAuthenticationResponse, verifyRegistrationResponse, type AuthenticationResponseJSON, type RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Platform } from '../../platform/platform.ts'
import type { CustomerKey } from '../store.ts'
import type { ChallengePurpose, Challenges } from './challenges.ts'
import { findPasskey, usePasskey, type StoredPasskey } from './factor-store.ts'
import type { RelyingParty } from './relying-party.ts'

const base64url = z.string().max(20_000).regex(/^[A-Za-z0-9_-]*$/)

/** What a browser answers for a passkey that it used. Source: WebAuthn level 3, AuthenticationResponseJSON. */
const assertion = z.object({
  id: base64url.min(1).max(1400),
  rawId: base64url.min(1).max(1400),
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: base64url.min(1), authenticatorData: base64url.min(1), signature: base64url.min(1), userHandle: base64url.nullish() }),
})

/** What it answers for one that it made. Source: RegistrationResponseJSON. */
const attestation = z.object({
  id: base64url.min(1).max(1400),
  rawId: base64url.min(1).max(1400),
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: base64url.min(1), attestationObject: base64url.min(1), transports: z.array(z.string().max(20)).max(10).optional() }),
})

/** EdDSA, ES256, RS256 (COSE numbers): every authenticator has one of them. */
export const passkeyAlgorithms = [-8, -7, -257]

const clientData = z.object({ origin: z.string().max(300), challenge: z.string().max(200) })

export type PasskeyContext = Pick<Platform, 'clock' | 'db'> & { challenges: Challenges; relyingParty: RelyingParty }

/** The customer that a passkey names itself by: the user handle is the customer's id, so no list of passkeys is searched. */
export function userHandleOf(response: unknown): string | undefined {
  const handle = Buffer.from(assertion.safeParse(response).data?.response.userHandle ?? '', 'base64url')
  if (handle.length !== 16) return undefined
  return handle.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

export function userHandleFor(customerId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(customerId.replaceAll('-', ''), 'hex'))
}

/**
 * The passkey of this customer that made `response`, its use noted and its challenge used up; undefined where anything about
 * it is wrong. The person was verified by the authenticator, so a passkey is two factors in one.
 */
export async function provePasskey(context: PasskeyContext, key: CustomerKey, purpose: ChallengePurpose, response: unknown): Promise<StoredPasskey | undefined> {
  const { challenges, clock, db } = context
  const parsed = assertion.safeParse(response)
  const said = parsed.success ? saidBy(context, parsed.data.response.clientDataJSON) : undefined
  if (!parsed.success || !said) return undefined
  const passkey = await findPasskey(db, key, Buffer.from(parsed.data.id, 'base64url'))
  if (!passkey) return undefined
  const verified = await verifyAuthenticationResponse({
    response: { ...parsed.data, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => challenges.isLive(challenge, purpose, purpose === 'sign in' ? '' : key.customerId),
    expectedOrigin: said.origin,
    expectedRPID: said.id,
    credential: { id: parsed.data.id, publicKey: new Uint8Array(passkey.publicKey), counter: Number(passkey.signCount), transports: passkey.transports as never },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!verified?.verified) return undefined
  if (!(await challenges.use(said.challenge))) return undefined
  return (await usePasskey(db, passkey, verified.authenticationInfo.newCounter, clock.now())) ? passkey : undefined
}

export type MadePasskey = { credentialId: Buffer; publicKey: Buffer; signCount: bigint; transports: string[]; backedUp: boolean }

/** A passkey that was made for this customer; undefined where anything about it is wrong. No attestation is asked for. */
export async function proveMadePasskey(context: PasskeyContext, customerId: string, response: unknown): Promise<MadePasskey | undefined> {
  const parsed = attestation.safeParse(response)
  const said = parsed.success ? saidBy(context, parsed.data.response.clientDataJSON) : undefined
  if (!parsed.success || !said) return undefined
  const verified = await verifyRegistrationResponse({
    response: { ...parsed.data, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: (challenge) => context.challenges.isLive(challenge, 'make', customerId),
    expectedOrigin: said.origin,
    expectedRPID: said.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: passkeyAlgorithms,
  }).catch(() => undefined)
  if (!verified?.verified || !(await context.challenges.use(said.challenge))) return undefined
  const { credential, credentialBackedUp } = verified.registrationInfo
  return {
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: BigInt(credential.counter),
    transports: parsed.data.response.transports ?? [],
    backedUp: credentialBackedUp,
  }
}

/** Where the browser says that it was, and the challenge it answers; both are covered by the signature. Undefined for another site. */
function saidBy({ relyingParty }: PasskeyContext, clientDataJSON: string): { origin: string; id: string; challenge: string } | undefined {
  try {
    const said = clientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')))
    if (!said.success || !relyingParty.isOurs(said.data.origin)) return undefined
    return { ...said.data, id: relyingParty.idFor(said.data.origin) }
  } catch {
    return undefined
  }
}
