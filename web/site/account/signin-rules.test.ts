import { expect, it } from 'vitest'
import { login } from '../../../api/calls/identity/identity.ts'
import { emptySignInFields, fieldOfSignInRefusal } from './signin-rules.ts'

it('shows at each empty field what to enter', () => {
  expect(emptySignInFields({ email: ' ', pwd: '', totp: '' })).toEqual({
    email: 'Enter your email address.',
    pwd: 'Enter your password.',
    totp: 'Enter the code.',
  })
})

it('requires no code if no second factor is required', () => {
  expect(emptySignInFields({ email: 'ada@example.org', pwd: 'a', totp: undefined })).toEqual({})
})

it('maps each refusal of the call to a field or to none', () => {
  expect(Object.keys(fieldOfSignInRefusal).toSorted()).toEqual(Object.keys(login.refusals).toSorted())
})
