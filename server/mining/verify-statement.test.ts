import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MiningStatement } from '../../api/calls/mining/mining.ts'
import { uuidMs } from '../../scripts/verify/findings.ts'
import { miningVerifier, type Statement } from '../../scripts/verify/mining.ts'
import type { PublicRecord } from '../../scripts/verify/record.ts'
import { unnoticedFlips } from '../../tests/flips.ts'
import { breaksOf, rulesBrokenBy } from '../../tests/tampering.ts'
import { uuidv7 } from '../platform/random.ts'
import { miningBooks } from './public.ts'
import { createMiningWorld, type MiningWorld, type Person } from './test-world.ts'

let world: MiningWorld
/** A contract paid in the coin it mines, and a converted one. */
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
  'contract.state': ['warming_up', 'running', 'ended'],
}

it('passes unchanged, and lists what isn’t checked or proven', async () => {
  for (const statement of statements) {
    expect(await findingsOf(statement, true)).toEqual([])
    expect(world.verify(statement)).toMatch(/The statement holds.*Not checked: contract.id.*Not proven by this file/s)
  }
})

/** Returns the declared fields without their reasons. */
const namesOf = (fields: readonly string[]) => fields.map((field) => field.split(' ')[0])

it('fails if any value changes, except those declared as unchecked', async () => {
  const unnoticed = async (withRecord: boolean) => {
    const fields = await Promise.all(
      statements.map((statement) =>
        unnoticedFlips(statement, async (altered) => (await findingsOf(altered, withRecord)).length === 0, { others }),
      ),
    )
    return [...new Set(fields.flat())].toSorted()
  }
  expect(await unnoticed(true)).toEqual(namesOf(miningVerifier.notChecked).toSorted())
  expect(namesOf([...miningVerifier.notChecked, ...miningVerifier.checkedByRecord])).toEqual(
    expect.arrayContaining(await unnoticed(false)),
  )
})

it('fails if the days were mined at a hash rate other than the contract’s', () => {
  const [statement] = statements
  const sold = String(Number(statement!.contract.hash) * 2)
  expect(world.verify({ ...statement!, contract: { ...statement!.contract, hash: sold } })).toContain('hash rate')
})

