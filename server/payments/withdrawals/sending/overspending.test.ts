import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWithdrawalWorld, type WithdrawalWorld } from '../test-world.ts'

/** Source: docs/spec/targets.md S4. Orders go through the real order intake. */
let world: WithdrawalWorld
beforeAll(async () => {
  world = await createWithdrawalWorld({ rules: { maxOpen: 10_000 } })
})
afterAll(() => world.stop())

it('does not overspend one balance with 1,000 concurrent withdrawals and orders', async () => {
  const balanceMinor = 5_000_00n
  const { id, secrete } = await world.addCustomer({ balanceMinor })
  const bank = {
    method: 'Bank',
    account: 'Trading',
    amount: '10',
    bname: 'Bank',
    aname: 'Ada',
    anumber: '12345678',
    rnumber: '200000',
  }
  const order = { symbols: 'BTCUSD', amount: '10', interval: 180, TYPE: 'BUY' }
  const answers = await Promise.all(
    Array.from({ length: 1_000 }, async (_, index) => {
      const headers = { 'idempotency-key': `request-${index}` }
      const ask = () =>
        index % 2 === 0
          ? world.api.call('withdraw', bank, { secrete, headers })
          : world.api.call('trade', order, { secrete, headers })
      let answer = await ask()
      // On a slow machine, the last requests wait longer than a call may take. Repeating them gives a definite result.
      while (answer.body.code === 'outcome_unknown') answer = await ask()
      return answer
    }),
  )
  const taken = answers.filter(({ status }) => status === 200).length
  const codes = new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))
  const {
    balanceMinor: leftMinor,
    availableMinor,
    reservedMinor,
  } = await world.ledger.balance({ owner: id, code: 'trading', asset: 'USD' })
  expect(availableMinor).toBeGreaterThanOrEqual(0n)
  expect(balanceMinor - availableMinor).toBe(BigInt(taken) * 10_00n)
  const { rows } = await world.platform.pool.query<{ held: bigint }>(
    "SELECT sum(amount_minor)::bigint AS held FROM payments.withdrawals WHERE customer_id = $1 AND state = 'PENDING'",
    [id],
  )
  expect(reservedMinor).toBe(rows[0]!.held)
  expect(leftMinor - reservedMinor).toBe(availableMinor)
  // Both kinds of request used the balance. Limits on open trades may refuse some orders.
  const trades = answers.filter(({ status }, index) => status === 200 && index % 2 === 1).length
  expect(taken - trades).toBeGreaterThan(0)
  expect(trades).toBeGreaterThan(0)
  const refusals = ['insufficient_balance', 'too_many_open', 'stake_limit', 'exposure_limit', 'daily_limit', 'busy']
  expect([...codes].filter((code) => !refusals.includes(code))).toEqual([])
  expect((await world.ledger.reconcile()).breaks).toEqual([])
}, 60_000)
