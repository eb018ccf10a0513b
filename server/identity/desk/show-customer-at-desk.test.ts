import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCustomersDesk, type CustomersDesk } from './test-world.ts'
import { testPhone } from '../sign-up/test-phone.ts'

const nobody = '01890000-0000-7000-8000-000000000001'
let desk: CustomersDesk
let ada: { id: string; secrete: string }
beforeAll(async () => {
  desk = await createCustomersDesk()
  ada = await desk.customer('ada@example.org')
})
afterAll(() => desk.stop())

const ask = (name: string, input: Record<string, string>) => desk.call(name, input, { secrete: desk.auditor.secrete })

describe("'customers.show'", () => {
  it('shows the details, and records who opened them', async () => {
    expect((await ask('customers.show', { id: ada.id })).body).toMatchObject({
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      phone: testPhone('ada@example.org'),
      country: 'United Kingdom',
      balances: [{ account: 'trading', asset: 'USD', balance: '10000.00', available: '10000.00' }],
      notes: [],
      freeze: null,
    })
    expect(await desk.audited('customers.show')).toMatchObject([{ by: 'Alma', subject: ada.id, customer: ada.id }])
  })

  it('shows other modules’ facts about the customer', async () => {
    const trades = { phrase: 'fact_trades', values: { count: 12, open: 1 } } as const
    desk.world.identity.addToDesk('Trades', async (customerId) => (customerId === ada.id ? trades : null))
    desk.world.identity.addToDesk('Webhooks', async () => null)
    const { facts } = (await ask('customers.show', { id: ada.id })).body
    expect(facts).toContainEqual({ id: 'Trades', label: 'Trades', value: '12, 1 open', valuePhrase: trades })
    expect(facts).toContainEqual({ id: 'Webhooks', label: 'Webhooks', value: null, valuePhrase: null })
  })

  it('returns not_found, and records nothing', async () => {
    expect(await ask('customers.show', { id: nobody })).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await desk.audited('customers.show')).toHaveLength(2)
  })
})

describe("'customers.ledger'", () => {
  it('shows the same entries as the customer’s statement', async () => {
    const theirs = (await desk.call('statement', {}, { secrete: ada.secrete })).body
    expect(theirs).toHaveLength(1)
    expect((await ask('customers.ledger', { id: ada.id })).body).toEqual(theirs)
    expect(await desk.audited('customers.ledger')).toMatchObject([{ by: 'Alma', customer: ada.id }])
  })

  it('returns not_found', async () => {
    expect((await ask('customers.ledger', { id: nobody })).body.code).toBe('not_found')
  })
})
