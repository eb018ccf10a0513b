import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import type { ChallengePurpose, Challenges } from './passkey-challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/** Loads the library on first use: it is large, and the server can accept orders without it. */
export const webauthn = () => import('@simplewebauthn/server')

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[A-Za-z0-9_-]*$/)

/** A browser's response after it has used a passkey. Source: WebAuthn level 3, AuthenticationResponseJSON. */
const assertion = z.object({
  id: base64url.min(1).max(1400),
  rawId: base64url.min(1).max(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url.min(1),
    authenticatorData: base64url.min(1),
    signature: base64url.min(1),
    userHandle: base64url.nullish(),
  }),
})

/** A browser's response after it has created a passkey. Source: RegistrationResponseJSON. */
const attestation = z.object({
  id: base64url.min(1).max(1400),
  rawId: base64url.min(1).max(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url.min(1),
    attestationObject: base64url.min(1),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

/** The COSE numbers of EdDSA, ES256 and RS256. Every authenticator supports at least one of them. */
export const passkeyAlgorithms = [-8, -7, -257]

const clientData = z.object({ origin: z.string().max(300), challenge: z.string().max(200) })

/** The fields of a stored passkey that verification needs. */
export type ProvenBy = { publicKey: Buffer; signCount: bigint; transports: string[] }

/** What is needed to verify passkeys for one kind of account. */
export type PasskeyContext<Passkey extends ProvenBy = ProvenBy> = {
  challenges: Challenges
  relyingParty: RelyingParty
  /** Finds one of an account's passkeys. */
  find(account: string, credentialId: Buffer): Promise<Passkey | undefined>
  /**
   * Records a use. Returns false if the passkey was deleted or its counter didn't increase, which suggests a cloned
   * passkey (WebAuthn, 6.1.1).
   */
  recordUse(passkey: Passkey, signCount: number): Promise<boolean>
}

/**
 * Returns the account in a passkey's user handle. The handle is the account's id, so no list of passkeys is searched.
 */
export function userHandleOf(response: unknown): string | undefined {
  const handle = Buffer.from(assertion.safeParse(response).data?.response.userHandle ?? '', 'base64url')
  if (handle.length !== 16) return undefined
  return handle.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Returns an account's user handle. */
export function userHandleFor(account: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(account.replaceAll('-', ''), 'hex'))
}

/**
 * Returns the passkey of this account that signed `response`, after recording its use and using up its challenge, or
 * undefined if anything is wrong. The authenticator verified the person, so a passkey counts as two factors.
 */
export async function provePasskey<Passkey extends ProvenBy>(
  context: PasskeyContext<Passkey>,
  account: string,
  purpose: ChallengePurpose,
  response: unknown,
): Promise<Passkey | undefined> {
  const { challenges } = context
  const parsed = assertion.safeParse(response)
  const said = parsed.success ? clientDataOf(context, parsed.data.response.clientDataJSON) : undefined
  if (!parsed.success || !said) return undefined
  const passkey = await context.find(account, Buffer.from(parsed.data.id, 'base64url'))
  if (!passkey) return undefined
  const verified = await (
    await webauthn()
  )
    .verifyAuthenticationResponse({
      response: { ...parsed.data, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => challenges.isLive(challenge, purpose, purpose === 'sign_in' ? '' : account),
      expectedOrigin: said.origin,
      expectedRPID: said.id,
      credential: {
        id: parsed.data.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.signCount),
        transports: passkey.transports as never,
      },
      requireUserVerification: true,
    })
    .catch(() => undefined)
  if (!verified?.verified) return undefined
  if (!(await challenges.use(said.challenge))) return undefined
  return (await context.recordUse(passkey, verified.authenticationInfo.newCounter)) ? passkey : undefined
}

export type MadePasskey = {
  credentialId: Buffer
  publicKey: Buffer
  signCount: bigint
  transports: string[]
  backedUp: boolean
}

/** Returns a passkey that was created for this account, or undefined if anything is wrong. Requires no attestation. */
export async function proveMadePasskey(
  context: Pick<PasskeyContext, 'challenges' | 'relyingParty'>,
  account: string,
  response: unknown,
): Promise<MadePasskey | undefined> {
  const parsed = attestation.safeParse(response)
  const said = parsed.success ? clientDataOf(context, parsed.data.response.clientDataJSON) : undefined
  if (!parsed.success || !said) return undefined
  const verified = await (
    await webauthn()
  )
    .verifyRegistrationResponse({
      response: { ...parsed.data, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: (challenge) => context.challenges.isLive(challenge, 'make', account),
      expectedOrigin: said.origin,
      expectedRPID: said.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    })
    .catch(() => undefined)
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

/**
 * Returns the browser's origin and challenge, both covered by the signature; undefined if the origin is another site.
 */
function clientDataOf(
  { relyingParty }: Pick<PasskeyContext, 'relyingParty'>,
  clientDataJSON: string,
): { origin: string; id: string; challenge: string } | undefined {
  try {
    const said = clientData.safeParse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8')))
    if (!said.success || !relyingParty.isOurs(said.data.origin)) return undefined
    return { ...said.data, id: relyingParty.idFor(said.data.origin) }
  } catch {
    return undefined
  }
}
