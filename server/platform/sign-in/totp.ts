import { Secret, TOTP } from 'otpauth'
import QRCode from 'qrcode'
import type { Random } from '../random.ts'
import type { Clock } from '../time/clock.ts'

/**
 * Time-based one-time codes, RFC 6238, as every authenticator app supports them: SHA-1, six digits, steps of 30
 * seconds.
 */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }
const stepMs = settings.period * 1000
/** 160 bits: RFC 4226, R6. */
const secretBytes = 20
/** A code is accepted one step early or late: RFC 6238, 5.2. */
const stepsOff = 1

/** Returns a new secret as 32 characters in base32. */
export function newTotpSecret(random: Random): string {
  return new Secret({ buffer: new Uint8Array(random.bytes(secretBytes)).buffer }).base32
}

/** Returns the URL for an authenticator app's QR code. `issuer` is the product; `account` identifies the account. */
export function totpUri(secret: string, issuer: string, account: string): string {
  return new TOTP({ ...settings, issuer, label: account, secret: Secret.fromBase32(secret) }).toString()
}

/**
 * Returns the URL as a QR code: a data URL of an SVG, dark on white in both themes because cameras need the contrast.
 */
export async function totpPicture(uri: string): Promise<string> {
  const svg = await QRCode.toString(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/**
 * Returns the time step of a code. Codes follow the machine's clock, because phones don't follow `advance`; steps
 * follow the product's, so that they only grow. Returns undefined if the code is wrong, or if its step isn't after
 * `lastStep`, the newest step used (RFC 6238, 5.2: a code is accepted once). Store the result as the next `lastStep` in
 * the same transaction with a conditional update: of two requests with one code, one must fail.
 */
export function totpStep(
  secret: string,
  code: string,
  clock: Pick<Clock, 'nowMs' | 'offsetMs'>,
  lastStep: number | null,
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = new TOTP({ ...settings, secret: Secret.fromBase32(secret) })
  const offsetMs = clock.offsetMs()
  const machineMs = clock.nowMs() - offsetMs
  const delta = totp.validate({ token: code, timestamp: machineMs, window: stepsOff })
  if (delta === null) return undefined
  const step = Math.floor(machineMs / stepMs) + Math.floor(offsetMs / stepMs) + delta
  return lastStep !== null && step <= lastStep ? undefined : step
}
