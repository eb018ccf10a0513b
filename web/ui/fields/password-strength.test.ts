import { expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

it('rates short passwords as too short, whatever characters they contain', () => {
  expect(passwordStrength('aB3$xY9').score).toBe(0)
})

it.each(['aaaaaaaaaaaa', 'password12', '12345678', 'qwertyuiop', 'abcdefgh1'])('rates %s as weak', (password) => {
  expect(passwordStrength(password).score).toBe(1)
})

it('rates long passwords as strong', () => {
  expect(passwordStrength('correct horse battery staple').score).toBe(4)
  expect(passwordStrength('tv9!kQ2#').score).toBeGreaterThanOrEqual(2)
})

it('rates a password lower if it contains the person’s name', () => {
  const password = 'lovelace-1815-sums'
  expect(passwordStrength(password, ['Lovelace']).score).toBeLessThan(passwordStrength(password).score)
})
