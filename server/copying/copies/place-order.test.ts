import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CopyRecord, GapRecord } from '../../../api/calls/copying/copying.ts'
import { createCopyingWorld, type Copier, type CopyingWorld } from '../test-world.ts'

let world: CopyingWorld
beforeAll(async () => void (world = await createCopyingWorld()))
afterAll(async () => {
  expect((await world.ledger.reconcile()).breaks).toEqual([])
  await world.stop()
})

let rounds = 0
const nextKey = () => `strategy test ${++rounds}`
const copiesOf = async (copier: Copier): Promise<CopyRecord[]> => (await world.as(copier, 'copies')).body
const gapsOf = async (copier: Copier): Promise<GapRecord[]> => {
  const [{ id }] = (await copiesOf(copier)) as [CopyRecord]
  const { lines, sums } = (await world.as(copier, 'copies.gaps', { id })).body
  for (const line of [...lines.filter(({ mine }: GapRecord) => mine !== null), sums]) {
    const cents = (text: string) => Math.round(Number(text) * 100)
    expect(
      cents(line.expert) +
        cents(line.skip) +
        cents(line.delay) +
        cents(line.price) +
        cents(line.rounding) +
        cents(line.fee),
    ).toBe(cents(line.mine))
  }
  return lines
}
const trades = async (copier: Copier) => (await world.as(copier, 'trades')).body
const place = (expertId = 'breakwater', symbol = 'BTCUSD') =>
  world.copying.placeOrder(expertId, { symbol, type: 'BUY', intervalS: 5, key: nextKey() })

describe('an expert’s order', () => {
  it('is copied with the same strike and exit, and pays the same', async () => {
    const [fixed, proportional, euro] = [
      await world.addCopier(),
      await world.addCopier(),
      await world.addCopier(1_000_00n, 'EUR'),
    ]
    await world.as(fixed, 'copytrader', { copytrade: 'breakwater', amount: '25' })
    await world.as(proportional, 'copytrader', { copytrade: 'breakwater', mode: 'proportional', amount: '1234.56' })
    await world.as(euro, 'copytrader', { copytrade: 'breakwater' })
    await world.round('breakwater', nextKey(), 'up')
    const expert = (await world.as(fixed, 'traders.show', { tid: 'breakwater' })).body.lastTrades.at(-1)
    for (const [copier, stake] of [
      [fixed, '25.00'],
      [proportional, '12.34'],
      [euro, '10.00'],
    ] as const) {
      const [copy] = await trades(copier)
      expect(copy).toMatchObject({
        amount: stake,
        by: 'copy',
        status: 'WON',
        strike: expert.strike,
        exit: expert.exit,
        acceptedAt: expert.acceptedAt,
      })
    }
    const [line] = await gapsOf(proportional)
    expect(line).toMatchObject({
      state: 'copied',
      skip: '0.00',
      delay: '0.00',
      price: '0.00',
      fee: '0.00',
      trade: (await trades(proportional))[0].id,
    })
    expect((await copiesOf(fixed))[0]).toMatchObject({ state: 'active', copied: 1, skipped: 0, open: 0 })
    for (const copier of [fixed, proportional, euro]) await world.as(copier, 'copytrader', { copytrade: 'breakwater' })
  })
  it('is placed once per key', async () => {
    const copier = await world.addCopier()
    await world.as(copier, 'copytrader', { copytrade: 'breakwater' })
    await world.price('BTCUSD', 1_000, 100_000)
    const decision = { symbol: 'BTCUSD', type: 'BUY', intervalS: 5, key: nextKey() } as const
    expect(await world.copying.placeOrder('breakwater', decision)).toMatchObject({ result: 'placed', copied: 1 })
    expect(await world.copying.placeOrder('breakwater', decision)).toEqual({ result: 'exists' })
    expect(await trades(copier)).toHaveLength(1)
    await world.as(copier, 'copytrader', { copytrade: 'breakwater' })
  })
  it('is refused together with its copies if there is no recent price', async () => {
    const copier = await world.addCopier()
    await world.as(copier, 'copytrader', { copytrade: 'tailwind' })
    await world.platform.clock.advance(600_000)
    expect(await place('tailwind', 'GBPUSD')).toEqual({ result: 'refused', code: 'symbol_stale' })
    expect(await trades(copier)).toHaveLength(0)
    await world.as(copier, 'copytrader', { copytrade: 'tailwind' })
  })
})

