import { Secret, TOTP } from 'otpauth'

/** Returns the code for a point in time, as an authenticator app shows it. */
export function totpCode(secret: string, nowMs: number): string {
  const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: nowMs })
}
