import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { someId } from '../payments/deposits/test-world.ts'
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

describe("'activedeposits'", () => {
  it('is empty for a stranger', async () => {
    await world.buy(ada, 'btc-basic', 'BTC')
    const ben = await world.addCustomer()
    expect((await world.ask('activedeposits', {}, { secrete: ben.secrete })).body).toEqual([])
  })
})

describe("'mining.statement'", () => {
  it('not_found: for what is not there, is no id, or is another’s', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    const ben = await world.addCustomer()
    for (const [input, secrete] of [[someId, ada.secrete], ['nonsense', ada.secrete], [id, ben.secrete]] as const) {
      const { status, body } = await world.ask('mining.statement', { id: input }, { secrete })
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
    }
  })
  it('says what holding the coin would have been, with the rate of the currency that was paid in', async () => {
    await world.setPrice('EURUSD', 1.25)
    const eva = await world.addCustomer('EUR')
    const { id } = await world.buy(eva, 'btc-basic', 'BTC')
    // 300 euros are 375 dollars.
    expect((await world.statementOf(eva, id)).holding).toMatchObject({ coins: '0.00750000', rate: '1 tBTC = 50000.000 USD, 1 EUR = 1.250000 USD' })
  })
  it('is told to be wrong by the script when a figure of it was changed', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    await world.passDays(3)
    const statement = await world.statementOf(ada, id)
    statement.days[1]!.paidMinor = String(BigInt(statement.days[1]!.paidMinor) + 1n)
    expect(world.verify(statement)).toContain('does NOT hold')
  })
})

describe("'mining.parameters' and 'datacenters'", () => {
  it('tell what the formula uses, to anyone', async () => {
    const parameters = (await world.ask('mining.parameters')).body
    expect(new Set(parameters.map(({ coin }: { coin: string }) => coin))).toEqual(new Set(['BTC', 'LTC', 'ZEC', 'XMR']))
    for (const each of parameters) expect(each.source.length).toBeGreaterThan(9)
    expect((await world.ask('datacenters')).body.map(({ country, simulated }: { country: string; simulated: boolean }) => [country, simulated])).toEqual([['Iceland', true], ['Sweden', true]])
  })
})
