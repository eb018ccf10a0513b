import { Secret, TOTP } from 'otpauth'
import type { Clock } from '../time/clock.ts'

/** Returns the code for a point in time, as an authenticator app shows it. */
export function totpCode(secret: string, nowMs: number): string {
  const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: Secret.fromBase32(secret) })
  return totp.generate({ timestamp: nowMs })
}

/** Returns the code that a phone shows now. A phone's clock doesn't follow `advance`. */
export function totpCodeNow(secret: string, clock: Pick<Clock, 'nowMs' | 'offsetMs'>): string {
  return totpCode(secret, clock.nowMs() - clock.offsetMs())
}
