import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sharesOf } from './commissions.ts'
import { exchanged } from './stored-rate.ts'
import { shardOf } from '../platform/random.ts'
import { rulesBrokenBy } from '../../tests/tampering.ts'
import { affiliatesBooks } from './public.ts'
import { createAffiliatesWorld, type AffiliatesWorld } from './test-world.ts'

let world: AffiliatesWorld
beforeEach(async () => {
  world = await createAffiliatesWorld()
})
afterEach(async () => {
  const { breaks } = await world.ledger.reconcile()
  expect(breaks).toEqual([])
  await world.stop()
})

async function referralLine() {
  const ada = await world.register('Ada Byron')
  const ben = await world.register('Ben Ode', ada.code)
  const cleo = await world.register('Cleo Ray', ben.code)
  const dora = await world.register('Dora Lee', cleo.code)
  const ed = await world.register('Ed Fox', dora.code)
  return { ada, ben, cleo, dora, ed }
}
const balances = (...people: Awaited<ReturnType<typeof world.register>>[]) =>
  Promise.all(people.map((person) => world.balance(person)))

describe('a confirmed deposit', () => {
  it('pays 10%, 5% and 1% to three levels, and nothing to the fourth', async () => {
    const { ada, ben, cleo, dora, ed } = await referralLine()
    await world.deposit(ed, 1_000_00n)
    expect(await balances(ada, ben, cleo, dora, ed)).toEqual([0n, 10_00n, 50_00n, 100_00n, 1_000_00n])
    const [entry] = await world.ledger.history(dora.id)
    expect(entry).toMatchObject({
      kind: 'affiliate_commission',
      house: 'affiliate_pool',
      note: 'Commission of 10% on a referred deposit, level 1',
    })
  })

  it('pays once, however often it is reported, even concurrently', async () => {
    const { cleo, dora, ed } = await referralLine()
    const id = await world.deposit(ed, 1_000_00n)
    await Promise.allSettled([world.deposit(ed, 1_000_00n, id), world.deposit(ed, 1_000_00n, id)])
    expect(await balances(cleo, dora)).toEqual([50_00n, 100_00n])
    const fresh = '01890000-0000-7000-8000-000000000001'
    await Promise.allSettled([
      world.deposit(ed, 100_00n, fresh),
      world.deposit(ed, 100_00n, fresh),
      world.deposit(ed, 100_00n, fresh),
    ])
    expect(await balances(cleo, dora)).toEqual([55_00n, 110_00n])
  })

  it('pays in the referrer’s currency at the prices of the stored ticks', async () => {
    const ada = await world.register('Ada Byron', '', 'EUR')
    const ben = await world.register('Ben Ode', ada.code, 'GBP')
    await world.deposit(ben, 100_00n)
    // 10.00 GBP at 1.25 is 12.50 USD, which is 11.36 EUR at 1.10.
    expect(await world.balance(ada)).toBe(11_36n)
    const { rows } = await world.platform.pool.query('SELECT rate FROM affiliates.commission')
    expect(rows[0].rate).toEqual({
      from: { symbol: 'GBPUSD', seq: 7, price: '125000', scale: 5 },
      to: { symbol: 'EURUSD', seq: 7, price: '110000', scale: 5 },
    })
  })

  it('pays its commission once a rate is available', async () => {
    const ada = await world.register('Ada Byron', '', 'EUR')
    const ben = await world.register('Ben Ode', ada.code)
    world.prices.delete('EURUSD')
    await world.deposit(ben, 110_00n)
    expect(await world.balance(ada)).toBe(0n)
    expect((await world.api.call('affiliate.referrals', {}, ada)).body).toMatchObject([
      { status: 'waiting', deposits: 1, commission: '0.00' },
    ])
    expect(await world.affiliates.payWaiting()).toBe(0)
    world.prices.set('EURUSD', 110_000)
    expect(await Promise.all([world.affiliates.payWaiting(), world.affiliates.payWaiting()])).toContain(1)
    expect(await world.balance(ada)).toBe(10_00n)
    expect(await world.affiliates.payWaiting()).toBe(0)
  })

  it.each(['ledger.accounts WHERE owner', 'affiliates.debt WHERE customer_id'])(
    'waits without an alarm, and doesn’t delay other deposits, while another transaction locks a row: %s',
    async (row) => {
      const [ada, eva] = [await world.register('Ada Byron', '', 'EUR'), await world.register('Eva Ode', '', 'EUR')]
      for (const each of [ada, eva]) await world.deposit(await world.register('Ben Ode', each.code), 1_100_00n)
      world.prices.delete('EURUSD')
      for (const each of [ada, eva]) await world.deposit(await world.register('Cleo Ray', each.code), 110_00n)
      world.prices.set('EURUSD', 110_000)
      const before = await balances(ada, eva)
      await world.platform.owner.query(
        'INSERT INTO affiliates.debt (shard, customer_id, owed_minor) VALUES ($1, $2, 0)',
        [shardOf(ada.id), ada.id],
      )
      const holder = await world.platform.owner.connect()
      await holder.query('BEGIN')
      await holder.query(`SELECT FROM ${row} = $1 FOR UPDATE`, [ada.id])
      const startedAt = performance.now()
      expect(await world.affiliates.payWaiting()).toBe(1)
      expect(performance.now() - startedAt).toBeLessThan(1_500)
      expect(await balances(ada, eva)).toEqual([before[0], before[1]! + 10_00n])
      expect(await world.platform.alarms.open()).toEqual([])
      await holder.query('ROLLBACK')
      holder.release()
      expect(await world.affiliates.payWaiting()).toBe(1)
      expect(await balances(ada, eva)).toEqual([before[0]! + 10_00n, before[1]! + 10_00n])
    },
  )

  it('pays nothing to closed accounts, and rounds down to whole minor units', async () => {
    const { ben, cleo, dora, ed } = await referralLine()
    world.close(dora)
    await world.deposit(ed, 19n)
    expect(await balances(ben, cleo, dora)).toEqual([0n, 0n, 0n])
    await world.deposit(ed, 1_99n)
    expect(await balances(ben, cleo, dora)).toEqual([1n, 9n, 0n])
  })
})

