import { expect, it } from 'vitest'
import { cookieOfChoice } from './choose-language.ts'

it('keeps the choice in a cookie for this host, sent only over https and cross-site only on navigation', () => {
  expect(cookieOfChoice('de', 'https:')).toBe('__Host-language=de; Path=/; Max-Age=31536000; SameSite=Lax; Secure')
})

it('omits the prefix and the attribute that browsers refuse over plain HTTP', () => {
  expect(cookieOfChoice('de', 'http:')).toBe('language=de; Path=/; Max-Age=31536000; SameSite=Lax')
})
