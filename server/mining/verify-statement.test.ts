import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MiningStatement } from '../../contract/mining.ts'
import { createMiningWorld, type MiningWorld } from './test-world.ts'

let world: MiningWorld
let statement: MiningStatement
beforeAll(async () => {
  world = await createMiningWorld()
  await world.setPrice('BTCUSD', 50_000)
  const ada = await world.addCustomer()
  const { id } = await world.buy(ada, 'btc-basic', 'BTC')
  await world.passDays(3)
  statement = await world.statementOf(ada, id)
})
afterAll(() => world.stop())

it('holds as it was made, and says what it does not prove', () => {
  expect(world.verify(statement)).toMatch(/The statement holds.*Not proven by this file/s)
})

it('fails where the days were mined at another hash rate than the contract’s', () => {
  const sold = String(Number(statement.contract.hash) * 2)
  expect(world.verify({ ...statement, contract: { ...statement.contract, hash: sold } })).toContain('hash rate')
})

it('fails where the shown output or end differs from what was computed', () => {
  const days = statement.days.map((day) => ({ ...day, paid: '1.00000000' }))
  expect(world.verify({ ...statement, days })).toContain('shown as paid')
  expect(world.verify({ ...statement, contract: { ...statement.contract, endsAt: statement.contract.endsAt + 1 } })).toContain('does NOT hold')
})
