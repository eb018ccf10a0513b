import { expect, it } from 'vitest'
import { reset, resetcode } from '../../../api/calls/identity/identity.ts'
import { fieldOfResetRefusal, errorsOfMissingResetFields, errorOfEmail } from './reset-rules.ts'

const whole = { email: 'ada@example.org', vcode: '12345', pwd: 'the hill behind', cpwd: 'the hill behind' }

it('accepts a complete form', () => expect(errorsOfMissingResetFields(whole)).toBeUndefined())

it('shows at each empty field what to enter', () => {
  expect(errorOfEmail({ email: ' ' })).toEqual({ faults: { email: 'Enter your email address.' } })
  expect(errorOfEmail({ email: 'ada@' })?.faults.email).toMatch(/complete email address/)
  expect(errorOfEmail(whole)).toBeUndefined()
  expect(errorsOfMissingResetFields({ ...whole, vcode: '123', pwd: '', cpwd: '' })).toEqual({
    notice: 'Fill all Form Fields',
    faults: {
      vcode: 'Enter the five-digit code from the email.',
      pwd: 'Enter a password.',
      cpwd: 'Enter the password again.',
    },
  })
})

it('reports an empty password only if everything else is filled in', () => {
  expect(errorsOfMissingResetFields({ ...whole, pwd: '', cpwd: '' })).toEqual({
    faults: { pwd: 'Password Cannot be empty' },
  })
  expect(errorsOfMissingResetFields({ ...whole, vcode: '', pwd: '', cpwd: '' })?.notice).toBe('Fill all Form Fields')
})

it('requires both passwords to be the same', () => {
  expect(errorsOfMissingResetFields({ ...whole, cpwd: 'another' })).toEqual({
    faults: { cpwd: 'Passwords do not match' },
  })
})

it('maps each refusal of the two calls to a field or to none', () => {
  const codes = new Set([...Object.keys(resetcode.refusals), ...Object.keys(reset.refusals)])
  expect(Object.keys(fieldOfResetRefusal).toSorted()).toEqual([...codes].toSorted())
})
