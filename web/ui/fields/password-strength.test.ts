import { expect, it } from 'vitest'
import { passwordStrength } from './password-strength.ts'

it('calls short ones too short, whatever they are made of', () => {
  expect(passwordStrength('aB3$xY9').score).toBe(0)
})

it.each(['aaaaaaaaaaaa', 'password12', '12345678', 'qwertyuiop', 'abcdefgh1'])('does not praise %s', (password) => {
  expect(passwordStrength(password).score).toBe(1)
})

it('praises length', () => {
  expect(passwordStrength('correct horse battery staple').score).toBe(4)
  expect(passwordStrength('tv9!kQ2#').score).toBeGreaterThanOrEqual(2)
})

it('holds the person’s own name against a password', () => {
  const password = 'lovelace-1815-sums'
  expect(passwordStrength(password, ['Lovelace']).score).toBeLessThan(passwordStrength(password).score)
})
