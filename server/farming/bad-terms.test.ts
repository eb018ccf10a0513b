import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rulesBrokenBy } from '../../tests/tampering.ts'
import { farmingBooks } from './public.ts'
import { createFarmingWorld, type FarmingWorld } from './test-world.ts'

let farms: FarmingWorld
beforeAll(async () => {
  farms = await createFarmingWorld()
  await farms.world.setPrice('BTCUSD', 50_000)
})
afterAll(() => farms.stop())

const input = { plan: 'btc-reach', amount: '1000', lever: '3', duration: '30' }
const setTerms = (id: string, terms: string) =>
  farms.world.platform.owner.query(`UPDATE payments.deposits SET terms = ${terms} WHERE id = $1`, [id])
const alarms = async () =>
  (await farms.world.platform.alarms.open())
    .filter(({ kind }) => kind === 'deposit_failed')
    .map(({ subject }) => subject)

describe('terms with an invalid format', () => {
  it.each([
    ['text for a number', `jsonb_set(terms, '{marginBps}', '"2500"')`, `jsonb_set(terms, '{marginBps}', '2500')`],
    ['a coin without plans', `jsonb_set(terms, '{coin}', '"LTC"')`, `jsonb_set(terms, '{coin}', '"BTC"')`],
  ])(
    'prevent only their own contract from starting, and raise an alarm until they are repaired: %s',
    async (_name, bad, right) => {
      const { world } = farms
      const [ada, ben] = [await world.addCustomer(), await world.addCustomer()]
      const requested = (await farms.call('farm', { type: 'BTC', ...input }, ada)).body
      await setTerms(requested.id, bad)
      await world.scan()
      world.btc.send(requested.address, BigInt(requested.amount.replace('.', '')))
      expect(await farms.start(ben, input)).toMatchObject({ state: 'running' })
      expect(await farms.yields(ada)).toEqual([])
      expect(await alarms()).toEqual([`BTC ${requested.id}`])
      await setTerms(requested.id, right)
      await world.scan()
      expect(await farms.yields(ada)).toMatchObject([{ id: requested.id, state: 'running' }])
      expect(await alarms()).toEqual([])
    },
  )

  it('are reported as a break in their own contract, and the other contracts are still compared', async () => {
    for (let week = 0; week < 2; week++) await farms.days(7)
    const bad = `
      UPDATE payments.deposits SET terms = '{}' WHERE id = (SELECT id FROM farming.contracts ORDER BY id LIMIT 1)`
    expect(await rulesBrokenBy(farms.world.platform, farmingBooks, bad)).toEqual(['stored values can be read'])
    const stretches = `
      UPDATE farming.weeks SET stretches = '{}'
      WHERE contract_id = (SELECT id FROM farming.contracts ORDER BY id LIMIT 1)`
    const other = `UPDATE farming.contracts SET liquidation_price = liquidation_price + 1
      WHERE id = (SELECT id FROM farming.contracts ORDER BY id DESC LIMIT 1)`
    // Breaks are in the order of the contracts' shards, which are random.
    expect((await rulesBrokenBy(farms.world.platform, farmingBooks, stretches, other)).toSorted()).toEqual([
      'stored values can be read',
      'yield contract equals deposit',
    ])
  })
})
