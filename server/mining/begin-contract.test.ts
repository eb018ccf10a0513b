import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMiningWorld, type MiningWorld, type Person } from './test-world.ts'

let world: MiningWorld
let ada: Person

beforeAll(async () => {
  world = await createMiningWorld()
})
beforeEach(async () => {
  await world.setPrice('BTCUSD', 50_000)
  ada = await world.addCustomer()
})
afterAll(async () => {
  expect((await world.ledger.reconcile()).ok).toBe(true)
  await world.stop()
})

describe('a credited deposit for a mining plan', () => {
  it('begins a contract paid from the trading account, and shows it', async () => {
    const contract = await world.buy(ada, 'btc-basic', 'BTC')
    expect(contract).toMatchObject({
      coin: 'BTC',
      mines: 'BTC',
      plan: 'Basic',
      amount: '300.00',
      cur: '$',
      earnings: '0.00000000',
      hashWords: '15 TH/s',
      state: 'warming_up',
    })
    expect(await world.balance(ada.id)).toBe(0n)
    expect((await world.ledger.transfersOf(contract.id, ada.id)).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['deposit', 'mining_purchase']),
    )
  })
  it('gives a custom amount its proportional hash rate', async () => {
    expect(await world.buy(ada, 'btc-custom', 'BTC', '450')).toMatchObject({ amount: '450.00', hashWords: '22.5 TH/s' })
  })
})

describe('a deposit that a chain reorganisation removes', () => {
  it('ends its contract and reverses the contract’s price', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    world.btc.reorganise(4)
    await world.scan()
    expect(await world.minersOf(ada)).toMatchObject([{ id, state: 'ended' }])
    expect(await world.balance(ada.id)).toBe(0n)
    await world.passDays(5)
    expect(await world.minedBy(ada, 'BTC')).toBe(0n)
  })
})
