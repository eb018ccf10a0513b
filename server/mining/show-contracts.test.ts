import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs, type MinedCoin } from '../../api/mining-coins.ts'
import { someId } from '../payments/deposits/test-world.ts'
import { seededSources } from '../../api/sentences/phrases-figures.ts'
import { createMiningWorld, type MiningWorld, type Person } from './test-world.ts'

/**
 * One block of each chain whose time is on record: the last halvings of BTC and LTC, and the network upgrades NU6 of
 * ZEC and 16 of XMR. BTC and LTC adjust the difficulty only every 2,016 blocks, so it lags behind a rising hash rate
 * and blocks arrive sooner than planned. `risen` is the difficulty at the block.
 */
const known: Record<MinedCoin, { height: number; at: string; secondsABlock: number; risen?: number }> = {
  BTC: { height: 840_000, at: '2024-04-20T00:09Z', secondsABlock: 600, risen: 86.39e12 },
  LTC: { height: 2_520_000, at: '2023-08-02T15:16Z', secondsABlock: 150, risen: 27e6 },
  ZEC: { height: 2_726_400, at: '2024-11-23T12:00Z', secondsABlock: 75 },
  XMR: { height: 2_688_888, at: '2022-08-13T12:00Z', secondsABlock: 120 },
}

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
  it('is empty for a new customer', async () => {
    await world.buy(ada, 'btc-basic', 'BTC')
    const ben = await world.addCustomer()
    expect((await world.ask('activedeposits', {}, { secrete: ben.secrete })).body).toEqual([])
  })
})

describe("'mining.statement'", () => {
  it('not_found: for an unknown contract, an invalid ID or another customer’s contract', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    const ben = await world.addCustomer()
    for (const [input, secrete] of [
      [someId, ada.secrete],
      ['nonsense', ada.secrete],
      [id, ben.secrete],
    ] as const) {
      const { status, body } = await world.ask('mining.statement', { id: input }, { secrete })
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
    }
  })
  it('shows what holding the coin would have earned, with the rate of the currency paid', async () => {
    await world.setPrice('EURUSD', 1.25)
    const eva = await world.addCustomer('EUR')
    const { id } = await world.buy(eva, 'btc-basic', 'BTC')
    // At this rate, 300 euros are 375 dollars.
    expect((await world.statementOf(eva, id)).holding).toMatchObject({
      coins: '0.00750000',
      rate: '1 tBTC = 50000.000 USD, 1 EUR = 1.250000 USD',
    })
  })
  it('still shows the days if the holding’s rate can’t be read, and raises an alarm', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    await world.platform.owner.query(
      `UPDATE mining.contracts SET holding_rate = '{"coin": {"price": "x"}}' WHERE id = $1`,
      [id],
    )
    expect(await world.statementOf(ada, id)).toMatchObject({ holding: null, contract: { id } })
    expect((await world.platform.alarms.open()).map(({ kind, subject }) => [kind, subject])).toContainEqual([
      'row_unreadable',
      `rate of contract ${id}`,
    ])
  })
  it('fails the script’s check if one of its figures was changed', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    await world.passDays(3)
    const statement = await world.statementOf(ada, id)
    statement.days[1]!.paidMinor = String(BigInt(statement.days[1]!.paidMinor) + 1n)
    expect(world.verify(statement)).toContain('does NOT hold')
  })
})

describe("'mining.parameters' and 'datacenters'", () => {
  it('return the formula’s inputs to anyone', async () => {
    const parameters = (await world.ask('mining.parameters')).body
    expect(new Set(parameters.map(({ coin }: { coin: string }) => coin))).toEqual(new Set(['BTC', 'LTC', 'ZEC', 'XMR']))
    expect(new Set(parameters.map(({ source }: { source: string }) => source))).toEqual(
      new Set(Object.values(seededSources)),
    )
    expect(
      (await world.ask('datacenters')).body.map(({ country, simulated }: { country: string; simulated: boolean }) => [
        country,
        simulated,
      ]),
    ).toEqual([
      ['Iceland', true],
      ['Sweden', true],
    ])
    const [{ hardware }] = (await world.ask('datacenters')).body
    expect(hardware.map(({ kind, rate }: { kind: string; rate: string }) => `${kind} of ${rate}`)).toEqual([
      'machines of 200 TH/s',
      'machines of 16 GH/s',
      'machines of 840 kSol/s',
      'servers of 20 kH/s',
    ])
  })
  it('list parameters whose height matches their date within two days', async () => {
    const parameters: { coin: MinedCoin; height: number; observedOn: string; subsidy: string; difficulty: string }[] = (
      await world.ask('mining.parameters')
    ).body
    for (const [coin, { height, at, secondsABlock, risen }] of Object.entries(known)) {
      // Newest first.
      const listed = parameters.find((each) => each.coin === coin)!
      const fewer = risen ? 2016 * Math.log(Number(listed.difficulty) / risen) : 0
      const reachedMs = Date.parse(at) + (listed.height - height - fewer) * secondsABlock * 1000
      const noonMs = Date.parse(listed.observedOn) + dayMs / 2
      expect(Math.abs(reachedMs - noonMs) / dayMs, coin).toBeLessThan(2)
    }
    expect(parameters.find(({ coin }) => coin === 'ZEC')).toMatchObject({
      height: 2_874_000,
      subsidy: '1.25000000',
      observedOn: '2025-03-31',
    })
  })
})
