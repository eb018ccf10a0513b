import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../../api/farming-rules.ts'
import { createFarmingWorld, type FarmingWorld, type Person } from './test-world.ts'
import { breaksOf } from '../../tests/tampering.ts'
import { farmingBooks } from './public.ts'

let farms: FarmingWorld
let ada: Person

beforeAll(async () => {
  farms = await createFarmingWorld()
})
beforeEach(async () => {
  await farms.world.setPrice('BTCUSD', 50_000)
  await farms.farming.runContracts()
  ada = await farms.world.addCustomer()
})
afterAll(async () => {
  expect(await breaksOf(farms.world.platform, farmingBooks)).toEqual([])
  const { ok, breaks } = await farms.world.ledger.reconcile()
  expect({ ok, breaks }).toEqual({ ok: true, breaks: [] })
  await farms.stop()
})

const reach = { plan: 'btc-reach', amount: '1000', lever: '3', duration: '30' }
const verified = async (id: string) => farms.verify(await farms.statementOf(ada, id))

describe('a contract', () => {
  it('begins with its deposit, whose amount is locked', async () => {
    const contract = await farms.start(ada, reach)
    expect(contract).toMatchObject({
      pcur: '$',
      plan: 'Bitcoin Reach',
      amount: '1000.00',
      earnings: '0.00',
      duration: 30,
      coin: 'BTC',
      lever: 3,
      state: 'running',
      health: '1.35',
      worth: '1000.00',
      forward: '8.84',
      delivered: null,
    })
    expect([await farms.cash(ada, 'trading'), await farms.cash(ada, 'farming')]).toEqual([0n, 1_000_00n])
    expect((await farms.call('pendingyields', {}, ada)).body).toEqual([])
  })
  it('is paid weekly in arrears and released at its end, which the script recomputes to the last unit', async () => {
    const { id } = await farms.start(ada, reach)
    await farms.world.advance(7 * dayMs - 1_000)
    await farms.farming.runContracts()
    expect(await farms.cash(ada, 'trading')).toBe(0n)
    await farms.world.advance(1_000)
    await farms.farming.runContracts()
    expect(await farms.cash(ada, 'trading')).toBe(170n)
    for (let week = 0; week < 3; week++) await farms.days(7)
    expect(await farms.cash(ada, 'trading')).toBe(680n)
    expect((await farms.yields(ada))[0]).toMatchObject({ earnings: '6.80', delivered: '8.84', state: 'running' })
    await farms.world.setPrice('BTCUSD', 55_000)
    await farms.days(2)
    await farms.again(ada)
    // Interest for two days of a week that earns 1.70, and a gain of three times 10%.
    expect((await farms.yields(ada))[0]).toMatchObject({
      earnings: '7.28',
      state: 'released',
      returned: '1300.00',
      nextAt: null,
      health: null,
    })
    expect([await farms.cash(ada, 'trading'), await farms.cash(ada, 'farming')]).toEqual([1_307_28n, 0n])
    expect(await verified(id)).toContain('The statement holds: 5 weeks, released, recomputed to the last unit.')
  })
  it('gives the same result if everything is due at once and several runs are concurrent', async () => {
    const { id } = await farms.start(ada, { ...reach, duration: 28 })
    await farms.world.advance(40 * dayMs)
    await Promise.all([farms.farming.runContracts(), farms.farming.runContracts()])
    await farms.farming.runContracts()
    await farms.again(ada)
    const statement = await farms.statementOf(ada, id)
    expect(statement.weeks.map(({ week }) => week)).toEqual([3, 2, 1, 0])
    expect(new Set(statement.weeks.map(({ transfer }) => transfer)).size).toBe(4)
    expect(statement.ending).toMatchObject({ how: 'released', at: statement.terms.endsAt, returned: '1000.00' })
    expect(farms.verify(statement)).toContain('The statement holds')
  })
  it('multiplies the coin’s loss by the leverage', async () => {
    const { id } = await farms.start(ada, { ...reach, lever: '2', duration: 7 })
    await farms.world.setPrice('BTCUSD', 45_000)
    await farms.days(7)
    expect((await farms.yields(ada))[0]).toMatchObject({ state: 'released', returned: '800.00' })
    expect(await verified(id)).toContain('The statement holds')
  })
  it('carries fractions of a unit, so that thirty small weeks lose nothing', async () => {
    const { id } = await farms.start(ada, { plan: 'btc-steady', amount: '100.01', lever: '1.5', duration: 210 })
    for (let week = 0; week < 30; week++) await farms.days(7)
    await farms.again(ada)
    // 100.01 x (1.5 x 0.09% - 0.5 x 0.07%) x 30 = 3.0003
    expect((await farms.yields(ada))[0]).toMatchObject({ earnings: '3.00', state: 'released' })
    expect(await verified(id)).toContain('30 weeks')
  })
  it('fails the script’s check if one of its figures was changed', async () => {
    const { id } = await farms.start(ada, reach)
    await farms.days(14)
    const statement = await farms.statementOf(ada, id)
    statement.weeks[1]!.paidMinor = '171'
    expect(farms.verify(statement)).toContain('does NOT hold')
    statement.weeks[1]!.paidMinor = '170'
    statement.weeks[0]!.stretches[0]!.applied += 1
    expect(farms.verify(statement)).toContain('does NOT hold')
    statement.weeks[0]!.stretches[0]!.applied -= 1
    expect(farms.verify(statement)).toContain('The statement holds')
    // The announced rate is higher than the one that was paid.
    statement.weeks[0]!.stretches[0]!.announced += 1
    expect(farms.verify(statement)).toContain('does NOT hold')
  })
})

