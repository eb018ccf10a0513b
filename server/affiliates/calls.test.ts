import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { referralCodePattern } from '../../api/affiliate-levels.ts'
import { shortened } from './context.ts'
import { referrersBy } from './membership.ts'
import { createAffiliatesWorld, type AffiliatesWorld } from './test-world.ts'

let world: AffiliatesWorld
beforeEach(async () => {
  world = await createAffiliatesWorld()
})
afterEach(() => world.stop())

describe("'affiliate'", () => {
  it('gives everyone a code, and shows who earns how much from whom', async () => {
    const ada = await world.register('Ada King Byron')
    const ben = await world.register('Ben', ada.code.toLowerCase())
    const cleo = await world.register('Cléo Øst', ben.code, 'EUR')
    await world.deposit(cleo, 100_00n)
    expect(ada.code).toMatch(referralCodePattern)
    expect((await world.api.call('affiliate', {}, ada)).body).toEqual({
      code: ada.code,
      link: `/?ref=${ada.code}`,
      cur: 'USD',
      earned: '5.50',
      owed: '0.00',
      referrers: [],
      levels: [
        { level: 1, bps: 1000, people: 1, depositing: 0, earned: '0.00' },
        { level: 2, bps: 500, people: 1, depositing: 1, earned: '5.50' },
        { level: 3, bps: 100, people: 0, depositing: 0, earned: '0.00' },
      ],
    })
    expect((await world.api.call('affiliate', {}, cleo)).body.referrers).toEqual([
      { level: 1, bps: 1000, name: 'Ben', earned: '11.00', cur: 'USD' },
      { level: 2, bps: 500, name: 'Ada B.', earned: '5.50', cur: 'USD' },
    ])
  })

  it.each(['', 'NOBODYS1', '22222222', "'; DROP", '٣٣٣٣٣٣٣٣'])('ignores the code %j', async (ref) => {
    const ben = await world.register('Ben Ode', ref)
    expect((await world.api.call('affiliate', {}, ben)).body.referrers).toEqual([])
  })

  it('ignores the code of a closed account', async () => {
    const ada = await world.register('Ada Byron')
    world.close(ada)
    const ben = await world.register('Ben Ode', ada.code)
    expect((await world.api.call('affiliate', {}, ben)).body.referrers).toEqual([])
  })
})

describe('the customers themselves, and people who would close a loop', () => {
  it('are not accepted as referrers', () => {
    expect(referrersBy({ customerId: 'a', referrers: ['b', 'c', 'd'] }, 'e')).toEqual(['a', 'b', 'c'])
    expect(referrersBy({ customerId: 'a', referrers: [] }, 'a')).toEqual([])
    expect(referrersBy({ customerId: 'a', referrers: ['b', 'e'] }, 'e')).toEqual([])
    expect(referrersBy({ customerId: 'a', referrers: ['b', 'a'] }, 'e')).toEqual([])
  })
  it('are refused by the database, which also keeps referrers from changing', async () => {
    const ada = await world.register('Ada Byron')
    const run = (text: string, values: unknown[] = []) => world.platform.owner.query(text, values)
    const insert = (id: string, referrers: string[]) =>
      run(
        'INSERT INTO affiliates.member (shard, customer_id, code, referrers, joined_at_ms) VALUES (0, $1, $2, $3, 0)',
        [id, 'CFGHJMPQ', referrers],
      )
    const id = '01890000-0000-7000-8000-000000000020'
    await expect(insert(id, [id])).rejects.toThrow(/nobody_refers_themselves/)
    await expect(insert(id, [ada.id, ada.id])).rejects.toThrow(/nobody_refers_twice/)
    await expect(
      insert(
        id,
        [1, 2, 3, 4].map((n) => `01890000-0000-7000-8000-00000000000${n}`),
      ),
    ).rejects.toThrow(/three_levels/)
    await expect(run('UPDATE affiliates.member SET referrers = ARRAY[customer_id]')).rejects.toThrow(/refused/)
    await expect(run('DELETE FROM affiliates.referral')).rejects.toThrow(/refused/)
  })
})

describe("'affiliate.referrals'", () => {
  it('lists people in pages, newest first, with names only on level 1 and without customer ids', async () => {
    const ada = await world.register('Ada Byron')
    const ben = await world.register('Ben Ode', ada.code)
    await world.platform.clock.advance(1_000)
    const cleo = await world.register('Cleo Ray', ben.code)
    await world.deposit(cleo, 100_00n)
    const { body } = await world.api.call('affiliate.referrals', {}, ada)
    expect(body).toMatchObject([
      { level: 2, name: null, status: 'confirmed', deposits: 1, commission: '5.00', cur: 'USD' },
      { level: 1, name: 'Ben O.', status: 'none', deposits: 0, commission: '0.00', cur: 'USD' },
    ])
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${ben.id}|${cleo.id}`))
    for (let n = 0; n < 20; n++) await world.register(`Person ${n}`, ada.code)
    expect([
      (await world.api.call('affiliate.referrals', { p: 1 }, ada)).body.length,
      (await world.api.call('affiliate.referrals', { p: 2 }, ada)).body.length,
    ]).toEqual([20, 2])
    expect((await world.api.call('affiliate.referrals', {}, cleo)).body).toEqual([])
  })
})

describe("'affiliate.figures'", () => {
  it('come from the ledger, agree with the commissions, and include the number of people', async () => {
    const ada = await world.register('Ada Byron')
    const ben = await world.register('Ben Ode', ada.code, 'EUR')
    const cleo = await world.register('Cleo Ray', ben.code)
    const dora = await world.register('Dora Lee', ada.code)
    const id = await world.deposit(cleo, 110_00n)
    await world.deposit(dora, 50_00n)
    const { body } = await world.api.call('affiliate.figures')
    expect(body).toEqual({
      levels: [
        { level: 1, bps: 1000 },
        { level: 2, bps: 500 },
        { level: 3, bps: 100 },
      ],
      paid: [
        { cur: 'USD', amount: '10.50' },
        { cur: 'EUR', amount: '10.00' },
      ],
      byLevel: [
        { level: 1, cur: 'EUR', amount: '10.00' },
        { level: 1, cur: 'USD', amount: '5.00' },
        { level: 2, cur: 'USD', amount: '5.50' },
      ],
      referrers: 2,
      referred: 3,
    })
    await world.reverse(cleo, id, 110_00n)
    await world.platform.clock.advance(30_000)
    expect((await world.api.call('affiliate.figures')).body).toMatchObject({
      paid: [{ cur: 'USD', amount: '5.00' }],
      byLevel: [{ level: 1, cur: 'USD', amount: '5.00' }],
    })
  })
})

it('shortens names to the first name and an initial', () => {
  expect(['Ada King Byron', 'Ada', '  ada   byron ', '李 小龙'].map(shortened)).toEqual([
    'Ada B.',
    'Ada',
    'ada B.',
    '李 小.',
  ])
})