describe('the gap ledger states why a copy is skipped:', () => {
  async function skipped(
    settings: Record<string, unknown>,
    balanceMinor?: bigint,
    before?: (copier: Copier) => Promise<unknown>,
  ): Promise<string | null> {
    const copier = await world.addCopier(balanceMinor)
    expect((await world.as(copier, 'copytrader', { copytrade: 'crossing', ...settings })).body.type).toBe('success')
    await before?.(copier)
    await world.round('crossing', nextKey(), 'up')
    const [line] = await gapsOf(copier)
    await world.as(copier, 'copytrader', { copytrade: 'crossing' })
    if (line!.state === 'copied') return null
    expect(line).toMatchObject({ state: 'skipped', mine: '0.00', trade: null })
    expect(line!.skip).toBe(line!.expert!.startsWith('-') ? line!.expert!.slice(1) : `-${line!.expert}`)
    return line!.reason
  }
  it('copying is paused', async () => {
    expect(
      await skipped({}, undefined, (copier) => world.as(copier, 'copies.set', { tid: 'crossing', paused: true })),
    ).toContain('paused')
  })
  it('the symbol’s class is not copied', async () => {
    expect(await skipped({ classes: 'forex' })).toContain('class')
    expect(await skipped({ classes: 'crypto,forex' })).toBeNull()
  })
  it('the copy’s stake is above the maximum', async () => {
    expect(await skipped({ amount: '30', maxStake: '29.99' })).toContain('maximum stake')
    expect(await skipped({ amount: '30', maxStake: '30' })).toBeNull()
  })
  it('the copy’s stake is below the minimum', async () =>
    expect(await skipped({ mode: 'proportional', amount: '900' })).toContain('minimum stake'))
  it('the copy would exceed the stop-loss, to the cent', async () => {
    expect(await skipped({ amount: '30', stopLoss: '29.99' })).toContain('stop-loss')
    expect(await skipped({ amount: '30', stopLoss: '30' })).toBeNull()
  })
  it('less than a tenth of the account would stay free, to the cent', async () => {
    expect(await skipped({ amount: '90.01' }, 100_00n)).toContain('tenth')
    expect(await skipped({ amount: '90' }, 100_00n)).toBeNull()
  })
  it('funds held by a withdrawal are neither free nor part of the account', async () => {
    const hold = (amountMinor: bigint) => (copier: Copier) =>
      world.ledger.post([
        {
          debit: { owner: copier.id, code: 'trading' },
          credit: { house: 'withdrawal_clearing' },
          asset: 'USD',
          amountMinor,
          kind: 'withdrawal',
          pending: true,
        },
      ])
    // 50.00 is left, of which 45.00 may be staked.
    expect(await skipped({ amount: '45.01' }, 100_00n, hold(50_00n))).toContain('tenth')
    expect(await skipped({ amount: '45' }, 100_00n, hold(50_00n))).toBeNull()
    expect(await skipped({ amount: '10' }, 100_00n, hold(91_00n))).toContain('balance')
  })
  it('the copy would exceed the customer’s own loss limit, while other copies are placed', async () => {
    const other = await world.addCopier()
    await world.as(other, 'copytrader', { copytrade: 'crossing' })
    expect(
      await skipped({ amount: '20' }, undefined, (copier) =>
        world.as(copier, 'limits.set', { name: 'loss_day', value: '19.99' }),
      ),
    ).toContain('own limit')
    expect(
      await skipped({ amount: '20' }, undefined, (copier) =>
        world.as(copier, 'limits.set', { name: 'loss_day', value: '20' }),
      ),
    ).toBeNull()
    expect((await gapsOf(other)).map(({ state }) => state)).toEqual(['copied', 'copied'])
    await world.as(other, 'copytrader', { copytrade: 'crossing' })
  })
  it('the balance is too low', async () => expect(await skipped({ amount: '50' }, 20_00n)).toContain('balance'))
  it('the copy would exceed the customer’s own stake limit', async () => {
    const limit = (copier: Copier) => world.as(copier, 'limits.set', { name: 'stake', value: '20' })
    expect(await skipped({ amount: '50' }, undefined, limit)).toContain('own limit')
  })
  it('the account is frozen', async () => {
    const freeze = (copier: Copier) =>
      world.platform.db
        .transaction()
        .execute((tx) => world.identity.freeze(tx, copier.id, 'product', 'For a test'))
        .then(() => world.identity.standingChanged(copier.id))
    expect(await skipped({}, undefined, freeze)).toContain('frozen')
  })
})