describe('a crash during a run', () => {
  it('leaves every period paid exactly once', async () => {
    const contracts = [await farms.start(ada, reach), await farms.start(ada, { ...reach, duration: '14' })]
    await farms.world.advance(21 * dayMs)
    const { owner } = farms.world.platform
    await owner.query(`
      CREATE FUNCTION refuse_return() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.kind = 'farming_return' THEN RAISE EXCEPTION 'killed' USING ERRCODE = 'admin_shutdown'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER killed BEFORE INSERT ON ledger.transfers FOR EACH ROW EXECUTE FUNCTION refuse_return()`)
    await expect(farms.farming.runContracts()).rejects.toThrow('killed')
    for (const { id } of contracts) expect((await farms.statementOf(ada, id)).weeks).toEqual([])
    expect(await farms.cash(ada, 'trading')).toBe(0n)
    await owner.query('DROP TRIGGER killed ON ledger.transfers')
    await farms.farming.runContracts()
    await farms.farming.runContracts()
    expect((await farms.yields(ada)).map(({ earnings, state }) => [earnings, state])).toEqual([
      ['5.10', 'running'],
      ['3.40', 'released'],
    ])
    expect(await farms.cash(ada, 'trading')).toBe(1_008_50n)
  })
})

describe('liquidation', () => {
  it('uses the first stored tick at or below the price, and pays interest until then', async () => {
    const { id, liquidationPrice } = await farms.start(ada, reach)
    expect(Number(liquidationPrice)).toBeCloseTo(37_037.037, 2)
    await farms.days(7)
    await farms.world.setPrice('BTCUSD', 37_038)
    await farms.farming.runContracts()
    expect((await farms.yields(ada))[0]).toMatchObject({ state: 'running', health: '1.00' })
    await farms.world.advance(dayMs)
    await farms.world.setPrice('BTCUSD', 37_000)
    await farms.world.setPrice('BTCUSD', 60_000)
    // The price has recovered since, but the record counts.
    await farms.days(1)
    await farms.days(1)
    const statement = await farms.statementOf(ada, id)
    expect(statement.contract).toMatchObject({ state: 'liquidated', returned: '220.00' })
    const { tick, at } = statement.ending!
    const [before] = await farms.world.context.markets
      .ticksBetween('BTCUSD', statement.terms.startedAt, tick.at)
      .then((ticks) => ticks.filter(({ price }) => BigInt(price) <= BigInt(statement.terms.liquidationPrice)))
    expect(before).toMatchObject({ seq: tick.seq, price: Number(tick.price), atMs: at })
    expect(statement.weeks).toHaveLength(2)
    expect(farms.verify(statement)).toContain('2 weeks, liquidated')
    const { email } = (await farms.world.identity.details(ada.id))!
    const mails = farms.world.platform.mail
      .mailbox()
      .filter(
        ({ to, subject }) => to === email && subject === 'Your yield contract was closed at its liquidation price',
      )
    expect(mails).toHaveLength(1)
    for (const words of [
      'at 37000.000 USD',
      `tick ${tick.seq}`,
      'was 37037.037 USD',
      'We returned $220.00 of the locked $1000.00',
      'Contract statement',
    ])
      expect(mails[0]!.text).toContain(words)
    expect(await farms.cash(ada, 'farming')).toBe(0n)
  })
  it('takes precedence over interest and release that are also due in a late run', async () => {
    const { id } = await farms.start(ada, { ...reach, duration: 14 })
    await farms.world.advance(8 * dayMs)
    await farms.world.setPrice('BTCUSD', 30_000)
    await farms.world.setPrice('BTCUSD', 80_000)
    await farms.world.advance(20 * dayMs)
    await farms.farming.runContracts()
    const statement = await farms.statementOf(ada, id)
    expect(statement.contract).toMatchObject({ state: 'liquidated', returned: '0.00' })
    expect(statement.weeks.map(({ to }) => Math.round((to - statement.terms.startedAt) / dayMs))).toEqual([8, 7])
    expect(farms.verify(statement)).toContain('The statement holds')
  })
  it('is not caused by a price before the start or after the end', async () => {
    await farms.world.setPrice('BTCUSD', 20_000)
    await farms.world.setPrice('BTCUSD', 50_000)
    const { id } = await farms.start(ada, { ...reach, duration: 7 })
    await farms.world.advance(7 * dayMs)
    await farms.world.setPrice('BTCUSD', 10_000)
    await farms.farming.runContracts()
    expect((await farms.statementOf(ada, id)).contract).toMatchObject({ state: 'released', returned: '1000.00' })
  })
})

