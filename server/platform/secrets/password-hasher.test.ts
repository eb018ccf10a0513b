import { describe, expect, it } from 'vitest'
import { systemRandom } from '../random.ts'
import { createPasswordHasher } from './password-hasher.ts'

describe('hashes', () => {
  it('are argon2id with the parameters that OWASP recommends', async () => {
    const hasher = createPasswordHasher(systemRandom)
    const passwordHash = await hasher.hash('heron')
    expect(passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hasher.verify(passwordHash, 'heron')).toBe(true)
    expect(await hasher.verify(passwordHash, 'Heron')).toBe(false)
    expect(await hasher.verify(undefined, 'heron')).toBe(false)
  })

  it('are computed a few at a time, in order, and refused beyond the limit', async () => {
    const hasher = createPasswordHasher(systemRandom, undefined, 1, 2)
    const order: number[] = []
    const requested = [0, 1, 2, 3].map((turn) => hasher.hash('heron').then(() => order.push(turn)))
    expect(hasher.waiting()).toBe(2)
    const [, , , last] = await Promise.allSettled(requested)
    expect(last).toMatchObject({ status: 'rejected', reason: { code: 'busy' } })
    expect(order).toEqual([0, 1, 2])
    expect(await hasher.hash('heron')).toContain('$argon2id$')
  })
})
