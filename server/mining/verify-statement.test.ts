import { afterAll, beforeAll, expect, it } from 'vitest'
import type { MiningStatement } from '../../contract/mining.ts'
import { miningVerifier, type Statement } from '../../scripts/verify/mining.ts'
import { unnoticedFlips } from '../../tests/flips.ts'
import { breaksOf, rulesBrokenBy } from '../../tests/tampering.ts'
import { miningBooks } from './public.ts'
import { createMiningWorld, type MiningWorld } from './test-world.ts'

let world: MiningWorld
/** One that is paid in the coin it mines, and one that is converted. */
let statements: MiningStatement[]
beforeAll(async () => {
  world = await createMiningWorld()
  await world.setPrice('BTCUSD', 50_000)
  const [ada, eve] = [await world.addCustomer(), await world.addCustomer('EUR')]
  const { id } = await world.buy(ada, 'btc-basic', 'BTC')
  const { id: converted } = await world.buy(eve, 'eth-basic', 'ETH')
  await world.passDays(3)
  statements = [await world.statementOf(ada, id), await world.statementOf(eve, converted)]
})
afterAll(() => world.stop())

const findingsOf = async (statement: MiningStatement, withRecord: boolean) => {
  const { faults, open } = await miningVerifier.check(statement as Statement, withRecord ? world.record : undefined)
  return [...faults, ...open]
}
const others = {
  'contract.coin': ['BTC', 'ETH', 'LTC', 'ZEC'],
  'contract.mines': ['BTC', 'LTC', 'ZEC'],
  'contract.cur': ['$', '€'],
  'contract.datacenterId': ['iceland', 'sweden'],
  'contract.state': ['warming up', 'running', 'ended'],
}

it('holds as it was made, and names what is not checked and not proven', async () => {
  for (const statement of statements) {
    expect(await findingsOf(statement, true)).toEqual([])
    expect(world.verify(statement)).toMatch(/The statement holds.*Not checked: contract.id.*Not proven by this file/s)
  }
})

it('fails where any value is another, but for those that are declared as not checked', async () => {
  const unnoticed = async (withRecord: boolean) => {
    const fields = await Promise.all(statements.map((statement) => unnoticedFlips(statement, async (altered) => (await findingsOf(altered, withRecord)).length === 0, { others })))
    return [...new Set(fields.flat())].toSorted()
  }
  expect(await unnoticed(true)).toEqual(miningVerifier.notChecked.toSorted())
  expect([...miningVerifier.notChecked, ...miningVerifier.checkedByRecord]).toEqual(expect.arrayContaining(await unnoticed(false)))
})

it('fails where the days were mined at another hash rate than the contract’s', () => {
  const [statement] = statements
  const sold = String(Number(statement!.contract.hash) * 2)
  expect(world.verify({ ...statement!, contract: { ...statement!.contract, hash: sold } })).toContain('hash rate')
})

it('is checked by the books too: a rate that is no recorded price of its time shows', async () => {
  expect(await breaksOf(world.platform, miningBooks)).toEqual([])
  const other = `UPDATE mining.days SET rate = jsonb_set(rate, '{to,seq}', to_jsonb((rate -> 'to' ->> 'seq')::bigint - 1)) WHERE jsonb_typeof(rate) = 'object'`
  expect(await rulesBrokenBy(world.platform, miningBooks, other)).toEqual(['mining rate is a recorded price'])
})