describe('a deposit that a chain reorganisation removes', () => {
  it('ends its contract and reverses the locked amount', async () => {
    const { id } = await farms.start(ada, reach)
    farms.world.btc.reorganise(4)
    await farms.world.scan()
    expect(await farms.yields(ada)).toMatchObject([{ id, state: 'left_the_chain', returned: null }])
    expect([await farms.cash(ada, 'trading'), await farms.cash(ada, 'farming')]).toEqual([0n, 0n])
    await farms.days(30)
    expect(await farms.cash(ada, 'trading')).toBe(0n)
  })
})

describe('a contract whose account is locked', () => {
  it('doesn’t delay other contracts’ interest, raises no alarm, and is paid once the account is unlocked', async () => {
    const bob = await farms.world.addCustomer()
    const [held, free] = [await farms.start(ada, reach), await farms.start(bob, reach)]
    const holder = await farms.world.platform.owner.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', [ada.id])
    await farms.days(8)
    await farms.again(ada)
    await farms.again(bob)
    expect((await farms.statementOf(bob, free.id)).weeks).toHaveLength(1)
    expect((await farms.statementOf(ada, held.id)).weeks).toEqual([])
    expect((await farms.world.platform.alarms.open()).filter(({ kind }) => kind === 'yield_contract_failed')).toEqual(
      [],
    )
    await holder.query('ROLLBACK')
    holder.release()
    await farms.farming.runContracts()
    expect((await farms.statementOf(ada, held.id)).weeks).toHaveLength(1)
  })
})

describe('a liquidation whose account is locked', () => {
  it('doesn’t delay others, raises no alarm, and uses the same tick once the account is unlocked', async () => {
    const bob = await farms.world.addCustomer()
    const [held, free] = [await farms.start(ada, reach), await farms.start(bob, reach)]
    const holder = await farms.world.platform.owner.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', [ada.id])
    await farms.world.setPrice('BTCUSD', 30_000)
    await farms.farming.runContracts()
    expect((await farms.yields(bob))[0]).toMatchObject({ id: free.id, state: 'liquidated' })
    expect((await farms.yields(ada)).find(({ id }) => id === held.id)).toMatchObject({ state: 'running' })
    expect((await farms.world.platform.alarms.open()).filter(({ kind }) => kind === 'yield_contract_failed')).toEqual(
      [],
    )
    await holder.query('ROLLBACK')
    holder.release()
    await farms.world.setPrice('BTCUSD', 60_000)
    await farms.farming.runContracts()
    const tickOf = async (person: Person, id: string) => (await farms.statementOf(person, id)).ending!.tick
    expect(await tickOf(ada, held.id)).toEqual(await tickOf(bob, free.id))
  })
})

