import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settleSeparately } from './settle-separately.ts'
import { createScriptedWorld, operatorSecret, startMs, type ScriptedWorld } from '../test-world.ts'

let world: ScriptedWorld
beforeEach(async () => {
  world = await createScriptedWorld(['EURUSD'])
  await world.publish('EURUSD', [0, 1_000])
})
afterEach(() => world.stop())

const place = async (secrete: string) => {
  const answer = await world.api.call(
    'trade',
    { symbols: 'EURUSD', amount: '10.00', interval: 5, TYPE: 'BUY' },
    { secrete },
  )
  return answer.body.id as string
}
/** Changes a stored trade with triggers disabled, which only the database owner can do. */
const tamper = (id: string, set: string) =>
  world.platform.owner.query(
    `SET session_replication_role = replica;
     UPDATE trading.trades SET ${set} WHERE id = '${id}';
     RESET session_replication_role`,
  )

describe("a trade whose row can't be settled", () => {
  it('stays open with an alarm while the others settle, and settles once its row is repaired', async () => {
    const customers = await Promise.all(Array.from({ length: 12 }, () => world.addCustomer()))
    const ids = await Promise.all(customers.map(({ secrete }) => place(secrete)))
    await tamper(ids[5]!, 'stake_minor = 500000')
    await world.publish('EURUSD', [1_000, 1_000], [4_000, 1_001], [5_500, 1_000])
    await world.platform.clock.advance(6_000)
    // On a busy machine, the first run may hit a lock and leave some trades to the next run.
    await expect
      .poll(async () => (await world.trading.settle()) === 0 && (await world.platform.alarms.open()).length, {
        timeout: 10_000,
      })
      .toBe(1)
    for (const [index, { id }] of customers.entries())
      expect(await world.balance(id), `customer ${index}`).toBe(index === 5 ? 9_990_00n : 10_009_00n)
    const open = await world.platform.alarms.open()
    expect(open).toMatchObject([{ kind: 'trade_unsettled', subject: ids[5], details: { code: '23514' } }])
    const { body: listed } = await world.api.call('trading.unsettled', {}, { secrete: operatorSecret })
    expect(listed).toEqual([
      {
        id: ids[5],
        customer: customers[5]!.id,
        code: '23514',
        reason: open[0]!.details['reason'],
        tries: 1,
        trade: { symbol: 'EURUSD', type: 'BUY', stake: '5000.00', asset: 'USD', expiresAt: startMs + 5_000 },
        since: startMs + 6_000,
        lastTry: startMs + 6_000,
      },
    ])
    // The next runs skip the settled trades and the bad one.
    expect(await world.trading.settle()).toBe(0)
    await tamper(ids[5]!, 'stake_minor = 1000')
    await world.platform.clock.advance(61_000)
    expect(await world.balance(customers[5]!.id)).toBe(10_009_00n)
    expect(await world.platform.alarms.open()).toEqual([])
    expect((await world.api.call('trading.unsettled', {}, { secrete: operatorSecret })).body).toEqual([])
    expect((await world.ledger.reconcile()).breaks).toEqual([])
  })
})

describe('settleSeparately', () => {
  const trades = (count: number) => Array.from({ length: count }, (_, id) => ({ id: String(id) }))
  const bad = Object.assign(new Error('bad'), { code: '23514' })
  const settleAllExcept =
    (broken: Set<string>, calls: string[][] = []) =>
    async (ids: string[]) => {
      calls.push(ids)
      if (ids.some((id) => broken.has(id))) throw bad
      return ids
    }
  it('settles all trades except the bad ones, in few statements', async () => {
    const calls: string[][] = []
    const aside: string[] = []
    const settled = await settleSeparately(
      trades(1_000),
      settleAllExcept(new Set(['0', '500', '999']), calls),
      async ({ id }) => void aside.push(id),
    )
    expect(settled).toHaveLength(997)
    expect(aside).toEqual(['0', '500', '999'])
    expect(calls.length).toBeLessThan(70)
  })
  it("throws if the cause isn't a row, or if all rows are bad", async () => {
    await expect(
      settleSeparately(
        trades(3),
        async () => Promise.reject(Object.assign(new Error('disk full'), { code: '53100' })),
        async () => {},
      ),
    ).rejects.toThrow('disk full')
    await expect(
      settleSeparately(
        trades(200),
        async () => Promise.reject(bad),
        async () => {},
      ),
    ).rejects.toThrow('bad')
  })
})
