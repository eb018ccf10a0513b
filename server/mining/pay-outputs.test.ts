import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dayMs } from '../../api/mining-coins.ts'
import { createMiningWorld, type MiningWorld, type Person } from './test-world.ts'
import { breaksOf } from '../../tests/tampering.ts'
import { miningBooks } from './public.ts'

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
  expect(await breaksOf(world.platform, miningBooks)).toEqual([])
  expect((await world.ledger.reconcile()).ok).toBe(true)
  await world.stop()
})

const alarms = async () => (await world.platform.alarms.open()).filter(({ kind }) => kind === 'mining_output_failed')

describe('outputs', () => {
  it('begin 48 hours after the purchase and are paid daily; a month can be recomputed to the last unit', async () => {
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
  it('are paid only once, however many runs pay them concurrently', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    await world.advance(5 * dayMs)
    await Promise.all([world.mining.payOutputs(), world.mining.payOutputs(), world.mining.payOutputs()])
    await world.mining.payOutputs()
    const statement = await world.statementOf(ada, id)
    expect(statement.days.map(({ day }) => day)).toEqual([4, 3, 2, 1, 0])
    expect(new Set(statement.days.map(({ transfer }) => transfer)).size).toBe(5)
  })
  it('of a coin that can’t be mined are converted from bitcoin at the day’s rate', async () => {
    const contract = await world.buy(ada, 'eth-basic', 'ETH')
    expect(contract).toMatchObject({ coin: 'ETH', mines: 'BTC' })
    await world.passDays(3)
    const statement = await world.statementOf(ada, contract.id)
    // At $50,000 and $2,500, a bitcoin is worth twenty ether. Ether has nine decimals instead of eight.
    for (const { minedMinor, paidMinor, rate } of statement.days) {
      expect(rate).toMatchObject({ from: { symbol: 'BTCUSD' }, to: { symbol: 'ETHUSD' } })
      expect(BigInt(paidMinor)).toBe(BigInt(minedMinor) * 200n)
    }
    expect(world.verify(statement)).toContain('The statement holds')
  })
  it('wait until both price records are complete, without delaying other outputs', async () => {
    const plain = await world.buy(ada, 'btc-basic', 'BTC')
    await world.advance(1_000)
    const converted = await world.buy(ada, 'eth-basic', 'ETH')
    // Time passes without data from the source.
    await world.platform.clock.advance(2 * dayMs)
    await world.mining.payOutputs()
    expect((await world.statementOf(ada, plain.id)).count).toBe(2)
    expect((await world.statementOf(ada, converted.id)).count).toBe(0)
    // These prices arrive at the moment of the payout.
    await world.advance(0)
    const { seq } = world.context.markets.lastTick('ETHUSD')!
    await world.mining.payOutputs()
    const { days } = await world.statementOf(ada, converted.id)
    expect(days.map(({ rate }) => rate!.to.seq)).toEqual([seq, seq])
  })
  it('of a coin without any price wait for its first price, without delaying other outputs', async () => {
    const warn = vi.spyOn(world.platform.log, 'warn')
    const unpriced = await world.buy(ada, 'xrp-basic', 'XRP')
    await world.advance(1_000)
    const plain = await world.buy(ada, 'btc-basic', 'BTC')
    await world.passDays(2)
    await world.passDays(1)
    expect((await world.statementOf(ada, plain.id)).count).toBe(3)
    expect((await world.statementOf(ada, unpriced.id)).count).toBe(0)
    expect(
      warn.mock.calls.filter(([, words]) => words === 'mining outputs are waiting for the first price of their coin'),
    ).toHaveLength(1)
    await world.setPrice('XRPUSD', 2)
    await world.mining.payOutputs()
    const statement = await world.statementOf(ada, unpriced.id)
    expect(statement.days.map(({ rate }) => rate!.to.seq)).toEqual([1, 1, 1])
    expect(world.verify(statement)).toContain('The statement holds: 3 days')
  })
  it('apply a change of difficulty from the moment it takes effect', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    const secrete = await world.addOperator('finance')
    const before = (await world.ask('mining.parameters')).body.find(({ coin }: { coin: string }) => coin === 'BTC')
    const input = {
      coin: 'BTC',
      difficulty: String(Number(before.difficulty) * 2),
      subsidy: '3.125',
      height: 900_000,
      source: 'Changed by this test',
      observedOn: '2026-01-05',
    }
    expect((await world.ask('mining.parameters.set', input, { secrete })).status).toBe(200)
    // The approval happens half a day before the end of the first day, so that the change takes effect half a day
    // before the end of the second day.
    await world.advance(dayMs / 2)
    expect((await world.approve()).status).toBe(200)
    await world.passDays(4)
    const [, third, second, first] = (await world.statementOf(ada, id)).days
    expect(first!.accruals).toHaveLength(1)
    expect(second!.accruals).toHaveLength(2)
    expect(Number(second!.accruals[1]!.difficulty)).toBeCloseTo(Number(second!.accruals[0]!.difficulty) * 2, -9)
    expect(Number(second!.minedMinor) / Number(third!.minedMinor)).toBeCloseTo(1.5, 2)
    expect(third!.accruals).toHaveLength(1)
    expect(world.verify(await world.statementOf(ada, id))).toContain('The statement holds')
  })
  it('end when the contract ends', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    await world.passDays(400)
    // The session has expired in the meantime.
    ada.secrete = await world.identity.openSession(ada.id)
    const statement = await world.statementOf(ada, id)
    expect(statement).toMatchObject({ count: 365, contract: { state: 'ended', nextOutputAt: null } })
    expect(world.verify(statement)).toContain('365 days')
  })
  it('are either all paid or all unpaid when the ledger fails during a run', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    await world.advance(6 * dayMs)
    await world.platform.owner.query(`
        CREATE FUNCTION refuse_output() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF NEW.kind = 'mining_output' THEN RAISE EXCEPTION 'killed'; END IF;
          RETURN NEW;
        END $$;
        CREATE TRIGGER killed BEFORE INSERT ON ledger.transfers FOR EACH ROW EXECUTE FUNCTION refuse_output()`)
    await world.mining.payOutputs()
    expect((await world.statementOf(ada, id)).count).toBe(0)
    expect(await alarms()).toMatchObject([
      { kind: 'mining_output_failed', subject: 'BTC', details: { contracts: 1, contract: id, day: 1 } },
    ])
    await world.platform.owner.query('DROP TRIGGER killed ON ledger.transfers')
    await world.advance(60_000)
    await world.mining.payOutputs()
    expect(await alarms()).toEqual([])
    expect((await world.statementOf(ada, id)).count).toBe(6)
    expect(await world.minedBy(ada, 'BTC')).toBe(
      BigInt((await world.statementOf(ada, id)).contract.earnings.replace('.', '')),
    )
  })
})

