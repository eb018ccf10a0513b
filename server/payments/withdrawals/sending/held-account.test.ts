import type { PoolClient } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { shardOf } from '../../../platform/random.ts'
import { createWithdrawalWorld, type WithdrawalWorld } from '../test-world.ts'

// Another connection, such as a long transaction in an operator's own program, locks a customer's account while the
// customer keeps calling.

type Customer = Awaited<ReturnType<WithdrawalWorld['addCustomer']>>
let world: WithdrawalWorld
let holder: PoolClient
beforeEach(async () => {
  world = await createWithdrawalWorld({ rules: { coolingMs: () => 0 } })
  holder = await world.platform.owner.connect()
})
afterEach(async () => {
  await holder.query('ROLLBACK')
  holder.release()
  await world.stop()
})

const payout = { method: 'PayPal', account: 'Trading', amount: '25.50', address: 'ada@example.org' }
const withdraw = ({ secrete }: Customer) => world.api.call('withdraw', payout, { secrete })
const place = ({ secrete }: Customer, key: string) =>
  world.api.call(
    'trade',
    { symbols: 'EURUSD', amount: '10.00', interval: 5, TYPE: 'BUY' },
    { secrete, headers: { 'idempotency-key': key } },
  )

/** Returns two customers in one shard, and one in another. */
async function neighbours(): Promise<[Customer, Customer, Customer]> {
  const all: Customer[] = []
  for (;;) {
    const next = await world.addCustomer()
    const same = all.find(({ id }) => shardOf(id) === shardOf(next.id))
    const other = all.find(({ id }) => shardOf(id) !== shardOf(next.id))
    if (same && other) return [same, next, other]
    all.push(next)
  }
}

/** Resolves with the time that the work takes, in milliseconds. */
async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function placeUntilTaken(customer: Customer): Promise<void> {
  for (;;) {
    const { status, body } = await place(customer, 'once')
    if (status === 200) return
    expect(body.code).toBe('busy')
  }
}

it('refuses a burst of withdrawals from a locked account with busy, without delaying other customers', async () => {
  const [ada, bob, cleo] = await neighbours()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', [ada.id])
  // More calls than the pool has connections.
  const burst = Array.from({ length: world.platform.pool.options.max + 4 }, () => withdraw(ada))
  const ended = timed(async () => {
    for (const { status, body } of await Promise.all(burst)) expect([status, body.code]).toEqual([503, 'busy'])
  })
  const cleos = timed(async () => {
    expect((await world.api.call('user', {}, { secrete: cleo.secrete })).status).toBe(200)
    await placeUntilTaken(cleo)
  })
  const bobs = timed(() => placeUntilTaken(bob))
  expect(await cleos).toBeLessThan(5_000)
  expect(await bobs).toBeLessThan(8_000)
  expect(await ended).toBeLessThan(10_000)

  await holder.query('ROLLBACK')
  expect((await world.ledger.balance({ owner: ada.id, code: 'trading', asset: 'USD' })).availableMinor).toBe(10_000_00n)
  expect((await withdraw(ada)).status).toBe(200)
  expect((await world.ledger.balance({ owner: ada.id, code: 'trading', asset: 'USD' })).availableMinor).toBe(9_974_50n)
  expect((await world.ledger.reconcile()).breaks).toEqual([])
}, 60_000)

it('makes a payout from a locked account wait, without raising an alarm or delaying other payouts', async () => {
  const [ada, bob] = [await world.addCustomer(), await world.addCustomer()]
  const { secrete } = await world.operator()
  for (const customer of [ada, bob]) {
    const { body } = await withdraw(customer)
    expect(
      (await world.api.call('withdrawals.approve', { id: body.id, customer: customer.id }, { secrete })).body,
    ).toMatchObject({ type: 'success' })
  }
  const states = async () =>
    Promise.all(
      [ada, bob].map(
        async (customer) => (await world.api.call('withdrawals', {}, { secrete: customer.secrete })).body[0].status,
      ),
    )
  await holder.query('BEGIN')
  await holder.query('SELECT FROM ledger.accounts WHERE owner = $1 FOR UPDATE', [ada.id])
  expect(await timed(() => world.withdrawals.send())).toBeLessThan(1_500)
  expect(await states()).toEqual(['APPROVED', 'COMPLETED'])
  expect((await world.platform.alarms.open()).filter(({ kind }) => kind === 'withdrawal_failed')).toEqual([])

  await holder.query('ROLLBACK')
  for (let turn = 0; turn < 2; turn++) await world.withdrawals.send()
  expect(await states()).toEqual(['COMPLETED', 'COMPLETED'])
  for (const { id } of [ada, bob])
    expect(await world.ledger.balance({ owner: id, code: 'trading', asset: 'USD' })).toMatchObject({
      balanceMinor: 9_974_50n,
      availableMinor: 9_974_50n,
    })
})
