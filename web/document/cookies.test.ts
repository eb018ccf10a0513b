import { describe, expect, it } from 'vitest'
import { cookieOf, cookieText } from './cookies.ts'

describe('cookieText', () => {
  it('limits a cookie to this host over https, and omits what browsers refuse over plain HTTP', () => {
    expect(cookieText('a', '1', { protocol: 'https:', sameSite: 'Strict' })).toBe(
      '__Host-a=1; Path=/; SameSite=Strict; Secure',
    )
    expect(cookieText('a', '1', { protocol: 'http:', sameSite: 'Strict' })).toBe('a=1; Path=/; SameSite=Strict')
  })

  it('deletes a cookie by its age', () => {
    expect(cookieText('a', '', { protocol: 'http:', sameSite: 'Lax', maxAgeSeconds: 0 })).toBe(
      'a=; Path=/; Max-Age=0; SameSite=Lax',
    )
  })
})

describe('cookieOf', () => {
  it('prefers the name that no other host can set', () => {
    expect(cookieOf('a', 'a=set-by-a-neighbour; __Host-a=own')).toBe('own')
    expect(cookieOf('a', 'b=2; a=1')).toBe('1')
  })

  it('returns undefined for a missing cookie and for one whose name only ends alike', () => {
    expect(cookieOf('a', '')).toBeUndefined()
    expect(cookieOf('a', 'xa=1')).toBeUndefined()
  })
})
