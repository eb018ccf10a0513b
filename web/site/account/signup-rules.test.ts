import { describe, expect, it } from 'vitest'
import { regcode, register } from '../../../api/calls/identity/identity.ts'
import { tokenOf } from '../../data/mailed-code.ts'
import { type Details, faultOf, fieldOfRefusal, errorsOfMissingFields } from './signup-rules.ts'

const whole: Details = {
  name: 'Ada',
  email: 'ada@example.org',
  pwd: 'correct horse',
  cpwd: 'correct horse',
  country: 'Austria',
  code: '+43',
  phone: '6601234567',
  cur: 'EUR',
  adult: true,
  accept: true,
}

it('accepts complete steps', () => {
  expect(errorsOfMissingFields(1, whole)).toBeUndefined()
  expect(errorsOfMissingFields(2, whole)).toBeUndefined()
})

it.each([
  ['name', 'Enter your name.'],
  ['email', 'Enter your email address.'],
  ['pwd', 'Enter a password.'],
  ['cpwd', 'Enter the password again.'],
] as const)('asks for %s in step 1, next to its field', (field, words) => {
  expect(errorsOfMissingFields(1, { ...whole, [field]: ' ' })).toEqual({
    notice: 'Fill all Form Fields',
    faults: { [field]: words },
  })
})

it.each([
  ['country', 'country', 'Choose your country.'],
  ['code', 'country', 'Choose your country.'],
  ['phone', 'phone', 'Enter your phone number.'],
  ['cur', 'cur', 'Choose a currency.'],
] as const)('asks for %s in step 2, next to %s', (field, place, words) => {
  expect(errorsOfMissingFields(2, { ...whole, [field]: '' })).toEqual({
    notice: 'Fill all Form Fields',
    faults: { [place]: words },
  })
})

it('shows at every empty field what to enter', () => {
  const nothing = { ...whole, name: '', email: '', pwd: '', cpwd: '', adult: false, accept: false }
  expect(Object.keys(errorsOfMissingFields(1, nothing)!.faults)).toEqual([
    'name',
    'email',
    'pwd',
    'cpwd',
    'adult',
    'accept',
  ])
})

it('asks the user to confirm their age and accept the terms last', () => {
  const adult = 'Confirm that you are 18 or older.'
  const accept = 'Accept the terms to open an account.'
  expect(errorsOfMissingFields(1, { ...whole, adult: false })).toEqual({ faults: { adult } })
  expect(errorsOfMissingFields(1, { ...whole, accept: false })).toEqual({ faults: { accept } })
  expect(errorsOfMissingFields(1, { ...whole, adult: false, accept: false })).toEqual({ faults: { adult, accept } })
})

it('requires both passwords to be the same, and checks the email address', () => {
  expect(errorsOfMissingFields(1, { ...whole, cpwd: 'another' })).toEqual({
    faults: { cpwd: 'Passwords do not match' },
  })
  expect(errorsOfMissingFields(1, { ...whole, email: 'ada@' })?.faults.email).toMatch(/complete email address/)
})

it('reads a token only from a successful code request', () => {
  expect(tokenOf('success-abc-DEF_1')).toBe('abc-DEF_1')
  expect(tokenOf('success-')).toBeUndefined()
  expect(tokenOf('failed-abc')).toBeUndefined()
  expect(tokenOf('success')).toBeUndefined()
})

describe('a refusal', () => {
  const places = {
    fields_missing: undefined,
    bad_name: [1, 'name'],
    bad_email: [1, 'email'],
    passwords_differ: [1, 'cpwd'],
    weak_password: [1, 'pwd'],
    bad_country: [2, 'country'],
    bad_phone: [2, 'phone'],
    bad_currency: [2, 'cur'],
    not_adult: [1, 'adult'],
    terms_not_accepted: [1, 'accept'],
    code_expired: [3, 'vcode'],
    code_wrong: [3, 'vcode'],
    locked_out: undefined,
  }

  it('is assigned to a field or to none, whichever of the two calls returns it', () => {
    const codes = [...new Set([...Object.keys(regcode.refusals), ...Object.keys(register.refusals)])].toSorted()
    expect(Object.keys(places).toSorted()).toEqual(codes)
    expect(Object.keys(fieldOfRefusal).toSorted()).toEqual(codes)
  })

  it.each(Object.entries(places))('with the code %s leads to the step and field that it concerns', (code, place) => {
    const fault = faultOf({ code, fields: {}, msg: 'No.' })
    expect(fault).toEqual(place && { step: place[0], field: place[1], msg: 'No.' })
  })

  it('appears at the field with the server’s message for that field', () => {
    expect(faultOf({ code: 'bad_name', fields: { name: 'Letters.' }, msg: 'No.' })).toEqual({
      step: 1,
      field: 'name',
      msg: 'Letters.',
    })
    expect(faultOf({ code: 'bad_input', fields: { name: 'At most 120 characters.' }, msg: 'No.' })).toEqual({
      step: 1,
      field: 'name',
      msg: 'At most 120 characters.',
    })
  })

  it('that concerns the dial code leads to the country, and one that concerns no field leads nowhere', () => {
    expect(faultOf({ code: 'bad_input', fields: { code: 'At most 8 characters.' }, msg: 'No.' })).toEqual({
      step: 2,
      field: 'country',
      msg: 'No.',
    })
    expect(faultOf({ code: 'bad_input', fields: { ref: 'At most 16 characters.' }, msg: 'No.' })).toBeUndefined()
    expect(faultOf({ code: 'busy', fields: {}, msg: 'No.' })).toBeUndefined()
  })
})