describe('a reversed deposit', () => {
  it('has its commissions clawed back', async () => {
    const { ben, cleo, dora, ed } = await referralLine()
    const id = await world.deposit(ed, 1_000_00n)
    await world.reverse(ed, id, 1_000_00n)
    expect(await balances(ben, cleo, dora, ed)).toEqual([0n, 0n, 0n, 0n])
    expect((await world.api.call('affiliate.referrals', {}, dora)).body).toMatchObject([
      { status: 'reversed', deposits: 0, commission: '0.00' },
    ])
  })

  it('leaves a debt, deducted from later commissions, for what the balance doesn’t cover', async () => {
    const ada = await world.register('Ada Byron')
    const ben = await world.register('Ben Ode', ada.code)
    const first = await world.deposit(ben, 1_000_00n)
    await world.spend(ada, 70_00n)
    await world.reverse(ben, first, 1_000_00n)
    expect(await world.balance(ada)).toBe(0n)
    expect((await world.api.call('affiliate', {}, ada)).body).toMatchObject({ owed: '70.00', earned: '70.00' })
    await world.deposit(ben, 500_00n)
    expect((await world.api.call('affiliate', {}, ada)).body).toMatchObject({ owed: '20.00', earned: '70.00' })
    const third = await world.deposit(ben, 500_00n)
    expect(await world.balance(ada)).toBe(30_00n)
    expect((await world.ledger.history(ada.id))[0]!.note).toContain(
      '; $20.00 of it was deducted for deposits that were reversed',
    )
    // A deducted amount is owed again when the deposit behind that commission is reversed.
    await world.reverse(ben, third, 500_00n)
    expect((await world.api.call('affiliate', {}, ada)).body).toMatchObject({ owed: '20.00', earned: '70.00' })
  })

  it('earns commission again when it is confirmed again, and has it clawed back only once', async () => {
    const ada = await world.register('Ada Byron')
    const ben = await world.register('Ben Ode', ada.code)
    const id = await world.deposit(ben, 100_00n)
    await world.reverse(ben, id, 100_00n)
    await world.deposit(ben, 100_00n, id)
    expect(await world.balance(ada)).toBe(10_00n)
    await world.reverse(ben, id, 100_00n)
    await world.deposit(ben, 100_00n)
    await world.reverse(ben, id, 100_00n)
    expect(await world.balance(ada)).toBe(10_00n)
  })
})

