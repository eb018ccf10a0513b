import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { momentInMail } from '../../platform/mail/mail-texts.ts'
import { goodPassword } from '../test-world.ts'
import { createCustomersDesk, type CustomersDesk } from './test-world.ts'

let desk: CustomersDesk
beforeAll(async () => {
  desk = await createCustomersDesk()
})
afterAll(() => desk.stop())

const correct = (input: Record<string, string>, who = desk.compliance) =>
  desk.call('customers.correct', { reason: 'a letter from the customer', ...input }, { secrete: who.secrete })
const approve = (id: string) => desk.call('operators.approve', { id }, { secrete: desk.finance.secrete })
const show = (id: string) => desk.call('customers.show', { id }, { secrete: desk.compliance.secrete })
type Waiting = { id: string; customer: string; words: string }
const waiting = async (id: string): Promise<Waiting[]> =>
  (await desk.call('operators.approvals', {}, { secrete: desk.finance.secrete })).body.filter(
    (one: Waiting) => one.customer === id,
  )
const proposed = async (id: string) => (await waiting(id))[0]!
const mailsTo = (email: string) =>
  desk.world.platform.mail
    .mailbox()
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject)

describe("'customers.correct'", () => {
  it('corrects a name and a phone number, stores masked old and new values, and emails the customer', async () => {
    const { id, secrete } = await desk.customer('ada@example.org')
    expect((await correct({ id, field: 'name', value: 'Augusta King' })).status).toBe(200)
    expect((await correct({ id, field: 'phone', value: '020 7946 0958' })).status).toBe(200)
    expect((await desk.call('user', {}, { secrete })).body).toMatchObject({
      name: 'Augusta King',
      phone: '+442079460958',
      email: 'ada@example.org',
    })
    expect(mailsTo('ada@example.org').slice(0, 2)).toEqual([
      'We corrected the phone number of your Tallystick account',
      'We corrected the name on your Tallystick account',
    ])
    expect(await desk.audited('customers.correct')).toMatchObject([
      { customer: id, reason: 'a letter from the customer', details: { field: 'phone' } },
      { customer: id, details: { field: 'name', old: 'A••• L•••', now: 'A••• K•••' } },
    ])
  })

  it('changes an email after a second operator approves, then ends sessions and notifies both addresses', async () => {
    const { id, secrete } = await desk.customer('old@example.org')
    expect((await correct({ id, field: 'email', value: 'new@example.org' })).body).toMatchObject({ needsSecond: true })
    expect((await desk.call('user', {}, { secrete })).body.email).toBe('old@example.org')
    expect(mailsTo('new@example.org')).toEqual([])
    const approval = await proposed(id)
    expect(approval.words).toBe(
      'Change the email address from o•••@e•••.org to n•••@e•••.org: a letter from the customer',
    )
    expect(
      (await desk.call('operators.approve', { id: approval.id }, { secrete: desk.compliance.secrete })).body.code,
    ).toBe('own_proposal')
    expect((await approve(approval.id)).status).toBe(200)
    expect((await desk.call('user', {}, { secrete })).body.code).toBe('not_signed_in')
    for (const email of ['old@example.org', 'new@example.org'])
      expect(mailsTo(email)[0]).toBe('We corrected the email address of your Tallystick account')
    expect((await desk.call('login', { email: 'old@example.org', pwd: goodPassword })).body.code).toBe(
      'wrong_credentials',
    )
    expect((await desk.call('login', { email: 'new@example.org', pwd: goodPassword })).status).toBe(200)
  })

  it('emails the old address how to object and how long withdrawals are blocked', async () => {
    const { id } = await desk.customer('objecting@example.org')
    await correct({ id, field: 'email', value: 'elsewhere@example.org' })
    await approve((await proposed(id)).id)
    const until = new Date(desk.world.platform.clock.nowMs() + 3 * 86_400_000)
    const [mail] = desk.world.platform.mail.mailbox().filter(({ to }) => to === 'objecting@example.org')
    expect(mail!.text).toContain(`contact us from this address before ${momentInMail('en', until)}`)
    expect(await desk.world.identity.payoutsWaitUntil(desk.world.platform.db, id)).toEqual(until)
    expect((await show(id)).body).toMatchObject({ payoutsWaitUntil: until.toISOString(), proposedEmail: null })
  })

  it('shows a proposed email on the customer’s page until a decision; only the newest proposal counts', async () => {
    const { id } = await desk.customer('twice@example.org')
    await correct({ id, field: 'email', value: 'first@example.org' })
    const first = await proposed(id)
    await correct({ id, field: 'email', value: 'second@example.org' })
    expect((await show(id)).body.proposedEmail).toBe('second@example.org')
    expect((await approve(first.id)).body).toMatchObject({
      code: 'cannot_be_done',
      msg: 'This proposal can no longer be carried out: not found.',
    })
    const second = (await waiting(id)).find((one) => one.id !== first.id)!
    await desk.call(
      'operators.reject',
      { id: second.id, reason: 'not what the letter says' },
      { secrete: desk.finance.secrete },
    )
    expect((await show(id)).body).toMatchObject({ proposedEmail: null, email: 'twice@example.org' })
  })

  it('invalidates codes emailed to the old address', async () => {
    const { id } = await desk.customer('coded@example.org')
    const token = (await desk.call('resetcode', { email: 'coded@example.org' })).body.split('-')[1]
    await correct({ id, field: 'email', value: 'recoded@example.org' })
    await approve((await proposed(id)).id)
    const input = { email: 'coded@example.org', pwd: goodPassword, cpwd: goodPassword, vcode: '12345' }
    expect((await desk.call('reset', input, { headers: { resetcode: token } })).body.code).toBe('code_expired')
  })

  it.each([
    ['not_found', { id: '01890000-0000-7000-8000-000000000001', field: 'name', value: 'Ada' }],
    ['address_taken', { field: 'email', value: 'taken@example.org' }],
    ['unchanged', { field: 'name', value: 'Ada  Lovelace' }],
    ['bad_name', { field: 'name', value: '<b>' }],
    ['bad_email', { field: 'email', value: 'a@example.org/x' }],
    ['bad_phone', { field: 'phone', value: '12' }],
    ['bad_input', { field: 'country', value: 'France' }],
  ])('returns %s for %j', async (code, input) => {
    const { id } = await desk.customer(`${code}@example.org`.replaceAll('_', '-'))
    if (code === 'address_taken') await desk.customer('taken@example.org')
    expect((await correct({ id, ...input })).body.code).toBe(code)
  })

  it('does not exist for operators who may only read', async () => {
    const { id } = await desk.customer('reader@example.org')
    for (const who of [desk.finance, desk.auditor])
      expect((await correct({ id, field: 'name', value: 'Ada' }, who)).body.code).toBe('unknown_call')
  })
})