const stopLossMails = async ({ id }: Copier) => {
  const { email } = (await world.identity.details(id))!
  return world.platform.mail
    .mailbox()
    .filter(({ to, subject }) => to === email && subject.startsWith('Your stop-loss ended copying of'))
}

it('stops copying when the stop-loss leaves no room, notifies the pages and emails the customer once', async () => {
  const copier = await world.addCopier()
  const notified: string[] = []
  const deaf = world.platform.bus.subscribe(
    'customer.changed',
    ({ customerId, calls }) => void (customerId === copier.id && notified.push(...calls)),
  )
  await world.as(copier, 'copytrader', { copytrade: 'steadfast', amount: '40', stopLoss: '100' })
  notified.length = 0
  for (let round = 0; round < 4; round++) await world.round('steadfast', nextKey(), 'down')
  deaf()
  expect(notified).toEqual(expect.arrayContaining(['traders', 'traders.show', 'copies', 'user']))
  // A page that still shows the stop button must not start copying again.
  expect((await world.as(copier, 'copytrader', { copytrade: 'steadfast', to: 'stop' })).body).toMatchObject({
    type: 'success',
    copied: false,
  })
  expect((await copiesOf(copier))[0]).toMatchObject({
    state: 'stopped',
    stopReason: expect.stringContaining('stop-loss'),
    result: '-80.00',
    copied: 2,
  })
  expect(await world.balance(copier)).toBe(920_00n)
  const mails = await stopLossMails(copier)
  expect(mails).toMatchObject([{ subject: 'Your stop-loss ended copying of Steadfast' }])
  for (const words of ['pushed your losses past your stop-loss of 100.00 USD', 'of your copies is -80.00 USD'])
    expect(mails[0]!.text).toContain(words)
})

