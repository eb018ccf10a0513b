import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/**
 * An in-memory authenticator that creates and uses passkeys according to WebAuthn: ES256, with user verification. For
 * tests.
 */
export type TestAuthenticator = {
  /** Responds to the options from `passkey.begin`. */
  make(options: MakeOptions, changes?: Changes): Record<string, unknown>
  /** Responds to the options from `login.options` or `factor.options`. */
  use(options: UseOptions, changes?: Changes): Record<string, unknown>
}
/** The part of the returned options that the authenticator uses. */
type MakeOptions = { rp: { id: string }; user: { id: string }; challenge: string }
type UseOptions = { rpId: string; challenge: string }
type Changes = { origin?: string; rpId?: string; userVerified?: boolean; counter?: number; challenge?: string }

export function createTestAuthenticator(homeOrigin = 'http://localhost:3000'): TestAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let userHandle = ''
  let counter = 0

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const base = () => ({
    id: credentialId.toString('base64url'),
    rawId: credentialId.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  })

  return {
    make(
      options,
      { origin = homeOrigin, rpId = options.rp.id, userVerified = true, challenge = options.challenge } = {},
    ) {
      userHandle = options.user.id
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 0xff])
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)])
      const authData = Buffer.concat([authenticatorData(rpId, userVerified, 0, true), attested])
      const attestationObject = cborMap([
        ['fmt', cborText('none')],
        ['attStmt', cborMap([])],
        ['authData', cborBytes(authData)],
      ])
      return {
        ...base(),
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    use(
      options,
      {
        origin = homeOrigin,
        rpId = options.rpId,
        userVerified = true,
        counter: given,
        challenge = options.challenge,
      } = {},
    ) {
      counter = given ?? counter + 1
      const authData = authenticatorData(rpId, userVerified, counter, false)
      const client = clientData('webauthn.get', challenge, origin)
      const signature = sign(
        'sha256',
        Buffer.concat([authData, createHash('sha256').update(client).digest()]),
        privateKey,
      )
      return {
        ...base(),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
      }
    },
  }
}

/**
 * Returns authenticator data (WebAuthn, 6.1): hash of the relying party's id, flags (present, verified, attested data),
 * counter.
 */
function authenticatorData(rpId: string, userVerified: boolean, counter: number, attested: boolean): Buffer {
  const flags = 1 | (userVerified ? 4 : 0) | (attested ? 64 : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(flags), count])
}

/** Encodes an ES256 public key (RFC 9053): 1 key type, 3 algorithm, -1 curve, -2 and -3 the point. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  return Buffer.concat([
    Buffer.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.of(0x22),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
}

/** Encodes the head of a CBOR item (RFC 8949). Covers only the lengths that are needed here. */
function cborHead(major: number, length: number): Buffer {
  return length < 24
    ? Buffer.of((major << 5) | length)
    : length < 256
      ? Buffer.of((major << 5) | 24, length)
      : Buffer.of((major << 5) | 25, length >> 8, length & 0xff)
}
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborMap = (entries: [string, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flatMap(([key, value]) => [cborText(key), value])])