describe('a deposit that is later withdrawn', () => {
  it('has its commissions clawed back, so that no cycle of deposits and withdrawals earns anything', async () => {
    const { ben, cleo, dora, ed } = await referralLine()
    for (let cycle = 0; cycle < 3; cycle++) {
      await world.deposit(ed, 1_000_00n)
      await world.withdraw(ed, 1_000_00n)
      expect(await balances(ben, cleo, dora, ed)).toEqual([0n, 0n, 0n, 0n])
    }
    expect((await world.ledger.history(dora.id))[0]!.note).toBe(
      'Commission reversed: the referred deposit was withdrawn',
    )
    expect((await world.api.call('affiliate', {}, dora)).body).toMatchObject({ earned: '0.00', owed: '0.00' })
  })
  it('has its commissions clawed back in proportion, in any number of parts, and the rest on reversal', async () => {
    const { ben, cleo, dora, ed } = await referralLine()
    const id = await world.deposit(ed, 1_000_00n)
    for (let part = 0; part < 4; part++) await world.withdraw(ed, 100_00n)
    expect(await balances(ben, cleo, dora)).toEqual([6_00n, 30_00n, 60_00n])
    await world.reverse(ed, id, 600_00n)
    expect(await balances(ben, cleo, dora)).toEqual([0n, 0n, 0n])
    expect((await world.api.call('affiliate', {}, dora)).body).toMatchObject({ earned: '0.00', owed: '0.00' })
  })
  it('leaves a debt for the part that the referrer has spent', async () => {
    const ada = await world.register('Ada Byron')
    const ben = await world.register('Ben Ode', ada.code)
    await world.deposit(ben, 1_000_00n)
    await world.spend(ada, 70_00n)
    await world.withdraw(ben, 500_00n)
    expect(await world.balance(ada)).toBe(0n)
    expect((await world.api.call('affiliate', {}, ada)).body).toMatchObject({ owed: '20.00' })
  })
  it('keeps its commissions after 90 days', async () => {
    const ada = await world.register('Ada Byron')
    const ben = await world.register('Ben Ode', ada.code)
    await world.deposit(ben, 1_000_00n)
    await world.platform.clock.advance(91 * 86_400_000)
    await world.withdraw(ben, 1_000_00n)
    expect(await world.balance(ada)).toBe(100_00n)
  })
})

it('a comparison with the transfers reveals a commission that was changed, deleted or reassigned', async () => {
  const { ada, ed } = await referralLine()
  await world.deposit(ed, 1_000_00n)
  const broken = (...statements: string[]) => rulesBrokenBy(world.platform, affiliatesBooks, ...statements)
  expect(await broken()).toEqual([])
  for (const statement of [
    'UPDATE affiliates.commission SET amount_minor = amount_minor + 1 WHERE level = 1',
    'DELETE FROM affiliates.commission WHERE level = 2',
    `UPDATE affiliates.commission SET referrer_id = '${ada.id}' WHERE level = 1`,
    `DELETE FROM ledger.transfers WHERE kind = 'affiliate_commission'`,
  ])
    expect(await broken(statement), statement).toEqual(['commission equals transfers'])
})

it('referrers earn nothing from their own other accounts', async () => {
  const ada = await world.register('Ada Byron')
  const again = await world.register('Ada Byron', ada.code)
  const ben = await world.register('Ben Ode', again.code)
  await world.deposit(again, 1_000_00n)
  expect(await balances(ada, again)).toEqual([0n, 1_000_00n])
  await world.deposit(ben, 1_000_00n)
  expect(await balances(ada, again)).toEqual([50_00n, 1_100_00n])
})

it('shares never exceed 16%, and converting an amount back and forth never increases it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), (amount) => {
      const total = sharesOf(amount).reduce((sum, one) => sum + one, 0n)
      expect(total * 100n <= amount * 16n).toBe(true)
      const euro = { symbol: 'EURUSD', seq: 1, price: '109337', scale: 5 }
      expect(exchanged(exchanged(amount, { from: null, to: euro }), { from: euro, to: null }) <= amount).toBe(true)
    }),
  )
})
