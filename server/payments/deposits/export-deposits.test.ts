import { afterAll, beforeAll, expect, it } from 'vitest'
import { shardOf } from '../../platform/random.ts'
import { exportDeposits } from './show-deposit.ts'
import { createDepositWorld, type DepositWorld } from './test-world.ts'

let world: DepositWorld
beforeAll(async () => {
  world = await createDepositWorld()
})
afterAll(() => world.stop())

/** Stores `count` copies of a customer's only deposit. */
const copyDeposit = (customerId: string, count: number) =>
  world.platform.owner.query(
    `INSERT INTO payments.deposits
     SELECT (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'address', d.address || n))).*
     FROM payments.deposits d, generate_series(1, $2::int) n WHERE d.customer_id = $1`,
    [customerId, count],
  )

it('exports any number of deposits, newest first', { timeout: 30_000 }, async () => {
  const { id, secrete } = await world.addCustomer()
  await world.call('createtrnx', { type: 'BTC', plan: 'Bronze' }, { secrete })
  await copyDeposit(id, 10_001)
  const exported = (await exportDeposits(world.context, { sessionId: id, customerId: id, shard: shardOf(id) })) as {
    id: string
  }[]
  expect(exported).toHaveLength(10_002)
  expect(new Set(exported.map((deposit) => deposit.id)).size).toBe(10_002)
  expect(exported.map((deposit) => deposit.id)).toEqual(
    exported
      .map((deposit) => deposit.id)
      .toSorted()
      .reverse(),
  )
})
