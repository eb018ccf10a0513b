import { expect, it } from 'vitest'
import { login } from '../../../contract/calls/identity.ts'
import { emptySignInFields, fieldOfSignInRefusal } from './signin-rules.ts'

it('says at each empty field what belongs there', () => {
  expect(emptySignInFields({ email: ' ', pwd: '', totp: '' })).toEqual({
    email: 'Enter your email address.',
    pwd: 'Enter your password.',
    totp: 'Enter the code.',
  })
})

it('asks for no code where no second factor is asked for', () => {
  expect(emptySignInFields({ email: 'ada@example.org', pwd: 'a', totp: undefined })).toEqual({})
})

it('has a field, or none, for each refusal of the call', () => {
  expect(Object.keys(fieldOfSignInRefusal).toSorted()).toEqual(Object.keys(login.refusals).toSorted())
})
