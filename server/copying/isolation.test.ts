import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createCopyingWorld, type Copier, type CopyingWorld } from './test-world.ts'

// One row that can't be processed, such as a tampered one, raises an alarm, and the others are still processed.

const weekMs = 7 * 86_400_000
let world: CopyingWorld
let bad: Copier
let good: Copier
beforeAll(async () => {
  world = await createCopyingWorld()
  bad = await world.addCopier()
  good = await world.addCopier()
  for (const each of [bad, good]) await world.as(each, 'copytrader', { copytrade: 'breakwater', amount: '100' })
})
afterAll(async () => {
  expect((await world.ledger.reconcile()).breaks).toEqual([])
  await world.stop()
})
let faulty: string | undefined
afterEach(() => repair())

/** Makes the database refuse rows of this table for which the condition holds. */
async function refuseRows(table: string, when: 'INSERT' | 'UPDATE', condition: string): Promise<void> {
  faulty = table
  await world.platform.owner.query(`
    CREATE OR REPLACE FUNCTION copying.fault() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE EXCEPTION 'a bad row' USING ERRCODE = '23514'; END $$;
    CREATE TRIGGER fault BEFORE ${when} ON ${table} FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION copying.fault()`)
}
async function repair(): Promise<void> {
  if (faulty) await world.platform.owner.query(`DROP TRIGGER fault ON ${faulty}`)
  faulty = undefined
}
const alarms = async () => (await world.platform.alarms.open()).map(({ kind, subject }) => `${kind} ${subject}`)
const relation = async (copier: Copier) => (await world.as(copier, 'copies')).body[0]

it('skips a copy that can’t be stored and places the others', async () => {
  await world.price('BTCUSD', 1_000, 100_000)
  await refuseRows('trading.trades', 'INSERT', `NEW.customer_id = '${bad.id}'`)
  const placed = await world.copying.placeOrder('breakwater', {
    symbol: 'BTCUSD',
    type: 'BUY',
    intervalS: 5,
    key: 'strategy bad copy',
  })
  expect(placed).toEqual({ result: 'placed', copied: 1, skipped: 1 })
  await repair()
  await world.price('BTCUSD', 1_000, 100_000)
  await world.price('BTCUSD', 4_000, 100_100)
  await world.settle()
  expect((await relation(good)).result).not.toBe('0.00')
})

it('raises an alarm while the copies of an order can’t be computed, and computes those of other orders', async () => {
  await world.price('BTCUSD', 1_000, 100_000)
  for (const key of ['strategy first', 'strategy second'])
    await world.copying.placeOrder('breakwater', { symbol: 'BTCUSD', type: 'BUY', intervalS: 5, key })
  const { rows } = await world.platform.pool.query<{ id: string }>(
    `SELECT id FROM copying.orders WHERE key = 'strategy first'`,
  )
  const first = rows[0]!.id
  await world.price('BTCUSD', 1_000, 100_000)
  await world.price('BTCUSD', 4_000, 100_100)
  await refuseRows('copying.copies', 'UPDATE', `NEW.order_id = '${first}'`)
  await world.settle()
  const states = async () =>
    (
      await world.platform.pool.query(
        `SELECT key, state FROM copying.orders WHERE key IN ('strategy first', 'strategy second') ORDER BY key`,
      )
    ).rows
  expect(await states()).toEqual([
    { key: 'strategy first', state: 'placed' },
    { key: 'strategy second', state: 'done' },
  ])
  expect(await alarms()).toEqual([`copies_failed order ${first}`])
  await repair()
  await world.settle()
  expect((await states()).map(({ state }) => state)).toEqual(['done', 'done'])
  expect(await alarms()).toEqual([])
})

it('delays a copy whose relation is locked, raises no alarm, and computes the other copies', async () => {
  await world.price('BTCUSD', 1_000, 100_000)
  await world.copying.placeOrder('breakwater', { symbol: 'BTCUSD', type: 'BUY', intervalS: 5, key: 'strategy held' })
  await world.price('BTCUSD', 1_000, 100_000)
  await world.price('BTCUSD', 4_000, 100_100)
  const gained = async () => Number((await relation(good)).result) - Number((await relation(bad)).result)
  const before = { bad: (await relation(bad)).result, good: (await relation(good)).result, gained: await gained() }
  const holder = await world.platform.owner.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM copying.relations WHERE customer_id = $1 FOR UPDATE', [bad.id])
  await world.settle()
  expect((await relation(good)).result).not.toBe(before.good)
  expect((await relation(bad)).result).toBe(before.bad)
  expect(await alarms()).toEqual([])
  await holder.query('ROLLBACK')
  holder.release()
  await world.settle()
  expect(await gained()).toBe(before.gained)
})

