import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWithdrawalWorld, type WithdrawalWorld } from './test-world.ts'

let world: WithdrawalWorld
beforeAll(async () => {
  world = await createWithdrawalWorld()
})
afterAll(() => world.stop())

const bank = {
  method: 'Bank',
  account: 'Trading',
  amount: '100',
  bname: 'Bank of Practice',
  aname: 'Ada Byron',
  anumber: '12345678',
  rnumber: '200000',
}
const available = async (id: string) =>
  (await world.ledger.balance({ owner: id, code: 'trading', asset: 'USD' })).availableMinor

describe("'withdrawals.cancel'", () => {
  it('releases the amount', async () => {
    const { id, secrete } = await world.addCustomer()
    const { body } = await world.api.call('withdraw', bank, { secrete })
    expect((await world.api.call('withdrawals.cancel', { id: body.id }, { secrete })).status).toBe(200)
    expect(await available(id)).toBe(10_000_00n)
    expect((await world.api.call('withdrawals', {}, { secrete })).body[0].status).toBe('CANCELLED')
  })

  it('wrong_state: cancels only once', async () => {
    const { secrete } = await world.addCustomer()
    const { body } = await world.api.call('withdraw', bank, { secrete })
    const answers = await Promise.all(
      [1, 2].map(() => world.api.call('withdrawals.cancel', { id: body.id }, { secrete })),
    )
    expect(answers.map(({ body: { code } }) => code).toSorted()).toEqual(['wrong_state', undefined])
  })

  it('refuses with not_found for unknown withdrawals and other customers’ withdrawals', async () => {
    const [ada, ben] = [await world.addCustomer(), await world.addCustomer()]
    const { body } = await world.api.call('withdraw', bank, { secrete: ada.secrete })
    for (const id of [body.id, '01890000-0000-7000-8000-000000000000', 'x']) {
      expect((await world.api.call('withdrawals.cancel', { id }, { secrete: ben.secrete })).body.code).toBe('not_found')
    }
  })
})
