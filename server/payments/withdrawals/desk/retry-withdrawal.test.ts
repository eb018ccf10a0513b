import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { breaksOf } from '../../../../tests/tampering.ts'
import { ChainAway } from '../../chains/adapter.ts'
import { paymentsBooks } from '../../public.ts'
import { awayChains, createWithdrawalWorld, type WithdrawalWorld } from '../test-world.ts'

let world: WithdrawalWorld
let finance: string
beforeAll(async () => {
  const chains = awayChains()
  chains.adapters.BTC = {
    coin: 'BTC',
    estimateFee: async () => ({ typicalUnits: 1_000n }),
    validateAddress: async (address: string) => ({ ok: true, address }),
    prepare: async () => ({ coin: 'BTC', claims: ['output:0'] }),
    broadcast: async () => {},
    txState: () => Promise.reject(new ChainAway('BTC', 'no node')),
  } as never
  chains.sign = async () => ({ raw: '00', txid: 'aa' })
  world = await createWithdrawalWorld({ chains, rules: { coolingMs: () => 0 } })
  finance = (await world.operator()).secrete
})
afterAll(async () => {
  // The transfers in this world have no deposit rows.
  const breaks = await breaksOf(world.platform, paymentsBooks)
  expect(breaks.filter(({ rule }) => rule.startsWith('withdrawal'))).toEqual([])
  await world.stop()
})

async function requested(destination: object) {
  const { id: customer, secrete } = await world.addCustomer()
  const { body } = await world.api.call('withdraw', { account: 'Trading', amount: '100', ...destination }, { secrete })
  const desk = (call: string, more: object = {}) =>
    world.api.call(`withdrawals.${call}`, { id: body.id, customer, ...more }, { secrete: finance })
  const shown = async () => (await world.api.call('withdrawals', {}, { secrete })).body[0]
  return { customer, desk, shown }
}
const paypal = { method: 'PayPal', address: 'ada@example.org' }
const nobodys = '01890000-0000-7000-8000-000000000000'

describe("'withdrawals.retry'", () => {
  it('refuses with wrong_state, held and not_found', async () => {
    const one = await requested(paypal)
    expect((await one.desk('retry')).body.code).toBe('wrong_state')
    await one.desk('approve')
    await one.desk('hold', { note: 'Looks odd' })
    expect((await one.desk('retry')).body.code).toBe('held')
    expect(
      (await world.api.call('withdrawals.retry', { id: nobodys, customer: one.customer }, { secrete: finance })).body
        .code,
    ).toBe('not_found')
  })

  it('refuses with no_wallet while the node is unreachable', async () => {
    const one = await requested({ method: 'BTC', address: 'bcrt1qada' })
    await one.desk('approve')
    await world.withdrawals.send()
    expect(await one.shown()).toMatchObject({ status: 'SENT', hash: 'aa' })
    expect((await one.desk('retry')).body).toMatchObject({ code: 'no_wallet', msg: 'No Active BTC Wallet.' })
  })
})