it('raises an alarm for a profit share that fails, retries it later, and takes the other shares', async () => {
  const { id } = await relation(bad)
  await refuseRows('copying.profit_shares', 'INSERT', `NEW.customer_id = '${bad.id}'`)
  await world.platform.clock.advance(weekMs)
  await world.copying.shareProfits()
  expect((await relation(good)).feePaid).not.toBe('0.00')
  expect((await relation(bad)).feePaid).toBe('0.00')
  expect(await alarms()).toEqual([`copies_failed share ${id}`])
  await repair()
  await world.copying.shareProfits()
  expect((await relation(bad)).feePaid).not.toBe('0.00')
  expect(await alarms()).toEqual([])
})

it('delays a profit share whose account is locked, raises no alarm, and takes the other shares', async () => {
  const world = await createCopyingWorld()
  const [locked, free] = [await world.addCopier(), await world.addCopier()]
  for (const each of [locked, free]) await world.as(each, 'copytrader', { copytrade: 'breakwater', amount: '100' })
  await world.round('breakwater', 'strategy won', 'up')
  const feePaid = async (copier: Copier) => (await world.as(copier, 'copies')).body[0].feePaid
  const holder = await world.platform.owner.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', [locked.id])
  await world.platform.clock.advance(weekMs)
  await world.copying.shareProfits()
  expect([await feePaid(locked), await feePaid(free)]).toEqual(['0.00', expect.not.stringMatching(/^0\.00$/)])
  expect(await world.platform.alarms.open()).toEqual([])
  await holder.query('ROLLBACK')
  holder.release()
  await world.copying.shareProfits()
  expect(await feePaid(locked)).toBe(await feePaid(free))
  await world.stop()
})

it('raises an alarm for a scheduled order that fails, and places the others', async () => {
  const secrete = await world.operator()
  const order = {
    tid: 'pendulum',
    symbol: 'BTCUSD',
    TYPE: 'SELL',
    interval: 5,
    inSeconds: 60,
    reason: 'A figure is due.',
  }
  for (const inSeconds of [59, 60])
    expect((await world.call('experts.schedule', { ...order, inSeconds }, { secrete })).status).toBe(200)
  const { rows } = await world.platform.pool.query<{ id: string }>(
    `UPDATE copying.scheduled SET symbol = 'NOTHING'
     WHERE at_ms = (SELECT min(at_ms) FROM copying.scheduled) RETURNING id`,
  )
  await world.price('BTCUSD', 60_000, 100_000)
  expect(await world.copying.runExperts()).toBe(1)
  expect(await alarms()).toEqual([`expert_failed scheduled ${rows[0]!.id}`])
  await world.platform.pool.query(`UPDATE copying.scheduled SET symbol = 'BTCUSD' WHERE id = $1`, [rows[0]!.id])
  await world.copying.runExperts()
  expect(await alarms()).toEqual([])
})

it('raises an alarm for an expert whose row is invalid, and runs the others', async () => {
  const { pool } = world.platform
  const nobody = { BTCUSD: 0, ETHUSD: 0, EURUSD: 0, GBPUSD: 0, NVDA: 0 }
  await pool.query(`UPDATE copying.experts SET decided = $1`, [nobody])
  const { rows } = await pool.query<{ id: string }>(
    `UPDATE copying.experts SET decided = 'null' WHERE id = (
       SELECT id FROM copying.experts WHERE stopped_at_ms IS NULL ORDER BY created_at_ms, id LIMIT 1
     ) RETURNING id`,
  )
  await world.price('BTCUSD', 60_000, 100_000)
  await world.copying.runExperts()
  expect((await alarms()).every((alarm) => alarm.startsWith(`expert_failed ${rows[0]!.id} `))).toBe(true)
  expect((await alarms()).length).toBeGreaterThan(0)
  const decided = await pool.query(
    `SELECT count(*)::int AS n FROM copying.experts WHERE decided <> $1 AND decided <> 'null'`,
    [nobody],
  )
  expect(decided.rows[0].n).toBeGreaterThan(0)
})
