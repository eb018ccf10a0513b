import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FarmStatement } from '../../api/calls/farming/farming.ts'
import { yieldVerifier, type Statement } from '../../scripts/verify/yield.ts'
import { unnoticedFlips } from '../../tests/flips.ts'
import { createFarmingWorld, type FarmingWorld } from './test-world.ts'

let farms: FarmingWorld
/** A running contract, a released one, one closed early, and a liquidated one. */
const statements: Record<string, FarmStatement> = {}
beforeAll(async () => {
  farms = await createFarmingWorld()
  await farms.world.setPrice('BTCUSD', 50_000)
  const ada = await farms.world.addCustomer()
  const begin = (duration: string, lever: string) =>
    farms.start(ada, { plan: 'btc-reach', amount: '1000', lever, duration })
  const [released, early, running] = [await begin('30', '1.5'), await begin('60', '1.5'), await begin('90', '1.5')]
  await farms.world.setPrice('BTCUSD', 50_100)
  const liquidated = await begin('90', '3')
  for (let week = 0; week < 4; week++) await farms.days(7)
  await farms.days(3)
  await farms.again(ada)
  await farms.call('farm.end', { id: early.id }, ada)
  await farms.world.setPrice('BTCUSD', 35_000)
  await farms.days(1)
  for (const [name, { id }] of Object.entries({ released, early, liquidated, running }))
    statements[name] = await farms.statementOf(ada, id)
})
afterAll(() => farms.stop())

const findingsOf = async (statement: FarmStatement, withRecord: boolean) => {
  const { faults, open } = await yieldVerifier.check(statement as Statement, withRecord ? farms.record : undefined)
  return [...faults, ...open]
}
const states = ['running', 'released', 'closed_early', 'liquidated', 'left_the_chain']
const others = {
  'contract.state': states,
  'contract.coin': ['BTC', 'ETH'],
  'contract.pcur': ['$', '€'],
  'ending.how': states.slice(1, 4),
}

it('passes unchanged, and lists what isn’t checked or proven', async () => {
  expect(Object.values(statements).map(({ contract }) => contract.state)).toEqual([
    'released',
    'closed_early',
    'liquidated',
    'running',
  ])
  for (const [name, statement] of Object.entries(statements)) {
    expect(await findingsOf(statement, true), name).toEqual([])
    expect(farms.verify(statement), name).toMatch(
      /The statement holds.*Not checked: contract.id.*Not proven by this file/s,
    )
  }
})

/** Returns the declared fields without their reasons. */
const namesOf = (fields: readonly string[]) => fields.map((field) => field.split(' ')[0])

it('fails if any value changes, except those declared as unchecked', async () => {
  const unnoticed = async (withRecord: boolean) => {
    const fields = new Set<string>()
    for (const statement of Object.values(statements)) {
      for (const field of await unnoticedFlips(
        statement,
        async (altered) => (await findingsOf(altered, withRecord)).length === 0,
        { others },
      ))
        fields.add(field)
    }
    return [...fields].toSorted()
  }
  expect(await unnoticed(true)).toEqual(namesOf(yieldVerifier.notChecked).toSorted())
  expect(namesOf([...yieldVerifier.notChecked, ...yieldVerifier.checkedByRecord])).toEqual(
    expect.arrayContaining(await unnoticed(false)),
  )
})

it('passes with the state names that older statements have', async () => {
  const { early } = statements
  const older = structuredClone(early!)
  Object.assign(older.contract, { state: 'closed early' })
  Object.assign(older.ending!, { how: 'closed early' })
  expect(await findingsOf(older, true)).toEqual([])
})

it('fails if the contract continued below its liquidation price', async () => {
  const { liquidated } = statements
  const later = structuredClone(liquidated!)
  const faults = await findingsOf({ ...later, ending: { ...later.ending!, at: later.ending!.at + 1 } }, true)
  expect(faults.length).toBeGreaterThan(0)
})
