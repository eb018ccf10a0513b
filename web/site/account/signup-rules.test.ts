import { describe, expect, it } from 'vitest'
import { regcode, register } from '../../../contract/identity.ts'
import { tokenOf } from './mailed-code.ts'
import { type Details, faultOf, fieldOfRefusal, whatIsMissing } from './signup-rules.ts'

const whole: Details = {
  name: 'Ada', email: 'ada@example.org', pwd: 'correct horse', cpwd: 'correct horse', country: 'Austria', code: '+43', phone: '6601234567', cur: 'EUR', adult: true, accept: true,
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

it('asks for the declared age and the terms last', () => {
  expect(whatIsMissing(1, { ...whole, adult: false })).toBe('Confirm that you are 18 or older.')
  expect(whatIsMissing(1, { ...whole, accept: false })).toBe('Accept the terms to open an account.')
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

  it('has its place, whichever of the two calls gives it', () => {
    const codes = [...new Set([...Object.keys(regcode.refusals), ...Object.keys(register.refusals)])].toSorted()
    expect(Object.keys(places).toSorted()).toEqual(codes)
    expect(Object.keys(fieldOfRefusal).toSorted()).toEqual(codes)
  })

  it.each(Object.entries(places))('%s leads to the step and the field it is about', (code, place) => {
    const fault = faultOf({ code, fields: {}, msg: 'No.' })
    expect(fault).toEqual(place && { step: place[0], field: place[1], msg: 'No.' })
  })

  it('says at the field what the server says of it', () => {
    expect(faultOf({ code: 'bad_name', fields: { name: 'Letters.' }, msg: 'No.' })).toEqual({ step: 1, field: 'name', msg: 'Letters.' })
    expect(faultOf({ code: 'bad_input', fields: { name: 'At most 120 characters.' }, msg: 'No.' })).toEqual({ step: 1, field: 'name', msg: 'At most 120 characters.' })
  })

  it('of the dial code leads to the country; one about nothing in the form leads nowhere', () => {
    expect(faultOf({ code: 'bad_input', fields: { code: 'At most 8 characters.' }, msg: 'No.' })).toEqual({ step: 2, field: 'country', msg: 'No.' })
    expect(faultOf({ code: 'bad_input', fields: { ref: 'At most 16 characters.' }, msg: 'No.' })).toBeUndefined()
    expect(faultOf({ code: 'busy', fields: {}, msg: 'No.' })).toBeUndefined()
  })
})
