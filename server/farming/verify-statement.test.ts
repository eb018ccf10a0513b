import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FarmStatement } from '../../contract/farming.ts'
import { createFarmingWorld, type FarmingWorld } from './test-world.ts'

let farms: FarmingWorld
let statement: FarmStatement
beforeAll(async () => {
  farms = await createFarmingWorld()
  await farms.world.setPrice('BTCUSD', 50_000)
  const ada = await farms.world.addCustomer()
  const { id } = await farms.start(ada, { plan: 'btc-reach', amount: '1000', lever: '3', duration: '30' })
  for (let week = 0; week < 4; week++) await farms.days(7)
  await farms.days(3)
  await farms.again(ada)
  statement = await farms.statementOf(ada, id)
})
afterAll(() => farms.stop())

it('holds as it was made, and says what it does not prove', () => {
  expect(statement.ending).not.toBeNull()
  expect(farms.verify(statement)).toMatch(/The statement holds.*Not proven by this file/s)
})

it.each(['entryPrice', 'liquidationPrice', 'returned', 'earlyFee'] as const)('fails where the shown %s differs from the terms', (name) => {
  const contract = { ...statement.contract, [name]: `9${statement.contract[name]}` }
  expect(farms.verify({ ...statement, contract })).toContain('does NOT hold')
})

it('fails where a state, a return or a payment is shown that was not computed', () => {
  const { contract, ending, weeks } = statement
  expect(farms.verify({ ...statement, contract: { ...contract, state: 'liquidated' } })).toContain('does NOT hold')
  expect(farms.verify({ ...statement, ending: { ...ending!, returned: '9999.00' } })).toContain('does NOT hold')
  expect(farms.verify({ ...statement, weeks: weeks.map((week) => ({ ...week, paid: '9.99' })) })).toContain('does NOT hold')
})
