import { expect, it } from 'vitest'
import { tokenOf } from './mailed-code.ts'
import { type Details, whatIsMissing } from './signup-rules.ts'

const whole: Details = {
  name: 'Ada', email: 'ada@example.org', pwd: 'correct horse', cpwd: 'correct horse', country: 'Austria', code: '+43', phone: '6601234567', cur: 'EUR',
}

it('lets whole steps pass', () => {
  expect(whatIsMissing(1, whole)).toBeUndefined()
  expect(whatIsMissing(2, whole)).toBeUndefined()
})

it.each(['name', 'email', 'pwd', 'cpwd'] as const)('asks for %s in step 1', (field) => {
  expect(whatIsMissing(1, { ...whole, [field]: ' ' })).toBe('Fill all Form Fields')
})

it.each(['country', 'code', 'phone', 'cur'] as const)('asks for %s in step 2', (field) => {
  expect(whatIsMissing(2, { ...whole, [field]: '' })).toBe('Fill all Form Fields')
})

it('compares the passwords, and looks at the address', () => {
  expect(whatIsMissing(1, { ...whole, cpwd: 'another' })).toBe('Passwords do not match')
  expect(whatIsMissing(1, { ...whole, email: 'ada@' })).toMatch(/whole e-mail address/)
})

it('takes the token of a successful code request only', () => {
  expect(tokenOf('success-abc-DEF_1')).toBe('abc-DEF_1')
  expect(tokenOf('success-')).toBeUndefined()
  expect(tokenOf('failed-abc')).toBeUndefined()
  expect(tokenOf('success')).toBeUndefined()
})
