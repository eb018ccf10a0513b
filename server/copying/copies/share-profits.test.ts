import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCopyingWorld, type Copier, type CopyingWorld } from '../test-world.ts'
import { breaksOf, rulesBrokenBy } from '../../../tests/tampering.ts'
import { copyingBooks } from '../public.ts'

const weekMs = 7 * 86_400_000
let world: CopyingWorld
beforeAll(async () => void (world = await createCopyingWorld()))
afterAll(async () => {
  expect(await breaksOf(world.platform, copyingBooks)).toEqual([])
  expect((await world.ledger.reconcile()).breaks).toEqual([])
  await world.stop()
})

let rounds = 0
const round = (move: 'up' | 'down') => world.round('breakwater', `strategy share ${++rounds}`, move)
const relation = async (copier: Copier) => (await world.as(copier, 'copies')).body[0]
const expertAccount = async () =>
  (await world.platform.pool.query(`SELECT customer_id AS id FROM copying.experts WHERE id = 'breakwater'`))
    .rows[0] as { id: string }
async function nextWeek() {
  await world.platform.clock.advance(weekMs)
  return world.copying.shareProfits()
}

it('shares profits above the previous high weekly, through clearing, and lists the shares', async () => {
  const [copier, euro] = [await world.addCopier(), await world.addCopier(1_000_00n, 'EUR')]
  for (const each of [copier, euro]) await world.as(each, 'copytrader', { copytrade: 'breakwater', amount: '100' })
  await round('up')
  const before = await world.balance(await expertAccount())
  await Promise.all([nextWeek(), world.copying.shareProfits()])
  await world.copying.shareProfits()
  // 10% of a profit of 87.00.
  expect(await relation(copier)).toMatchObject({ result: '87.00', feePaid: '8.70', highWater: '87.00' })
  expect(await world.balance(copier)).toBe(1_078_30n)
  expect((await world.balance(await expertAccount())) - before).toBe(8_70n)
  expect(await world.balance(await expertAccount(), 'EUR')).toBe(8_70n)
  const gaps = (await world.as(copier, 'copies.gaps', { id: (await relation(copier)).id })).body
  expect(gaps.lines[0]).toMatchObject({ kind: 'fee', fee: '-8.70', mine: '-8.70' })
  expect(gaps).toMatchObject({ count: 2, sums: { expert: '87.00', fee: '-8.70', mine: '78.30' } })

  // Nothing is due while the result is below the high. After a recovery, a share is due only on the part above the
  // high.
  await round('down')
  await nextWeek()
  expect(await relation(copier)).toMatchObject({ result: '-13.00', feePaid: '8.70', highWater: '87.00' })
  for (const _ of [1, 2]) await round('up')
  await nextWeek()
  expect(await relation(copier)).toMatchObject({ result: '161.00', feePaid: '16.10', highWater: '161.00' })
  for (const each of [copier, euro]) await world.as(each, 'copytrader', { copytrade: 'breakwater' })
})

it('postpones a share that the balance does not cover to the next week', async () => {
  const copier = await world.addCopier()
  await world.as(copier, 'copytrader', { copytrade: 'breakwater', amount: '100' })
  await round('up')
  await world.as(copier, 'copytrader', { copytrade: 'breakwater' })
  const all = await world.balance(copier)
  const move = (debit: object, credit: object) =>
    world.ledger.post([
      { debit, credit, asset: 'USD', amountMinor: all, kind: 'correction', note: 'For a test' } as never,
    ])
  const own = { owner: copier.id, code: 'trading' }
  await move(own, { house: 'practice_grants' })
  await nextWeek()
  expect(await relation(copier)).toMatchObject({ feePaid: '0.00', highWater: '0.00' })
  await move({ house: 'practice_grants' }, own)
  await nextWeek()
  expect(await relation(copier)).toMatchObject({ state: 'stopped', feePaid: '8.70', highWater: '87.00' })
})

it('keeps losses and highs when copying stops and restarts', async () => {
  const copier = await world.addCopier()
  const toggle = () => world.as(copier, 'copytrader', { copytrade: 'breakwater', amount: '100' })
  await toggle()
  await round('down')
  await toggle()
  await toggle()
  for (const _ of [1, 2]) await round('up')
  // Lost 100.00 and won 174.00, so the share is taken on 74.00.
  expect(await relation(copier)).toMatchObject({ result: '174.00', highWater: '100.00', feePaid: '0.00' })
  await nextWeek()
  expect(await relation(copier)).toMatchObject({ result: '174.00', highWater: '174.00', feePaid: '7.40' })
  // A copy that is open when copying stops counts once it settles. It brings the result below the high.
  await world.price('BTCUSD', 1_000, 100_000)
  await world.copying.placeOrder('breakwater', {
    symbol: 'BTCUSD',
    type: 'BUY',
    intervalS: 5,
    key: 'strategy share open',
  })
  await toggle()
  await world.price('BTCUSD', 1_000, 100_000)
  await toggle()
  await world.price('BTCUSD', 4_000, 99_900)
  await world.settle()
  await round('up')
  await nextWeek()
  expect(await relation(copier)).toMatchObject({ result: '87.00', highWater: '100.00', feePaid: '0.00' })
  // A share of the profits from before the stop is still due, but only once.
  await round('up')
  await toggle()
  await toggle()
  await Promise.all([nextWeek(), world.copying.shareProfits()])
  await nextWeek()
  expect(
    (await world.as(copier, 'copies')).body.map(({ result, feePaid }: Record<string, string>) => [result, feePaid]),
  ).toEqual([
    ['0.00', '7.40'],
    ['174.00', '0.00'],
    ['74.00', '7.40'],
    ['-100.00', '0.00'],
  ])
  await toggle()
})

it('compares profit shares with their transfers, which reveals a changed, deleted or reassigned share', async () => {
  const broken = (statement: string) => rulesBrokenBy(world.platform, copyingBooks, statement)
  expect(await broken('UPDATE copying.profit_shares SET amount_minor = amount_minor + 1')).toEqual([
    'profit share equals transfers',
    'copying adds up',
  ])
  expect(await broken('DELETE FROM copying.profit_shares')).toEqual([
    'profit share equals transfers',
    'copying adds up',
  ])
  expect(await broken(`UPDATE copying.relations SET expert_id = 'pendulum'`)).toEqual(['profit share equals transfers'])
  expect(await broken(`DELETE FROM ledger.transfers WHERE kind = 'copy_profit_share'`)).toEqual([
    'profit share equals transfers',
  ])
})

it.each(['result_minor', 'high_water_minor', 'fee_minor'])(
  'compares profit shares with the sums in their relation: %s',
  async (column) => {
    expect(
      await rulesBrokenBy(world.platform, copyingBooks, `UPDATE copying.relations SET ${column} = ${column} + 1`),
    ).toEqual(['copying adds up'])
  },
)

it('requires a relation for each share', async () => {
  expect(await rulesBrokenBy(world.platform, copyingBooks, 'DELETE FROM copying.relations')).toContain(
    'copying adds up',
  )
})
