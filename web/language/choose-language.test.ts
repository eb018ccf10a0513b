import { expect, it } from 'vitest'
import { cookieOfChoice } from './choose-language.ts'

it('keeps the choice in a cookie for this host only, sent only over https and only with requests from this site', () => {
  expect(cookieOfChoice('de', 'https:')).toBe('__Host-language=de; Path=/; Max-Age=31536000; SameSite=Lax; Secure')
})

it('leaves out what browsers refuse over plain HTTP', () => {
  expect(cookieOfChoice('de', 'http:')).toBe('language=de; Path=/; Max-Age=31536000; SameSite=Lax')
})
