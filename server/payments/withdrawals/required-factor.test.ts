import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { totpCodeNow } from '../../platform/sign-in/test-totp.ts'
import { createWithdrawalWorld, testPassword, type WithdrawalWorld } from './test-world.ts'

let world: WithdrawalWorld
beforeAll(async () => {
  world = await createWithdrawalWorld()
})
afterAll(() => world.stop())

const payPal = { method: 'PayPal', address: 'ada@example.org' }
const order = { ...payPal, account: 'Trading', amount: '10' }
const refusal = { status: 403, body: { code: 'second_factor_required' } }

async function setUpApp(secrete: string): Promise<() => string> {
  const { body } = await world.api.call('totp.begin', { pwd: testPassword }, { secrete })
  const code = () => totpCodeNow(body.secret, world.platform.clock)
  expect((await world.api.call('totp.confirm', { totp: code() }, { secrete })).status).toBe(200)
  return code
}

describe('a second factor that the operator requires before money leaves', () => {
  it('is needed for withdrawals and new addresses, but not while the setting is "optional"', async () => {
    const { id, secrete } = await world.addCustomer()
    expect((await world.api.call('addresses.add', payPal, { secrete })).status).toBe(200)
    expect((await world.api.call('withdraw', order, { secrete })).status).toBe(200)

    const finance = { secrete: (await world.operator('finance')).secrete }
    const change = {
      key: 'customerSecondFactor',
      value: 'before_money_leaves',
      version: 0,
      reason: 'Testing the setting',
    }
    expect((await world.api.call('operators.changesetting', change, finance)).status).toBe(200)
    await vi.waitFor(async () =>
      expect((await world.api.call('security.rules')).body).toEqual({ secondFactor: 'before_money_leaves' }),
    )
    expect(await world.api.call('withdraw', order, { secrete })).toMatchObject(refusal)
    expect(await world.api.call('addresses.add', { ...payPal, address: 'ben@example.org' }, { secrete })).toMatchObject(
      refusal,
    )
    expect((await world.ledger.balance({ owner: id, code: 'trading', asset: 'USD' })).availableMinor).toBe(9_990_00n)

    const code = await setUpApp(secrete)
    expect((await world.api.call('withdraw', order, { secrete })).body.code).toBe('second_factor_needed')
    await world.platform.clock.advance(30_000)
    expect((await world.api.call('withdraw', { ...order, totp: code() }, { secrete })).status).toBe(200)
  })
})
