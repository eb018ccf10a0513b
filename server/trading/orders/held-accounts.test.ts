import type { PoolClient } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shardOf } from '../../platform/random.ts'
import { createScriptedWorld, startMs, type ScriptedWorld } from '../test-world.ts'

// Another connection holds a lock, for example in a long transaction in an operator's script. Only orders that need the
// lock may wait.

let world: ScriptedWorld
let holder: PoolClient
beforeEach(async () => {
  world = await createScriptedWorld(['EURUSD'])
  await world.publish('EURUSD', [0, 1_000])
  holder = await world.platform.owner.connect()
})
afterEach(async () => {
  await holder.query('ROLLBACK')
  holder.release()
  await world.stop()
})

type Customer = Awaited<ReturnType<ScriptedWorld['addCustomer']>>
const order = { symbols: 'EURUSD', amount: '10.00', interval: 5, TYPE: 'BUY' }
const place = ({ secrete }: Customer, headers: Record<string, string> = {}) =>
  world.api.call('trade', order, { secrete, headers })
const hold = async (statement: string, values: unknown[]) => {
  await holder.query('BEGIN')
  await holder.query(statement, values)
}
/** Adds customers of one lane, each in a different shard. */
async function customersOfOneLane(count: number): Promise<Customer[]> {
  const found = new Map<number, Customer>()
  while (found.size < count) {
    const customer = await world.addCustomer()
    const shard = shardOf(customer.id)
    if (shard < 16) found.set(shard, customer)
  }
  return [...found.values()]
}

const holds = [
  ['an account', 'SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', ({ id }: Customer) => id],
  [
    'a customer’s counters',
    'SELECT FROM trading.customers WHERE customer_id = $1 FOR UPDATE',
    ({ id }: Customer) => id,
  ],
  ['a shard’s hash chain', 'SELECT FROM ledger.heads WHERE shard = $1 FOR UPDATE', ({ id }: Customer) => shardOf(id)],
] as const

describe.each(holds)('when %s is locked', (_name, statement, whose) => {
  it('other orders are placed, and the affected order waits for the lock', async () => {
    const [locked, ...others] = await customersOfOneLane(4)
    await place(locked!)
    await hold(statement, [whose(locked!)])
    const waiting = place(locked!)
    let answered = false
    void waiting.then(() => (answered = true))
    for (let turn = 0; turn < 3; turn++) {
      for (const { status } of await Promise.all(others.map((customer) => place(customer)))) expect(status).toBe(200)
    }
    expect(answered).toBe(false)
    await holder.query('ROLLBACK')
    expect((await waiting).status).toBe(200)
    expect(await world.balance(locked!.id)).toBe(9_980_00n)
  })

  it('the affected order is refused with busy after a timeout, and the same key works later', async () => {
    const [locked] = await customersOfOneLane(1)
    await place(locked!)
    await hold(statement, [whose(locked!)])
    // Runs the clock ten times as fast, so that the test doesn't have to wait five seconds.
    const { clock } = world.platform
    const monotonicMs = clock.monotonicMs.bind(clock)
    clock.monotonicMs = () => monotonicMs() * 10
    const refused = await place(locked!, { 'idempotency-key': 'once' })
    expect(refused).toMatchObject({ status: 503, body: { code: 'busy' } })
    await holder.query('ROLLBACK')
    expect((await place(locked!, { 'idempotency-key': 'once' })).status).toBe(200)
    expect(await world.balance(locked!.id)).toBe(9_980_00n)
  }, 20_000)

  it('other trades settle, and the affected trade settles after the lock is released', async () => {
    const [locked, ...others] = await customersOfOneLane(3)
    for (const customer of [locked!, ...others]) await place(customer)
    await world.publish('EURUSD', [1_000, 1_000], [4_000, 1_001], [5_500, 1_000])
    await hold(statement, [whose(locked!)])
    await world.platform.clock.advance(6_000)
    // On a busy machine, a run may skip a row that is briefly locked and leave it to the next run.
    let slowestMs = 0
    const settled = (customers: Customer[]) =>
      expect
        .poll(
          async () => {
            const startedMs = performance.now()
            await world.trading.settle()
            slowestMs = Math.max(slowestMs, performance.now() - startedMs)
            return Promise.all(customers.map(({ id }) => world.balance(id)))
          },
          { timeout: 10_000 },
        )
        .toEqual(customers.map(() => 10_009_00n))
    await settled(others)
    // Less than the time that a statement waits for a lock.
    expect(slowestMs).toBeLessThan(1_500)
    expect(await world.balance(locked!.id)).toBe(9_990_00n)
    await holder.query('ROLLBACK')
    await settled([locked!])
    expect((await world.ledger.reconcile()).breaks).toEqual([])
  }, 20_000)
})

it('a price record that is written late voids no trade', async () => {
  const customer = await world.addCustomer()
  await place(customer)
  // Simulates a slow disk that stores no prices for longer than settlement waits for a stopped feed.
  await hold('LOCK TABLE markets.ticks IN SHARE MODE', [])
  world.source.push(
    { symbol: 'EURUSD', atMs: startMs + 1_000, bid: 990, ask: 1_010, price: 1_000 },
    { symbol: 'EURUSD', atMs: startMs + 4_000, bid: 991, ask: 1_011, price: 1_001 },
  )
  const { nowMs } = world.platform.clock
  world.platform.clock.nowMs = () => nowMs() + 10 * 60_000
  await world.trading.settle()
  await holder.query('ROLLBACK')
  await expect
    .poll(
      async () => {
        await world.trading.settle()
        return (await world.api.call('trades', {}, { secrete: customer.secrete })).body
      },
      { timeout: 10_000 },
    )
    .toMatchObject([{ status: 'WON', strike: '0.001000', exit: '0.001001' }])
})
