import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodPassword } from '../test-world.ts'
import { createCustomersDesk, type CustomersDesk } from './test-world.ts'

let desk: CustomersDesk
beforeAll(async () => {
  desk = await createCustomersDesk()
})
afterAll(() => desk.stop())

const correct = (input: Record<string, string>, who = desk.compliance) =>
  desk.call('customers.correct', { reason: 'a letter of the customer', ...input }, { secrete: who.secrete })
const mailsTo = (email: string) => desk.world.platform.mail.mailbox().filter(({ to }) => to === email).map(({ subject }) => subject)

describe("'customers.correct'", () => {
  it('corrects a name and a phone number, keeps old and new masked, and mails the customer', async () => {
    const { id, secrete } = await desk.customer('ada@example.org')
    expect((await correct({ id, field: 'name', value: 'Augusta King' })).status).toBe(200)
    expect((await correct({ id, field: 'phone', value: '020 7946 0958' })).status).toBe(200)
    expect((await desk.call('user', {}, { secrete })).body).toMatchObject({ name: 'Augusta King', phone: '+442079460958', email: 'ada@example.org' })
    expect(mailsTo('ada@example.org').slice(0, 2)).toEqual(['Your phone number was corrected at Tallystick', 'Your name was corrected at Tallystick'])
    expect(await desk.audited('customers.correct')).toMatchObject([
      { customer: id, reason: 'a letter of the customer', details: { field: 'phone' } },
      { customer: id, details: { field: 'name', old: 'A••• L•••', now: 'A••• K•••' } },
    ])
  })

  it('moves an account to another address: every session ends, both addresses are mailed, the password stays', async () => {
    const { id, secrete } = await desk.customer('old@example.org')
    expect((await correct({ id, field: 'email', value: 'new@example.org' })).status).toBe(200)
    expect((await desk.call('user', {}, { secrete })).body.code).toBe('not_signed_in')
    for (const email of ['old@example.org', 'new@example.org']) expect(mailsTo(email)[0]).toBe('Your email was corrected at Tallystick')
    expect((await desk.call('login', { email: 'old@example.org', pwd: goodPassword })).body.code).toBe('wrong_credentials')
    expect((await desk.call('login', { email: 'new@example.org', pwd: goodPassword })).status).toBe(200)
  })

  it.each([
    ['not_found', { id: '01890000-0000-7000-8000-000000000001', field: 'name', value: 'Ada' }],
    ['address_taken', { field: 'email', value: 'taken@example.org' }],
    ['unchanged', { field: 'name', value: 'Ada  Lovelace' }],
    ['bad_name', { field: 'name', value: '<b>' }],
    ['bad_email', { field: 'email', value: 'a@example.org/x' }],
    ['bad_phone', { field: 'phone', value: '12' }],
    ['bad_input', { field: 'country', value: 'France' }],
  ])('refuses %s', async (code, input) => {
    const { id } = await desk.customer(`${code}@example.org`.replaceAll('_', '-'))
    if (code === 'address_taken') await desk.customer('taken@example.org')
    expect((await correct({ id, ...input })).body.code).toBe(code)
  })

  it('is unknown to those who may only read', async () => {
    const { id } = await desk.customer('reader@example.org')
    for (const who of [desk.finance, desk.auditor]) expect((await correct({ id, field: 'name', value: 'Ada' }, who)).body.code).toBe('unknown_call')
  })
})