describe('a locked account', () => {
  it('doesn’t delay other customers, raises no alarm, and is paid when it is unlocked', async () => {
    const bob = await world.addCustomer()
    const [held, free] = [await world.buy(ada, 'btc-basic', 'BTC'), await world.buy(bob, 'btc-basic', 'BTC')]
    await world.passDays(2)
    const holder = await world.platform.owner.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', [ada.id])
    await world.advance(dayMs)
    await world.mining.payOutputs()
    expect((await world.statementOf(bob, free.id)).count).toBe(3)
    expect((await world.statementOf(ada, held.id)).count).toBe(2)
    expect(await alarms()).toEqual([])
    await holder.query('ROLLBACK')
    holder.release()
    await world.mining.payOutputs()
    expect((await world.statementOf(ada, held.id)).count).toBe(3)
  }, 15_000)
})

describe('a wrong parameter', () => {
  const cat = '00000000-0000-7000-8000-00000000000'
  /** Inserts a wrong parameter that no rule checks, as an older version could. */
  const poison = (coin: string, difficultyE8: string, subsidyMinor: string) =>
    world.platform.pool.query(
      `
        INSERT INTO mining.parameters (coin, from_ms, difficulty_e8, subsidy_minor, height, source, observed_on,
          set_by, approved_by)
       VALUES ($1, $2, $3, $4, 1, 'A mistake made by this test', '2026-01-05', '${cat}1', '${cat}2')`,
      [coin, world.platform.clock.nowMs(), difficultyE8, subsidyMinor],
    )
  const correct = async (change: Record<string, unknown>) => {
    const wrong = (await world.ask('mining.parameters')).body.find(
      ({ coin, state }: Record<string, string>) => coin === change.coin && state === 'in_force',
    )
    const input = {
      height: 900_000,
      source: 'The correct figures of this test',
      observedOn: '2026-01-05',
      from: wrong.from,
      ...change,
    }
    return world.ask('mining.parameters.correct', input, { secrete: await world.addOperator('finance') })
  }

  it('doesn’t stop other coins or earlier days, and payouts resume after two operators correct it', async () => {
    const bob = await world.addCustomer()
    const early = await world.buy(ada, 'btc-basic', 'BTC')
    const other = await world.buy(bob, 'ltc-basic', 'LTC')
    await world.advance(2 * dayMs)
    await poison('BTC', '1', '999900000000')
    await world.advance(2 * dayMs)
    await world.mining.payOutputs()
    expect((await world.statementOf(bob, other.id)).count).toBe(4)
    expect((await world.statementOf(ada, early.id)).count).toBe(2)
    expect(await alarms()).toMatchObject([{ subject: 'BTC' }])
    const healthy = (await world.ask('mining.parameters')).body.find(
      ({ coin, state }: Record<string, string>) => coin === 'BTC' && state === 'past',
    )
    expect((await correct({ coin: 'BTC', difficulty: healthy.difficulty, subsidy: '3.125' })).body).toMatchObject({
      type: 'success',
    })
    await world.advance(60_000)
    await world.mining.payOutputs()
    expect((await world.statementOf(ada, early.id)).count).toBe(2)
    expect((await world.approve()).status).toBe(200)
    await world.advance(3_600_000)
    await world.mining.payOutputs()
    const statement = await world.statementOf(ada, early.id)
    expect(statement.count).toBe(4)
    expect(world.verify(statement)).toContain('The statement holds: 4 days')
    expect(await alarms()).toEqual([])
    const shown = (await world.ask('mining.parameters')).body.filter(
      ({ coin, from }: Record<string, unknown>) => coin === 'BTC' && from !== 0,
    )
    expect(shown.map(({ state, subsidy }: Record<string, string>) => ({ state, subsidy })).slice(0, 2)).toEqual([
      { state: 'in_force', subsidy: '3.12500000' },
      { state: 'replaced', subsidy: '9999.00000000' },
    ])
  })
  it('closes a coin’s alarm while contracts of another coin fail', async () => {
    const bob = await world.addCustomer()
    await world.buy(ada, 'btc-basic', 'BTC')
    await world.buy(bob, 'ltc-basic', 'LTC')
    await world.advance(2 * dayMs)
    await poison('BTC', '1', '999900000000')
    await poison('LTC', '1', '999900000000')
    await world.advance(2 * dayMs)
    await world.mining.payOutputs()
    expect((await alarms()).map(({ subject }) => subject).sort()).toEqual(['BTC', 'LTC'])
    const set = async (coin: string, difficulty: string, subsidy: string) => {
      await correct({ coin, difficulty, subsidy })
      expect((await world.approve()).status).toBe(200)
      await world.advance(3_600_000)
      await world.mining.payOutputs()
    }
    await set('LTC', '83619823.71858509', '6.25')
    expect((await alarms()).map(({ subject }) => subject)).toEqual(['BTC'])
    await set('BTC', '110451907374649.8', '3.125')
    expect(await alarms()).toEqual([])
  })
  it('never pays a contract more than the whole network mines', async () => {
    const { id } = await world.buy(ada, 'btc-basic', 'BTC')
    await poison('BTC', '100000000', '312500000')
    await world.advance(3 * dayMs)
    await world.mining.payOutputs()
    expect(await world.minedBy(ada, 'BTC')).toBe(0n)
    expect((await world.statementOf(ada, id)).count).toBe(0)
    await correct({ coin: 'BTC', difficulty: '110451907374649.8', subsidy: '3.125' })
    expect((await world.approve()).status).toBe(200)
    await world.advance(3_600_000)
    await world.mining.payOutputs()
    expect((await world.statementOf(ada, id)).count).toBe(3)
  })
})
