import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { principalFirst } from './principal.ts'

const minor = fc.bigInt({ min: 0n, max: 10n ** 15n })

describe('principal first, then interest', () => {
  it.each([
    ['all of it was paid in', 100n, 0n, 100n, 40n, 40n, 0n],
    ['principal first', 100n, 0n, 150n, 120n, 100n, 20n],
    ['what is left of the principal', 100n, 70n, 80n, 50n, 30n, 20n],
    ['nothing but earnings', 100n, 100n, 80n, 50n, 0n, 50n],
    ['trades have lost part of it', 100n, 0n, 30n, 30n, 30n, 0n],
    ['more was withdrawn than paid in', 100n, 130n, 80n, 50n, 0n, 50n],
  ])('%s', (_name, paidInMinor, principalOutMinor, balanceMinor, amountMinor, principalMinor, interestMinor) => {
    expect(principalFirst({ paidInMinor, principalOutMinor, balanceMinor, amountMinor })).toEqual({
      principalMinor,
      interestMinor,
    })
  })

  it('splits the whole amount, and gives the same total for two withdrawals as for one', () => {
    fc.assert(
      fc.property(minor, minor, minor, minor, (paidInMinor, principalOutMinor, first, second) => {
        const balanceMinor = first + second
        const whole = principalFirst({ paidInMinor, principalOutMinor, balanceMinor, amountMinor: balanceMinor })
        const one = principalFirst({ paidInMinor, principalOutMinor, balanceMinor, amountMinor: first })
        const two = principalFirst({
          paidInMinor,
          principalOutMinor: principalOutMinor + one.principalMinor,
          balanceMinor: second,
          amountMinor: second,
        })
        expect(one.principalMinor + one.interestMinor).toBe(first)
        expect(one.principalMinor + two.principalMinor).toBe(whole.principalMinor)
        expect(one.interestMinor === 0n || two.principalMinor === 0n).toBe(true)
      }),
    )
  })
})
