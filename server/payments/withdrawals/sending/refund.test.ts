import { afterAll, beforeAll, expect, it } from 'vitest'
import { awayChains, createWithdrawalWorld, type WithdrawalWorld } from '../test-world.ts'

let world: WithdrawalWorld
beforeAll(async () => {
  const chains = awayChains()
  const estimateFee = async () => ({ typicalUnits: 1_000n }) as never
  const validateAddress = async (address: string) => ({ ok: true, address }) as never
  chains.adapters.BTC = { coin: 'BTC', estimateFee, validateAddress } as never
  world = await createWithdrawalWorld({ chains })
})
afterAll(() => world.stop())

it('applies the usual checks to a refund in its coin, and returns the coins after a cancellation', async () => {
  const { id: customer, secrete } = await world.addCustomer()
  const account = { owner: customer, code: 'refund:BTC', asset: 'BTC' } as const
  const call = async (name: string, input: Record<string, unknown> = {}, by = secrete) =>
    (await world.api.call(name, input, { secrete: by })).body
  const accounts = async () =>
    ((await call('withdrawals.terms')).accounts as { account: string; available: string }[]).filter((one) =>
      one.account.startsWith('Refund'),
    )
  expect(await accounts()).toEqual([])
  await world.ledger.post([
    { debit: { house: 'deposit_clearing' }, credit: account, asset: 'BTC', amountMinor: 1_000_000n, kind: 'deposit' },
  ])
  expect(await accounts()).toMatchObject([{ account: 'Refund BTC', available: '0.01000000' }])
  const order = { method: 'BTC', account: 'Refund BTC', amount: '0.01', address: 'bcrt1qrefund' }
  const { id } = await call('withdraw', order)
  expect(await call('withdrawals')).toMatchObject([
    {
      id,
      acct: 'Refund BTC',
      amount: '0.01000000',
      arrives: { amount: '0.00999000' },
      fee: { amount: '0.00001000' },
      interest: '0.00000000',
      waiting: 'address_cooling',
    },
  ])
  expect((await world.ledger.balance(account)).availableMinor).toBe(0n)
  const operator = (await world.operator()).secrete
  expect((await call('withdrawals.approve', { id, customer }, operator)).code).toBe('address_cooling')
  await call('withdrawals.cancel', { id })
  expect((await world.ledger.balance(account)).availableMinor).toBe(1_000_000n)
})
