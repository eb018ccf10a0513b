import { Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../random.ts'
import { createStillClock } from '../time/clock.ts'
import { totpCode } from './test-totp.ts'
import { newTotpSecret, totpPicture, totpStep, totpUri } from './totp.ts'

const nowMs = Date.UTC(2026, 0, 5, 12)
const step = nowMs / 30_000
const clock = createStillClock(nowMs)

describe('codes', () => {
  it('match RFC 6238, appendix B', () => {
    const secret = Secret.fromUTF8('12345678901234567890').base32
    // The RFC lists eight digits; the last six apply here.
    const vectors: [seconds: number, code: string][] = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_234_567_890, '005924'],
      [20_000_000_000, '353130'],
    ]
    for (const [seconds, code] of vectors) expect(totpCode(secret, seconds * 1000)).toBe(code)
  })

  it('are accepted one step early or late, but no more', () => {
    const secret = newTotpSecret(systemRandom)
    const taken = [-2, -1, 0, 1, 2].map((off) => totpStep(secret, totpCode(secret, nowMs + off * 30_000), clock, null))
    expect(taken).toEqual([undefined, step - 1, step, step + 1, undefined])
  })

  it('are accepted once, and never for an earlier step than the last one used', () => {
    const secret = newTotpSecret(systemRandom)
    expect(totpStep(secret, totpCode(secret, nowMs), clock, step)).toBeUndefined()
    expect(totpStep(secret, totpCode(secret, nowMs - 30_000), clock, step)).toBeUndefined()
    expect(totpStep(secret, totpCode(secret, nowMs + 30_000), clock, step)).toBe(step + 1)
  })

  it('follow the machine’s clock, and can be used again after the product’s clock advances', async () => {
    const secret = newTotpSecret(systemRandom)
    const ahead = createStillClock(nowMs)
    await ahead.advance(86_400_000)
    const later = step + 2_880
    expect(totpStep(secret, totpCode(secret, nowMs), ahead, step)).toBe(later)
    expect(totpStep(secret, totpCode(secret, nowMs), ahead, later)).toBeUndefined()
    expect(totpStep(secret, totpCode(secret, nowMs + 86_400_000), ahead, null)).toBeUndefined()
  })

  it('consist of exactly six digits', () => {
    const secret = newTotpSecret(systemRandom)
    for (const code of ['', '12345', '1234567', 'abcdef', '٣٣٣٣٣٣', ` ${totpCode(secret, nowMs).slice(1)}`])
      expect(totpStep(secret, code, clock, null)).toBeUndefined()
  })
})

it('the URL for an authenticator app contains the secret, the product and the account', async () => {
  const secret = newTotpSecret(systemRandom)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  const uri = totpUri(secret, 'Tallystick', 'ada@example.org')
  expect(uri).toContain(`secret=${secret}`)
  expect(uri).toMatch(/^otpauth:\/\/totp\/Tallystick:ada%40example\.org\?issuer=Tallystick&/)
  expect(await totpPicture(uri)).toMatch(/^data:image\/svg\+xml;base64,/)
})
