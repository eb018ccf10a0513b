import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../contract/mining-coins.ts'
import { miningCalls, type MinerRecord, type MiningStatement } from '../../contract/mining.ts'
import { serveCalls, type TestApi } from '../../tests/harness.ts'
import { createMetrics } from '../platform/metrics.ts'
import { createDepositWorld, someId, type DepositWorld } from '../payments/deposits/test-world.ts'
import { createMining, type Mining } from './public.ts'

let world: DepositWorld
let mining: Mining
let api: TestApi
let ada: { id: string; secrete: string }
const folder = mkdtempSync(path.join(tmpdir(), 'tallystick-mining-'))

beforeAll(async () => {
  world = await createDepositWorld()
  const { platform, ledger, identity } = world
  const { markets, operators, purposes } = world.context
  mining = createMining(platform, { ledger, identity, markets, operators, payments: { onCredited: (purpose, handler) => purposes.add(purpose, handler) } })
  api = await serveCalls({ ...platform, metrics: createMetrics(false) }, miningCalls, mining.calls, identity.sessionOf, operators.operatorOf)
})
beforeEach(async () => {
  await world.setPrice('BTCUSD', 50_000)
  ada = await world.addCustomer()
})
afterAll(async () => {
  expect((await world.ledger.reconcile()).ok).toBe(true)
  await mining.stop()
  await api.stop()
  await world.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Buys a plan with test bitcoin and lets the chain confirm it. */
async function buy(plan: string, coin: string, amount?: string): Promise<MinerRecord> {
  const { body } = await world.call('createtrnx', { type: 'BTC', plan, coin, ...(amount && { amount }) }, { secrete: ada.secrete })
  await world.scan()
  world.btc.send(body.address, BigInt(body.amount.replace('.', '').replace(/^0+/, '')))
  world.btc.mine(3)
  await world.scan()
  return (await miners())[0]!
}
const miners = async (): Promise<MinerRecord[]> => (await api.call('activedeposits', {}, { secrete: ada.secrete })).body
const statementOf = async (id: string): Promise<MiningStatement> => (await api.call('mining.statement', { id }, { secrete: ada.secrete })).body
const mined = async (coin: 'BTC' | 'ETH') => (await world.ledger.balance({ owner: ada.id, code: `mining:${coin}`, asset: coin })).balanceMinor

async function days(count: number) {
  await world.advance(count * dayMs)
  await mining.payOutputs()
}

/** The independent script's word on a statement. */
function verify(statement: MiningStatement): string {
  const file = path.join(folder, `${statement.contract.id}.json`)
  writeFileSync(file, JSON.stringify(statement))
  return spawnSync(process.execPath, ['scripts/verify-mining.ts', file], { encoding: 'utf8' }).stdout
}

describe("'activedeposits'", () => {
  it('shows a contract that its deposit has begun, paid for from the trading account', async () => {
    const contract = await buy('btc-basic', 'BTC')
    expect(contract).toMatchObject({ coin: 'BTC', mines: 'BTC', plan: 'Basic', amount: '300.00', cur: '$', earnings: '0.00000000', hashWords: '15 TH/s', state: 'warming up' })
    expect(await world.balance(ada.id)).toBe(0n)
    expect((await world.ledger.transfersOf(contract.id, ada.id)).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['deposit', 'mining_purchase']))
  })
  it('gives a custom amount its share of the hash rate', async () => {
    expect(await buy('btc-custom', 'BTC', '450')).toMatchObject({ amount: '450.00', hashWords: '22.5 TH/s' })
  })
  it('is empty for a stranger', async () => {
    await buy('btc-basic', 'BTC')
    const ben = await world.addCustomer()
    expect((await api.call('activedeposits', {}, { secrete: ben.secrete })).body).toEqual([])
  })
})

describe('outputs', () => {
  it('begin 48 hours after the purchase and come daily; a month recomputes to the last unit', async () => {
    const { id } = await buy('btc-basic', 'BTC')
    await world.advance(2 * dayMs - 60_000)
    await mining.payOutputs()
    expect(await mined('BTC')).toBe(0n)
    await world.advance(60_000)
    await mining.payOutputs()
    expect((await statementOf(id)).count).toBe(2)
    await days(28)
    const statement = await statementOf(id)
    expect(statement.count).toBe(30)
    expect(statement.contract.state).toBe('running')
    expect(await mined('BTC')).toBe(BigInt(statement.contract.earnings.replace('.', '')))
    expect(await mined('BTC')).toBeGreaterThan(20_000n)
    expect(verify(statement)).toContain('The statement holds: 30 days')
    expect(statement.holding).toMatchObject({ coins: '0.00600000', rate: '1 tBTC = 50000.000 USD' })
  })
  it('are paid once, however often and by however many at once they are asked for', async () => {
    const { id } = await buy('btc-basic', 'BTC')
    await world.advance(5 * dayMs)
    await Promise.all([mining.payOutputs(), mining.payOutputs(), mining.payOutputs()])
    await mining.payOutputs()
    const statement = await statementOf(id)
    expect(statement.days.map(({ day }) => day)).toEqual([4, 3, 2, 1, 0])
    expect(new Set(statement.days.map(({ transfer }) => transfer)).size).toBe(5)
  })
  it('of a coin that cannot be mined are bitcoin at the day’s rate', async () => {
    const contract = await buy('eth-basic', 'ETH')
    expect(contract).toMatchObject({ coin: 'ETH', mines: 'BTC' })
    await days(3)
    const statement = await statementOf(contract.id)
    // 50,000 against 2,500: twenty ether for a bitcoin, nine decimals instead of eight.
    for (const { minedMinor, paidMinor, rate } of statement.days) {
      expect(rate).toMatchObject({ from: { symbol: 'BTCUSD' }, to: { symbol: 'ETHUSD' } })
      expect(BigInt(paidMinor)).toBe(BigInt(minedMinor) * 200n)
    }
    expect(verify(statement)).toContain('The statement holds')
  })
  it('follow a change of the difficulty from its moment on', async () => {
    const { id } = await buy('btc-basic', 'BTC')
    await world.advance(dayMs / 2)
    const secrete = await world.addOperator('finance')
    const before = (await api.call('mining.parameters')).body.find(({ coin }: { coin: string }) => coin === 'BTC')
    const input = { coin: 'BTC', difficulty: String(Number(before.difficulty) * 2), subsidy: '3.125', height: 900_000, source: 'A change made by this test', observedOn: '2026-01-05' }
    expect((await api.call('mining.parameters.set', input, { secrete })).status).toBe(200)
    await days(3)
    const [third, second, first] = (await statementOf(id)).days
    expect(first!.accruals).toHaveLength(2)
    expect(Number(first!.accruals[1]!.difficulty)).toBeCloseTo(Number(first!.accruals[0]!.difficulty) * 2, -9)
    expect(Number(first!.minedMinor) / Number(second!.minedMinor)).toBeCloseTo(1.5, 2)
    expect(third!.accruals).toHaveLength(1)
    expect(verify(await statementOf(id))).toContain('The statement holds')
  })
  it('end with the contract', async () => {
    const { id } = await buy('btc-basic', 'BTC')
    await days(400)
    // The session has run out meanwhile.
    ada.secrete = await world.identity.openSession(ada.id)
    const statement = await statementOf(id)
    expect(statement).toMatchObject({ count: 365, contract: { state: 'ended', nextOutputAt: null } })
    expect(verify(statement)).toContain('365 days')
  })
  it('are all paid or all unpaid when the ledger fails in the middle of a run', async () => {
    const { id } = await buy('btc-basic', 'BTC')
    await world.advance(6 * dayMs)
    await world.platform.pool.query(`CREATE FUNCTION refuse_output() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.kind = 'mining_output' THEN RAISE EXCEPTION 'killed'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER killed BEFORE INSERT ON ledger.transfers FOR EACH ROW EXECUTE FUNCTION refuse_output()`)
    await expect(mining.payOutputs()).rejects.toThrow('killed')
    expect((await statementOf(id)).count).toBe(0)
    await world.platform.pool.query('DROP TRIGGER killed ON ledger.transfers')
    await mining.payOutputs()
    expect((await statementOf(id)).count).toBe(6)
    expect(await mined('BTC')).toBe(BigInt((await statementOf(id)).contract.earnings.replace('.', '')))
  })
})

describe('a deposit that leaves the chain', () => {
  it('ends its contract, whose price is taken back with it', async () => {
    const { id } = await buy('btc-basic', 'BTC')
    world.btc.reorganise(4)
    await world.scan()
    expect(await miners()).toMatchObject([{ id, state: 'ended' }])
    expect(await world.balance(ada.id)).toBe(0n)
    await days(5)
    expect(await mined('BTC')).toBe(0n)
  })
})

describe("'mining.statement'", () => {
  it('not_found: for what is not there, is no id, or is another’s', async () => {
    const { id } = await buy('btc-basic', 'BTC')
    const ben = await world.addCustomer()
    for (const [input, secrete] of [[someId, ada.secrete], ['nonsense', ada.secrete], [id, ben.secrete]] as const) {
      const { status, body } = await api.call('mining.statement', { id: input }, { secrete })
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
    }
  })
  it('is told to be wrong by the script when a figure of it was changed', async () => {
    const { id } = await buy('btc-basic', 'BTC')
    await days(3)
    const statement = await statementOf(id)
    statement.days[1]!.paidMinor = String(BigInt(statement.days[1]!.paidMinor) + 1n)
    expect(verify(statement)).toContain('does NOT hold')
  })
})

describe("'mining.parameters.set'", () => {
  const input = { coin: 'LTC', difficulty: '0', subsidy: '6.25', height: 1, source: 'A change made by this test', observedOn: '2026-01-05' }
  it('bad_difficulty: of zero', async () => {
    const { status, body } = await api.call('mining.parameters.set', input, { secrete: await world.addOperator('finance') })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'bad_difficulty' })
  })
  it('is unknown to whoever may not', async () => {
    for (const secrete of [ada.secrete, await world.addOperator('support')]) {
      const { body } = await api.call('mining.parameters.set', { ...input, difficulty: '5' }, { secrete })
      expect(body.code).toBe('unknown_call')
    }
  })
})

describe("'mining.parameters' and 'datacenters'", () => {
  it('tell what the formula uses, to anyone', async () => {
    const parameters = (await api.call('mining.parameters')).body
    expect(new Set(parameters.map(({ coin }: { coin: string }) => coin))).toEqual(new Set(['BTC', 'LTC', 'ZEC', 'XMR']))
    for (const each of parameters) expect(each.source.length).toBeGreaterThan(9)
    expect((await api.call('datacenters')).body.map(({ country, simulated }: { country: string; simulated: boolean }) => [country, simulated])).toEqual([['Iceland', true], ['Sweden', true]])
  })
})
