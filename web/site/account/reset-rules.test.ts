import { expect, it } from 'vitest'
import { reset, resetcode } from '../../../contract/calls/identity.ts'
import { fieldOfResetRefusal, errorsOfMissingResetFields } from './reset-rules.ts'

const whole = { email: 'ada@example.org', vcode: '12345', pwd: 'the hill behind', cpwd: 'the hill behind' }

it('lets a whole form pass', () => expect(errorsOfMissingResetFields(whole)).toBeUndefined())

it('says at each empty field what belongs there', () => {
  expect(errorsOfMissingResetFields({ email: ' ', vcode: '123', pwd: '', cpwd: '' })).toEqual({
    msg: 'Fill all Form Fields',
    faults: {
      email: 'Enter your email address.',
      vcode: 'Enter the five-digit code from the mail.',
      pwd: 'Enter a password.',
      cpwd: 'Enter the password again.',
    },
  })
})

it('says that the password is empty only where everything else is filled', () => {
  expect(errorsOfMissingResetFields({ ...whole, pwd: '', cpwd: '' })).toEqual({
    msg: 'Password Cannot be empty',
    faults: { pwd: 'Password Cannot be empty' },
  })
  expect(errorsOfMissingResetFields({ ...whole, email: '', pwd: '', cpwd: '' })?.msg).toBe('Fill all Form Fields')
})

it('compares the passwords', () => {
  expect(errorsOfMissingResetFields({ ...whole, cpwd: 'another' })).toEqual({
    msg: 'Passwords do not match',
    faults: { cpwd: 'Passwords do not match' },
  })
})

it('has a field, or none, for each refusal of the two calls', () => {
  const codes = new Set([...Object.keys(resetcode.refusals), ...Object.keys(reset.refusals)])
  expect(Object.keys(fieldOfResetRefusal).toSorted()).toEqual([...codes].toSorted())
})