it('stops other relations at once while one is locked, and stops that one later', async () => {
  const [held, other] = [await world.addCopier(), await world.addCopier()]
  for (const copier of [held, other])
    await world.as(copier, 'copytrader', { copytrade: 'steadfast', amount: '40', stopLoss: '40' })
  await world.round('steadfast', nextKey(), 'down')
  const holder = await world.platform.owner.connect()
  try {
    await holder.query('BEGIN')
    await holder.query('SELECT FROM copying.relations WHERE customer_id = $1 FOR UPDATE', [held.id])
    await world.round('steadfast', nextKey(), 'down')
    expect((await copiesOf(other))[0]).toMatchObject({ state: 'stopped' })
    expect((await copiesOf(held))[0]).toMatchObject({ state: 'active' })
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
  await world.round('steadfast', nextKey(), 'down')
  expect((await copiesOf(held))[0]).toMatchObject({ state: 'stopped', copied: 1 })
  expect(await stopLossMails(held)).toHaveLength(1)
})

it('sends no email to a customer who already stopped, and continues if an email fails', async () => {
  const [leaver, unreachable, other] = [await world.addCopier(), await world.addCopier(), await world.addCopier()]
  for (const copier of [leaver, unreachable, other])
    await world.as(copier, 'copytrader', { copytrade: 'steadfast', amount: '40', stopLoss: '40' })
  await world.round('steadfast', nextKey(), 'down')
  await world.as(leaver, 'copytrader', { copytrade: 'steadfast', to: 'stop' })
  await world.platform.pool.query(`UPDATE identity.customer SET email_sealed = 'unreadable' WHERE id = $1`, [
    unreachable.id,
  ])
  await world.round('steadfast', nextKey(), 'down')
  expect(await stopLossMails(leaver)).toEqual([])
  expect(await stopLossMails(other)).toHaveLength(1)
  for (const copier of [unreachable, other])
    expect((await copiesOf(copier))[0]).toMatchObject({ state: 'stopped', copied: 1 })
})

it('completes an interrupted order: placed copies count, the others are recorded with a reason', async () => {
  const [lucky, left, paused, filtered] = [
    await world.addCopier(),
    await world.addCopier(),
    await world.addCopier(),
    await world.addCopier(),
  ]
  for (const copier of [lucky, left, paused]) await world.as(copier, 'copytrader', { copytrade: 'shoreline' })
  await world.as(paused, 'copies.set', { tid: 'shoreline', paused: true })
  await world.as(filtered, 'copytrader', { copytrade: 'shoreline', classes: 'forex' })
  await world.price('BTCUSD', 1_000, 100_000)
  const key = nextKey()
  await world.copying.placeOrder('shoreline', { symbol: 'BTCUSD', type: 'BUY', intervalS: 5, key })
  // Simulates a process that ended before it stored the copies, and before it placed one of them.
  const { pool } = world.platform
  await pool.query(`DELETE FROM copying.copies WHERE order_id = (SELECT id FROM copying.orders WHERE key = $1)`, [key])
  await pool.query(
    `UPDATE copying.orders
     SET state = 'placing', trade_id = NULL, accepted_at_ms = NULL, expires_at_ms = NULL, payout_bps = NULL
     WHERE key = $1`,
    [key],
  )
  // Only the database owner can do this, with triggers disabled.
  await world.platform.owner.query(
    `SET session_replication_role = replica;
     UPDATE trading.trades SET key = 'copy elsewhere' WHERE customer_id = '${left.id}';
     RESET session_replication_role`,
  )
  await world.price('BTCUSD', 60_000, 100_100)
  await world.settle()
  await world.settle()
  expect((await gapsOf(lucky))[0]).toMatchObject({ state: 'copied' })
  expect((await gapsOf(left))[0]).toMatchObject({ state: 'skipped', reason: expect.stringContaining('interrupted') })
  expect((await gapsOf(paused))[0]).toMatchObject({ state: 'skipped', reason: expect.stringContaining('paused') })
  expect((await gapsOf(filtered))[0]).toMatchObject({ state: 'skipped', reason: expect.stringContaining('class') })
})

it('does not treat an order in progress as interrupted, however far the clock advances', async () => {
  const copier = await world.addCopier()
  await world.as(copier, 'copytrader', { copytrade: 'tailwind' })
  await world.price('BTCUSD', 1_000, 100_000)
  const { placeTogether } = world.trading
  world.trading.placeTogether = async (...order) => {
    world.trading.placeTogether = placeTogether
    await world.price('BTCUSD', 60_000, 100_000)
    await world.settle()
    return placeTogether(...order)
  }
  expect(await place('tailwind')).toMatchObject({ result: 'placed', copied: 1 })
  expect((await gapsOf(copier))[0]).toMatchObject({ state: 'open' })
})

it('settles the other orders if one fails', async () => {
  const copier = await world.addCopier()
  await world.as(copier, 'copytrader', { copytrade: 'pendulum' })
  await world.price('BTCUSD', 1_000, 100_000)
  const [first, second] = [nextKey(), nextKey()]
  for (const key of [first, second])
    await world.copying.placeOrder('pendulum', { symbol: 'BTCUSD', type: 'BUY', intervalS: 5, key })
  // An invalid weight.
  const weigh = (num: string, den: string) =>
    world.platform.pool.query(
      `UPDATE copying.copies SET weight_num = $2, weight_den = $3
       WHERE order_id = (SELECT id FROM copying.orders WHERE key = $1)`,
      [first, num, den],
    )
  const {
    rows: [weight],
  } = await world.platform.pool.query(
    `SELECT weight_num AS num, weight_den AS den
     FROM copying.copies c JOIN copying.orders o ON o.id = c.order_id WHERE o.key = $1`,
    [first],
  )
  await weigh('9000000000000000000', '1')
  await world.price('BTCUSD', 1_000, 100_000)
  await world.price('BTCUSD', 4_000, 100_100)
  await world.settle()
  // Both were decided in the same millisecond, so either may come first.
  expect((await gapsOf(copier)).map(({ state }) => state).sort()).toEqual(['copied', 'open'])
  await weigh(weight.num, weight.den)
  await world.settle()
  expect((await gapsOf(copier)).map(({ state }) => state)).toEqual(['copied', 'copied'])
})
