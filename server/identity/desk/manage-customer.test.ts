import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goodPassword } from '../test-world.ts'
import { createCustomersDesk, type CustomersDesk } from './test-world.ts'

const nobody = '01890000-0000-7000-8000-000000000001'
let desk: CustomersDesk
let ada: { id: string; secrete: string }
beforeAll(async () => {
  desk = await createCustomersDesk()
  ada = await desk.customer('ada@example.org')
})
afterAll(() => desk.stop())

const make = (name: string, input: Record<string, unknown>, who = desk.compliance) =>
  desk.call(name, { reason: 'a good reason', ...input }, { secrete: who.secrete })
const shown = async () => (await make('customers.show', { id: ada.id })).body

describe("'customers.freeze' and 'customers.unfreeze'", () => {
  it('freeze an account with a reason and unfreeze it, and announce both to the rest of the product', async () => {
    const received: string[] = []
    desk.world.platform.bus.subscribe('standing.changed', ({ customerId }) => void received.push(customerId))
    expect((await make('customers.freeze', { id: ada.id })).status).toBe(200)
    expect(await shown()).toMatchObject({ frozen: 'operator', freeze: { by: 'operator', reason: 'a good reason' } })
    expect(await desk.world.identity.standing(ada.id)).toMatchObject({ frozen: 'operator' })
    expect((await make('customers.unfreeze', { id: ada.id })).status).toBe(200)
    expect(await shown()).toMatchObject({ frozen: null, freeze: null })
    expect(received).toEqual([ada.id, ada.id])
    expect(await desk.audited('customers.freeze')).toMatchObject([
      { by: 'Cora', reason: 'a good reason', customer: ada.id },
    ])
  })

  it('return already_frozen, not_frozen and not_found, and refuse a missing reason', async () => {
    expect(await make('customers.unfreeze', { id: ada.id })).toMatchObject({
      status: 409,
      body: { code: 'not_frozen' },
    })
    await make('customers.freeze', { id: ada.id })
    expect(await make('customers.freeze', { id: ada.id })).toMatchObject({
      status: 409,
      body: { code: 'already_frozen' },
    })
    await make('customers.unfreeze', { id: ada.id })
    for (const name of ['customers.freeze', 'customers.unfreeze']) {
      expect((await make(name, { id: nobody })).body.code).toBe('not_found')
      expect((await make(name, { id: ada.id, reason: '' })).body.code).toBe('bad_input')
    }
    expect(await desk.audited('customers.freeze')).toHaveLength(2)
  })
})

describe("'customers.signout'", () => {
  it('ends every session and revokes every key at once, with a reason in the audit log and an email', async () => {
    const ben = await desk.customer('ben@example.org')
    const { key } = (
      await desk.call(
        'keys.make',
        { name: 'Robot', scopes: ['read', 'trade'], pwd: goodPassword },
        { secrete: ben.secrete },
      )
    ).body
    for (const secrete of [ben.secrete, key]) expect((await desk.call('user', {}, { secrete })).status).toBe(200)
    expect((await make('customers.signout', { id: ben.id })).body).toMatchObject({
      type: 'success',
      msg: expect.stringContaining('Ended sessions: 1. Revoked API keys: 1.'),
    })
    for (const secrete of [ben.secrete, key])
      expect(await desk.call('user', {}, { secrete })).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    expect(await desk.audited('customers.signout')).toMatchObject([
      { by: 'Cora', reason: 'a good reason', customer: ben.id },
    ])
    expect(desk.world.platform.mail.mailbox()[0]).toMatchObject({
      to: 'ben@example.org',
      subject: expect.stringContaining('You were signed out of your'),
    })
  })

  it('returns not_found, and refuses a missing reason and operators without the permission', async () => {
    expect((await make('customers.signout', { id: nobody })).body.code).toBe('not_found')
    expect((await make('customers.signout', { id: ada.id, reason: '' })).body.code).toBe('bad_input')
    expect((await make('customers.signout', { id: ada.id }, desk.finance)).body.code).toBe('unknown_call')
    expect((await desk.call('user', {}, { secrete: ada.secrete })).status).toBe(200)
  })
})

describe("'customers.note'", () => {
  it('stores the note encrypted and shows who wrote it', async () => {
    await make('customers.note', { id: ada.id, words: 'Called on Monday.' })
    expect((await shown()).notes).toMatchObject([{ words: 'Called on Monday.', by: 'Cora' }])
    const { rows } = await desk.world.platform.pool.query('SELECT n::text AS text FROM identity.note n')
    expect(rows[0].text).not.toContain('Monday')
    expect((await make('customers.note', { id: nobody, words: 'Who?' })).body.code).toBe('not_found')
  })
})

describe("'customers.flag'", () => {
  it('sets a flag only once, and removes it', async () => {
    for (let i = 0; i < 2; i++) await make('customers.flag', { id: ada.id, flag: 'complaint', set: true })
    expect((await shown()).flags).toEqual(['complaint'])
    await make('customers.flag', { id: ada.id, flag: 'complaint', set: false })
    expect((await shown()).flags).toEqual([])
    expect((await make('customers.flag', { id: nobody, flag: 'complaint', set: true })).body.code).toBe('not_found')
    expect((await make('customers.flag', { id: ada.id, flag: 'nonsense', set: true })).body.code).toBe('bad_input')
  })
})

it('erases the notes, which contain personal data, when a customer without a flag closes the account', async () => {
  const leaver = await desk.customer('leaver@example.org')
  await make('customers.note', { id: leaver.id, words: 'Called from the office of the mayor.' })
  expect((await desk.call('close', { pwd: goodPassword, giveup: true }, { secrete: leaver.secrete })).status).toBe(200)
  expect((await make('customers.show', { id: leaver.id })).body).toMatchObject({
    closed: true,
    name: '',
    notes: [],
    flags: [],
  })
})

it('hides freezing, notes and flags from operators who may only read', async () => {
  for (const name of ['customers.freeze', 'customers.unfreeze', 'customers.note', 'customers.flag']) {
    for (const who of [desk.finance, desk.auditor])
      expect((await make(name, { id: ada.id }, who)).body.code).toBe('unknown_call')
  }
})
