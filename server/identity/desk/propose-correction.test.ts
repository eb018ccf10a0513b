import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCustomersDesk, type CustomersDesk } from './test-world.ts'

let desk: CustomersDesk
let customer: { id: string; secrete: string }
let count = 0
beforeAll(async () => {
  desk = await createCustomersDesk()
})
beforeEach(async () => {
  customer = await desk.customer(`customer${count++}@example.org`)
})
afterAll(() => desk.stop())

const propose = (changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  desk.call(
    'corrections.propose',
    {
      customer: customer.id,
      account: 'trading',
      asset: 'USD',
      amount: '25.00',
      direction: 'credit',
      reason: 'A stake was taken twice',
      ...changes,
    },
    { secrete: desk.finance.secrete, headers },
  )
const approve = (id: string, who = desk.compliance) => desk.call('operators.approve', { id }, { secrete: who.secrete })
const statement = async () => (await desk.call('statement', {}, { secrete: customer.secrete })).body

describe("'corrections.propose'", () => {
  it('moves nothing until a second operator approves, and then posts one transfer with its reason', async () => {
    const { approval } = (await propose()).body
    expect(await statement()).toHaveLength(1)
    expect((await approve(approval, desk.finance)).body.code).toBe('own_proposal')
    expect((await approve(approval)).status).toBe(200)
    expect((await statement())[0]).toMatchObject({
      kind: 'correction',
      words: 'Operator correction',
      amount: '25.00',
      balance: '10025.00',
      note: 'A stake was taken twice',
      reference: approval,
    })
    expect((await approve(approval)).body.code).toBe('already_decided')
    expect(await statement()).toHaveLength(2)
    expect(await desk.audited('correction.')).toMatchObject([
      { action: 'correction.approve', by: 'Cora' },
      { action: 'correction.propose', by: 'Fay', customer: customer.id, details: { amount: '25.00', asset: 'USD' } },
    ])
    expect((await desk.world.ledger.reconcile()).ok).toBe(true)
  })

  it('can also debit an account, but cannot overdraw it', async () => {
    const { approval } = (await propose({ direction: 'debit', amount: '9999.99' })).body
    const second = (await propose({ direction: 'debit', amount: '9999.99' })).body.approval
    expect((await approve(approval)).status).toBe(200)
    expect(await approve(second)).toMatchObject({ status: 409, body: { code: 'cannot_be_done' } })
    expect((await statement())[0]).toMatchObject({ amount: '-9999.99', balance: '0.01' })
  })

  it('repeats the first result for the same idempotency key, and returns key_reused for a different body', async () => {
    const key = { 'idempotency-key': 'once' }
    const first = await propose({}, key)
    expect((await propose({}, key)).body).toEqual(first.body)
    expect((await propose({ amount: '26.00' }, key)).body.code).toBe('key_reused')
  })

  it.each([
    ['not_found', { customer: '01890000-0000-7000-8000-000000000001' }],
    ['wrong_asset', { asset: 'EUR' }],
    ['wrong_asset', { account: 'mining:BTC', asset: 'ETH' }],
    ['bad_amount', { amount: '0' }],
    ['bad_amount', { amount: '0.001' }],
    ['insufficient', { direction: 'debit', amount: '10000.01' }],
    ['insufficient', { direction: 'debit', account: 'mining:BTC', asset: 'BTC', amount: '1' }],
    ['bad_input', { reason: 'no' }],
    ['bad_input', { account: 'stakes' }],
  ])('returns %s for %j', async (code, changes) => {
    expect((await propose(changes)).body).toMatchObject({ type: 'warning', code })
  })

  it('does not exist without the permission', async () => {
    expect((await desk.call('corrections.propose', {}, { secrete: desk.compliance.secrete })).body.code).toBe(
      'unknown_call',
    )
  })
})