describe('the check against a plan’s history', () => {
  const basic = { id: 'btc-basic', account: 'mining', plan: 'Basic', symbol: 'BTC' }
  let ada: Person
  beforeAll(async () => void (ada = await world.addCustomer()))
  const asOwner = async (name: string, input: object) => {
    const { status } = await world.call(name, { ...input }, { secrete: await world.addOperator('owner') })
    expect(status).toBe(200)
  }
  const faultsAndOpen = async (statement: MiningStatement) => {
    const { faults, open } = await miningVerifier.check(statement as Statement, world.readRecord())
    return { faults, open }
  }
  const edit = async (amount: string, hash: string) => {
    await asOwner('plans.edit', { ...basic, amount, hash })
    expect((await world.approve()).status).toBe(200)
    await world.advance(3_600_000)
  }
  const begin = async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    const statement = await world.statementOf(ada, id)
    await world.advance(3_600_000)
    return statement
  }
  /** Returns the statement of a contract without days, with a different hash rate in every place that shows it. */
  const withHash = (statement: MiningStatement, hash: string): MiningStatement => {
    const contract = { ...statement.contract, hash: `${hash}.000000000000`, hashWords: `${hash} TH/s` }
    return { ...statement, contract }
  }
  const nothing = { faults: [], open: [] }
  const otherThanPlan = { faults: [expect.stringContaining('the hash rate of the plan Basic')], open: [] }

  it('accepts earlier and later contracts, and fails if a hash rate differs from the plan’s at the time', async () => {
    const earlier = await begin()
    await edit('300', '30')
    const later = await begin()
    for (const statement of [...statements, earlier, later]) expect(await faultsAndOpen(statement)).toEqual(nothing)
    expect(await faultsAndOpen(withHash(earlier, '30'))).toEqual(otherThanPlan)
    expect(await faultsAndOpen(withHash(later, '15'))).toEqual(otherThanPlan)
  })

  it('accepts a contract whose deposit was paid after the plan had changed', async () => {
    const order = { type: 'BTC', plan: 'btc-basic', coin: 'BTC' }
    const { body } = await world.call('createtrnx', order, { secrete: ada.secrete })
    await world.advance(600_000)
    await edit('600', '70')
    await world.scan()
    world.btc.send(body.address, BigInt(body.amount.replace('.', '')))
    world.btc.mine(3)
    await world.scan()
    const statement = await world.statementOf(ada, (await world.minersOf(ada))[0]!.id)
    expect(statement.contract).toMatchObject({ amount: '300.00', hashWords: '30 TH/s' })
    expect(await faultsAndOpen(statement)).toEqual(nothing)
  })

  it('fails for a plan that wasn’t offered at the time', async () => {
    const before = await begin()
    await asOwner('plans.retire', { id: 'btc-basic' })
    expect(await faultsAndOpen(before)).toEqual(nothing)
    await world.advance(3_600_000)
    const after = uuidv7(world.platform.clock.nowMs(), world.platform.random)
    const { startedAt, endsAt, nextOutputAt } = before.contract
    const later = 4 * 3_600_000
    const times = { startedAt: startedAt + later, endsAt: endsAt + later, nextOutputAt: nextOutputAt! + later }
    const forged = { ...before, holding: null, contract: { ...before.contract, ...times, id: after } }
    const expected = expect.stringMatching(/the plan Basic for BTC on .* wasn't offered/)
    expect(await faultsAndOpen(forged)).toEqual({ faults: [expected], open: [] })
  })

  it('stays undecided if the plan’s history begins later', async () => {
    const [statement] = statements
    const begins = { from: statement!.contract.endsAt, earlierKept: false }
    const history: PublicRecord = async (name, query) => {
      const answer = await world.readRecord()<object[]>(name, query)
      return (name === 'plans.history' ? answer.map((each) => ({ ...each, ...begins })) : answer) as never
    }
    const { faults, open } = await miningVerifier.check(statement as Statement, history)
    expect({ faults, open }).toEqual({ faults: [], open: [expect.stringContaining('begins later')] })
  })
  it('stays undecided for a contract that began with other terms just before the plan’s history begins', async () => {
    const [statement] = statements
    const begunMs = uuidMs(statement!.contract.id)
    const begins = { from: begunMs + 1, hash: '14.000000000000', earlierKept: false }
    const history: PublicRecord = async (name, query) => {
      const answer = await world.readRecord()<object[]>(name, query)
      return (name === 'plans.history' ? answer.map((each) => ({ ...each, ...begins })) : answer) as never
    }
    const { faults, open } = await miningVerifier.check(statement as Statement, history)
    expect({ faults, open }).toEqual({ faults: [], open: [expect.stringContaining('begins later')] })
  })
})

it('fails if the contract began before its deposit', async () => {
  const [statement] = statements
  const later = uuidv7(statement!.contract.startedAt + 1, world.platform.random)
  const altered = { ...statement!, contract: { ...statement!.contract, id: later } }
  expect(await findingsOf(altered, false)).toEqual(['the contract must not begin before its deposit'])
})

it('the mining checks also report a rate that wasn’t a recorded price at the time', async () => {
  expect(await breaksOf(world.platform, miningBooks)).toEqual([])
  const other = `
    UPDATE mining.days
    SET rate = jsonb_set(rate, '{to,seq}', to_jsonb((rate -> 'to' ->> 'seq')::bigint - 1))
    WHERE jsonb_typeof(rate) = 'object'`
  expect(await rulesBrokenBy(world.platform, miningBooks, other)).toEqual(['mining rate is a recorded price'])
})