describe('a contract that fails', () => {
  const alarms = async () =>
    (await farms.world.platform.alarms.open()).filter(({ kind }) => kind === 'yield_contract_failed')
  /** Makes the ledger refuse all transfers that refer to one contract. */
  const broken = async (id: string, work: () => Promise<unknown>) => {
    const { owner } = farms.world.platform
    await owner.query(`
      CREATE FUNCTION refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.reference = '${id}' THEN RAISE EXCEPTION 'broken'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER broken BEFORE INSERT ON ledger.transfers FOR EACH ROW EXECUTE FUNCTION refuse_one()`)
    await work()
    await owner.query('DROP TRIGGER broken ON ledger.transfers; DROP FUNCTION refuse_one()')
  }
  const both = async () => {
    const bob = await farms.world.addCustomer()
    return { bob, bad: await farms.start(ada, reach), good: await farms.start(bob, reach) }
  }

  it('doesn’t stop other contracts’ interest or release, raises an alarm, and is paid later', async () => {
    const { bob, bad, good } = await both()
    await broken(bad.id, async () => {
      await farms.days(35)
      await farms.again(ada)
      await farms.again(bob)
      expect((await farms.statementOf(bob, good.id)).ending).toMatchObject({ how: 'released' })
      expect((await farms.statementOf(ada, bad.id)).weeks).toEqual([])
      expect(await alarms()).toMatchObject([{ details: { contract: bad.id } }])
    })
    await farms.world.advance(3_600_000)
    await farms.farming.runContracts()
    expect((await farms.statementOf(ada, bad.id)).ending).toMatchObject({ how: 'released' })
    expect(await alarms()).toEqual([])
  })
  it('doesn’t stop other liquidations, and is closed later at the tick that reached its price', async () => {
    const { bob, bad, good } = await both()
    await broken(bad.id, async () => {
      await farms.world.setPrice('BTCUSD', 30_000)
      await farms.farming.runContracts()
      expect((await farms.statementOf(bob, good.id)).ending).toMatchObject({ how: 'liquidated' })
      expect((await farms.yields(ada))[0]).toMatchObject({ state: 'running' })
      await farms.world.setPrice('BTCUSD', 60_000)
      await farms.days(8)
      expect((await farms.world.platform.pool.query('SELECT * FROM farming.stuck')).rows).toHaveLength(1)
      expect(await alarms()).toMatchObject([{ details: { contract: bad.id } }])
    })
    await farms.again(ada)
    await farms.again(bob)
    await farms.world.advance(3_600_000)
    await farms.farming.runContracts()
    const ending = async (person: Person, id: string) => ({
      ...(await farms.statementOf(person, id)).ending,
      transfers: null,
    })
    expect(await ending(ada, bad.id)).toEqual(await ending(bob, good.id))
    expect(await alarms()).toEqual([])
  })
})

describe('a quote from before a pause that is paid during the pause', () => {
  it('never starts a contract, and the payment goes to the balance', async () => {
    const { limits } = farms.world
    const { body } = await farms.call('farm', { ...reach, type: 'BTC' }, ada)
    limits.isPaused = async () => true
    const pay = async () => {
      await farms.world.scan()
      farms.world.btc.send(body.address, BigInt(body.amount.replace('.', '').replace(/^0+/, '')))
      farms.world.btc.mine(3)
      await farms.world.scan()
    }
    await pay()
    expect(await farms.yields(ada)).toEqual([])
    expect([await farms.cash(ada, 'trading'), await farms.cash(ada, 'farming')]).toEqual([1_000_00n, 0n])
    const shown = await farms.world.call('deposits.show', { id: body.id }, { secrete: ada.secrete })
    expect(shown.body).toMatchObject({ status: 'CONFIRMED', words: expect.stringContaining('no contract started') })
    limits.isPaused = async () => false
    // A second payment of the whole quote counts as overpaid, so the customer chooses what to do with it.
    await pay()
    expect(await farms.cash(ada, 'trading')).toBe(1_000_00n)
    expect((await farms.world.call('deposits.credit', { id: body.id }, { secrete: ada.secrete })).status).toBe(200)
    expect(await farms.yields(ada)).toEqual([])
    expect(await farms.cash(ada, 'trading')).toBe(2_000_00n)
  })
})
