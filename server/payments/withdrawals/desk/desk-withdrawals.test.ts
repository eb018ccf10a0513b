import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWithdrawalWorld, type WithdrawalWorld } from '../test-world.ts'

let world: WithdrawalWorld
let finance: string
let withdrawal: { id: string; customer: string }
beforeAll(async () => {
  world = await createWithdrawalWorld()
  finance = (await world.operator()).secrete
  const { id: customer, secrete } = await world.addCustomer()
  const bank = { method: 'Bank', account: 'Trading', bname: 'Bank of Practice', aname: 'Ada Byron' }
  const { body } = await world.api.call(
    'withdraw',
    { ...bank, anumber: '12345678', rnumber: '200000', amount: '100' },
    { secrete },
  )
  withdrawal = { id: body.id, customer }
})
afterAll(() => world.stop())

const inspect = (input: Record<string, unknown>) =>
  world.api.call('withdrawals.inspect', { ...withdrawal, ...input }, { secrete: finance })

describe("'withdrawals.inspect'", () => {
  it('shows the name and destination to an operator who gives a reason, and records the reason', async () => {
    expect((await inspect({ reason: '' })).body.code).toBe('bad_input')
    const { body } = await inspect({ reason: 'Checking the bank' })
    expect(body).toMatchObject({
      name: 'Ada Byron',
      payee: expect.arrayContaining([
        { label: 'Bank', labelPhrase: { phrase: 'payee_bank' }, value: 'Bank of Practice' },
      ]),
    })
    const { secrete } = await world.operator('owner')
    const { body: audit } = await world.api.call('audit', {}, { secrete })
    expect(JSON.stringify(audit)).toContain('Checking the bank')
  })

  it('returns not_found for a withdrawal that does not exist or belongs to another customer', async () => {
    const nobodys = '01890000-0000-7000-8000-000000000000'
    const stranger = await world.addCustomer()
    for (const other of [{ id: nobodys }, { customer: stranger.id }])
      expect((await inspect({ ...other, reason: 'a reason' })).body.code).toBe('not_found')
  })
})
