import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dayMs } from '../../contract/mining-coins.ts'
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

describe('outputs', () => {
  it('begin 48 hours after the purchase and come daily; a month recomputes to the last unit', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    await world.advance(2 * dayMs - 60_000)
    await world.mining.payOutputs()
    expect(await world.minedBy(ada, 'BTC')).toBe(0n)
    await world.advance(60_000)
    await world.mining.payOutputs()
    expect((await world.statementOf(ada, id)).count).toBe(2)
    await world.passDays(28)
    const statement = await world.statementOf(ada, id)
    expect(statement.count).toBe(30)
    expect(statement.contract.state).toBe('running')
    expect(await world.minedBy(ada, 'BTC')).toBe(BigInt(statement.contract.earnings.replace('.', '')))
    expect(await world.minedBy(ada, 'BTC')).toBeGreaterThan(20_000n)
    expect(world.verify(statement)).toContain('The statement holds: 30 days')
    expect(statement.holding).toMatchObject({ coins: '0.00600000', rate: '1 tBTC = 50000.000 USD' })
  })
  it('are paid once, however often and by however many at once they are asked for', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    await world.advance(5 * dayMs)
    await Promise.all([world.mining.payOutputs(), world.mining.payOutputs(), world.mining.payOutputs()])
    await world.mining.payOutputs()
    const statement = await world.statementOf(ada, id)
    expect(statement.days.map(({ day }) => day)).toEqual([4, 3, 2, 1, 0])
    expect(new Set(statement.days.map(({ transfer }) => transfer)).size).toBe(5)
  })
  it('of a coin that cannot be mined are bitcoin at the day’s rate', async () => {
    const contract = await world.buy(ada, 'eth-basic', 'ETH')
    expect(contract).toMatchObject({ coin: 'ETH', mines: 'BTC' })
    await world.passDays(3)
    const statement = await world.statementOf(ada, contract.id)
    // 50,000 against 2,500: twenty ether for a bitcoin, nine decimals instead of eight.
    for (const { minedMinor, paidMinor, rate } of statement.days) {
      expect(rate).toMatchObject({ from: { symbol: 'BTCUSD' }, to: { symbol: 'ETHUSD' } })
      expect(BigInt(paidMinor)).toBe(BigInt(minedMinor) * 200n)
    }
    expect(world.verify(statement)).toContain('The statement holds')
  })
  it('wait until the record of both prices is complete, and hold up nobody else', async () => {
    const plain = await world.buy(ada, 'btc-basic', 'BTC')
    await world.advance(1_000)
    const converted = await world.buy(ada, 'eth-basic', 'ETH')
    // Time passes without a word of the source.
    await world.platform.clock.advance(2 * dayMs)
    await world.mining.payOutputs()
    expect((await world.statementOf(ada, plain.id)).count).toBe(2)
    expect((await world.statementOf(ada, converted.id)).count).toBe(0)
    // These prices come at the moment of the payout.
    await world.advance(0)
    const { seq } = world.context.markets.lastTick('ETHUSD')!
    await world.mining.payOutputs()
    const { days } = await world.statementOf(ada, converted.id)
    expect(days.map(({ rate }) => rate!.to.seq)).toEqual([seq, seq])
  })
  it('of a coin without any price wait for its first one, and hold up nobody else', async () => {
    const warn = vi.spyOn(world.platform.log, 'warn')
    const unpriced = await world.buy(ada, 'xrp-basic', 'XRP')
    await world.advance(1_000)
    const plain = await world.buy(ada, 'btc-basic', 'BTC')
    await world.passDays(2)
    await world.passDays(1)
    expect((await world.statementOf(ada, plain.id)).count).toBe(3)
    expect((await world.statementOf(ada, unpriced.id)).count).toBe(0)
    expect(warn.mock.calls.filter(([, words]) => words === 'mining outputs wait for a first price of their coin')).toHaveLength(1)
    await world.setPrice('XRPUSD', 2)
    await world.mining.payOutputs()
    const statement = await world.statementOf(ada, unpriced.id)
    expect(statement.days.map(({ rate }) => rate!.to.seq)).toEqual([1, 1, 1])
    expect(world.verify(statement)).toContain('The statement holds: 3 days')
  })
  it('follow a change of the difficulty from its moment on', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    await world.advance(dayMs / 2)
    const secrete = await world.addOperator('finance')
    const before = (await world.ask('mining.parameters')).body.find(({ coin }: { coin: string }) => coin === 'BTC')
    const input = { coin: 'BTC', difficulty: String(Number(before.difficulty) * 2), subsidy: '3.125', height: 900_000, source: 'A change made by this test', observedOn: '2026-01-05' }
    expect((await world.ask('mining.parameters.set', input, { secrete })).status).toBe(200)
    await world.passDays(3)
    const [third, second, first] = (await world.statementOf(ada, id)).days
    expect(first!.accruals).toHaveLength(2)
    expect(Number(first!.accruals[1]!.difficulty)).toBeCloseTo(Number(first!.accruals[0]!.difficulty) * 2, -9)
    expect(Number(first!.minedMinor) / Number(second!.minedMinor)).toBeCloseTo(1.5, 2)
    expect(third!.accruals).toHaveLength(1)
    expect(world.verify(await world.statementOf(ada, id))).toContain('The statement holds')
  })
  it('end with the contract', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    await world.passDays(400)
    // The session has run out meanwhile.
    ada.secrete = await world.identity.openSession(ada.id)
    const statement = await world.statementOf(ada, id)
    expect(statement).toMatchObject({ count: 365, contract: { state: 'ended', nextOutputAt: null } })
    expect(world.verify(statement)).toContain('365 days')
  })
  it('are all paid or all unpaid when the ledger fails in the middle of a run', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    await world.advance(6 * dayMs)
    await world.platform.pool.query(`CREATE FUNCTION refuse_output() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.kind = 'mining_output' THEN RAISE EXCEPTION 'killed'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER killed BEFORE INSERT ON ledger.transfers FOR EACH ROW EXECUTE FUNCTION refuse_output()`)
    await expect(world.mining.payOutputs()).rejects.toThrow('killed')
    expect((await world.statementOf(ada, id)).count).toBe(0)
    await world.platform.pool.query('DROP TRIGGER killed ON ledger.transfers')
    await world.mining.payOutputs()
    expect((await world.statementOf(ada, id)).count).toBe(6)
    expect(await world.minedBy(ada, 'BTC')).toBe(BigInt((await world.statementOf(ada, id)).contract.earnings.replace('.', '')))
  })
})
