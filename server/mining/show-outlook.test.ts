import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contractDays, miningAlgorithms } from '../../api/mining-coins.ts'
import { parseAmount } from '../../api/money.ts'
import type { PlanOutlook } from '../../api/calls/mining/mining.ts'
import type { UsdRate } from '../markets/public.ts'
import { outlookOf } from './outlook.ts'
import { createMiningWorld, type MiningWorld, type Person } from './test-world.ts'

const rate = (asset: UsdRate['asset'], price: bigint): UsdRate => ({
  asset,
  price,
  scale: 0,
  symbol: null,
  seq: null,
  atMs: null,
})

describe('outlookOf', () => {
  const terms = {
    hashesPerS: 10n ** 12n,
    difficultyE8: 100_000_000_000_000n * 10n ** 8n,
    work: miningAlgorithms.BTC.work,
    subsidyMinor: 312_500_000n,
    feeBps: 0,
    rejectedBps: 0,
  }
  const at = (price: bigint) => ({ mined: rate('BTC', price), coin: rate('BTC', price), cash: rate('USD', 1n) })

  it('returns the output of a whole contract, its worth, and what the price buys instead', () => {
    // 62.86 satoshi a day, as in reward.test.ts, are 22,945 in 365 days: 11.47 dollars at 50,000.
    expect(outlookOf(terms, 30_000n, at(50_000n))).toEqual({
      outputMinor: 22_945n,
      worthMinor: 1_147n,
      differenceMinor: 1_147n - 30_000n,
      paybackDays: null,
      boughtMinor: 600_000n,
    })
  })
  it('returns the days to pay back the price if the output is worth it', () => {
    expect(outlookOf(terms, 1_147n, at(50_000n)).paybackDays).toBe(contractDays)
    expect(outlookOf(terms, 500n, at(50_000n)).paybackDays).toBe(160)
    expect(outlookOf(terms, 1_148n, at(50_000n)).paybackDays).toBeNull()
  })
})

describe("'mining.outlook' and 'mining.earnings'", () => {
  let world: MiningWorld
  let ada: Person
  const outlook = async (person: Person, input = {}) =>
    (await world.ask('mining.outlook', input, { secrete: person.secrete })).body as PlanOutlook[]

  beforeAll(async () => {
    world = await createMiningWorld()
  })
  beforeEach(async () => {
    await world.setPrice('BTCUSD', 50_000)
    ada = await world.addCustomer()
  })
  afterAll(() => world.stop())

  it('promises no more than the contract then pays', async () => {
    const plan = (await outlook(ada)).find(({ plan: id }) => id === 'btc-basic')!
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    await world.passDays(contractDays + 2)
    ada.secrete = await world.identity.openSession(ada.id)
    const { contract, count, days } = await world.statementOf(ada, id)
    expect(count).toBe(contractDays)
    const [promised, paid] = [plan.output, contract.earnings].map((text) => Number(parseAmount(text, 'BTC')))
    expect(paid! / promised!).toBeGreaterThanOrEqual(1)
    expect(paid! / promised!).toBeLessThan(1.002)
    expect(plan).toMatchObject({ amount: '300.00', cur: '$', bought: '0.00600000', paybackDays: null })
    expect(plan.pays).toEqual([
      { coin: 'BTC', coinAmount: '0.00600000' },
      { coin: 'ETH', coinAmount: '0.120000000' },
    ])
    const { body } = await world.ask('mining.earnings', {}, { secrete: ada.secrete })
    expect(body.days).toHaveLength(30)
    const day = Number(days[0]!.paid) * 50_000
    expect(Number(body.weekBefore)).toBeGreaterThan(day * 6)
    expect(contract.worth).toBe((Math.floor(Number(contract.earnings) * 50_000 * 100) / 100).toFixed(2))
  })
  it('shows Custom plans for the amount that the customer enters, in their currency', async () => {
    await world.setPrice('EURUSD', 1.25)
    const eva = await world.addCustomer('EUR')
    const custom = async (amount: string) => (await outlook(eva, { amount })).find(({ plan }) => plan === 'btc-custom')!
    expect(await custom('1000')).toMatchObject({ amount: '1000.00', cur: '€', bought: '0.02500000' })
    const [one, two] = [Number((await custom('1000')).output), Number((await custom('2000')).output)]
    expect(two / one).toBeCloseTo(2, 3)
  })
  it('returns worth and prices in the customer’s currency', async () => {
    await world.setPrice('EURUSD', 1.25)
    const eva = await world.addCustomer('EUR')
    await world.buy(eva, 'btc-basic', 'BTC')
    await world.passDays(4)
    eva.secrete = await world.identity.openSession(eva.id)
    const { body } = await world.ask('mining.earnings', {}, { secrete: eva.secrete })
    expect(body.cur).toBe('€')
    expect(body.prices).toContainEqual({ coin: 'BTC', price: '40000.00000000' })
    const { body: miners } = await world.ask('activedeposits', {}, { secrete: eva.secrete })
    expect(miners[0].cur).toBe('€')
    expect(miners[0].worth).toBe((Math.floor(Number(miners[0].earnings) * 40_000 * 100) / 100).toFixed(2))
  })
  it('omits plans whose coin has no price', async () => {
    expect((await outlook(ada)).map(({ symbol }) => symbol)).not.toContain('ZEC')
    expect((await world.ask('mining.earnings', {}, { secrete: ada.secrete })).body).toMatchObject({
      week: '0.00',
      weekBefore: '0.00',
    })
  })
})
