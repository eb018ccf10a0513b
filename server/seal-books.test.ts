import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rulesBrokenBy } from '../tests/tampering.ts'
import { checkAndSeal } from './books.ts'
import type { BookCheck } from './ledger/public.ts'
import { createOperators, type Operators } from './operators/public.ts'
import { pricesBooks, sealBooks, sealedRows, sealLagMs } from './seal-books.ts'
import { createScriptedWorld, startMs, type ScriptedWorld } from './trading/test-world.ts'

// Simulates an attacker with all database rights who changes rows that no comparison with other rows covers. The
// nightly seal reveals the change.

let world: ScriptedWorld
let operators: Operators
const broken = (...statements: string[]) => rulesBrokenBy(world.platform, sealBooks, ...statements)
const [changed, unlogged] = ['sealed rows are unchanged', 'seals are in the audit log']
const night = () => checkAndSeal(world.platform, operators)
const first = `(SELECT min(id::text)::uuid FROM trading.trades)`

async function trade(): Promise<void> {
  const afterMs = world.platform.clock.nowMs() - startMs
  const { secrete } = await world.addCustomer()
  await world.publish('EURUSD', [afterMs, 110_000])
  const ordered = await world.api.call(
    'trade',
    { symbols: 'EURUSD', TYPE: 'BUY', amount: '100.00', interval: 5 },
    { secrete, headers: { 'idempotency-key': `order-${afterMs}` } },
  )
  expect(ordered.body).toMatchObject({ type: 'success' })
  await world.publish('EURUSD', [afterMs + 1_000, 110_010], [afterMs + 4_000, 110_020], [afterMs + 6_000, 110_015])
  await world.platform.clock.advance(6_500)
  await world.trading.settle()
  await world.platform.clock.advance(1_000)
}

beforeAll(async () => {
  world = await createScriptedWorld()
  operators = createOperators(world.platform, { ledger: world.ledger })
  await trade()
  await world.platform.clock.advance(sealLagMs)
  for (const { name, breaks } of await night()) expect(breaks, name).toEqual([])
})
afterAll(() => world.stop())

describe('sealed rows', () => {
  it('match their seals if nothing was altered, even after another night with new rows', async () => {
    expect(await broken()).toEqual([])
    await trade()
    for (const { name, breaks } of await night()) expect(breaks, name).toEqual([])
    await world.platform.clock.advance(sealLagMs)
    await night()
    expect(await broken()).toEqual([])
    const { rows } = await world.platform.pool.query(
      `SELECT digests FROM proofs.seals WHERE name = 'settled trades' ORDER BY to_ms`,
    )
    expect(
      rows.map(({ digests }) => Object.values<string>(digests).map((digest) => Number.parseInt(digest, 10))),
    ).toEqual([[1], [], [1]])
  })

  it.each([
    'key = key || $$x$$',
    'settled_at_ms = settled_at_ms + 1',
    'open_after = open_after + 1',
    'balance_after_minor = balance_after_minor + 1',
    'tolerance_ms = tolerance_ms + 1',
    'rules = rules + 1',
  ])('reveal a trade with a changed value: %s', async (change) =>
    expect(await broken(`UPDATE trading.trades SET ${change} WHERE id = ${first}`)).toEqual([changed]),
  )

  it('reveal a trade that was deleted, invented, or moved out of the sealed period', async () => {
    expect(await broken(`DELETE FROM trading.trades WHERE id = ${first}`)).toEqual([changed])
    expect(
      await broken(`UPDATE trading.trades SET settled_at_ms = settled_at_ms + 864000000 WHERE id = ${first}`),
    ).toEqual([changed])
    const columns = `customer_id, shard, payout_bps, tolerance_ms, accepted_at_ms, expires_at_ms, stake_minor,
      balance_after_minor, open_after, rules, type, state, symbol, asset, strike_seq, strike, exit_seq, exit,
      returned_minor, settled_at_ms`
    expect(
      await broken(
        `INSERT INTO trading.trades (id, ${columns}) SELECT gen_random_uuid(), ${columns} FROM trading.trades
          WHERE id = ${first}`,
      ),
    ).toEqual([changed])
  })

  it('do not cover a trade newer than the seal', async () => {
    await trade()
    expect(
      await broken(
        `UPDATE trading.trades SET settled_at_ms = settled_at_ms + 1 WHERE settled_at_ms = (SELECT max(settled_at_ms)
          FROM trading.trades)`,
      ),
    ).toEqual([])
  })

  it('show which part was altered, and up to what time it was sealed', async () => {
    const seen: unknown[] = []
    const find: BookCheck['find'] = async (tx) => {
      seen.push(...(await sealBooks.find(tx)))
      return []
    }
    await rulesBrokenBy(
      world.platform,
      { name: 'seen', find },
      `UPDATE trading.trades SET open_after = 7 WHERE id = ${first}`,
    )
    const toMs = startMs + 7_500
    const subject = expect.stringMatching(
      new RegExp(`^settled trades, shard \\d+, sealed up to ${new Date(toMs).toISOString()}$`),
    )
    const digest = expect.stringMatching(/^1 [0-9a-f]{64}$/)
    expect(seen).toEqual([{ rule: changed, shard: null, subject, expected: digest, found: digest }])
  })

  it('reveal seals that were changed, deleted or invented with their rows', async () => {
    expect(
      await broken(`UPDATE proofs.seals SET digests = '{"shard 1": "1 ab"}' WHERE name = 'settled trades'`),
    ).toContain(unlogged)
    expect(await broken(`DELETE FROM proofs.seals WHERE name = 'settled trades'`)).toEqual([unlogged])
    expect(await broken(`DELETE FROM proofs.seals`)).toEqual([unlogged])
    expect(
      await broken(
        `INSERT INTO proofs.seals SELECT name, to_ms + 1, '{}' FROM proofs.seals WHERE name = 'settled trades'`,
      ),
    ).toContain(unlogged)
    expect(await broken(`DELETE FROM operators.audit_log WHERE action = 'books.seal'`)).toEqual([unlogged])
  })

  it('cannot be changed by the product', async () => {
    await expect(world.platform.pool.query(`UPDATE proofs.seals SET digests = '{}'`)).rejects.toThrow(
      /permission denied|append-only/,
    )
    await expect(world.platform.pool.query(`DELETE FROM proofs.seals`)).rejects.toThrow(/permission denied|append-only/)
  })

  it('have unique names', () => {
    expect(new Set(sealedRows.map(({ name }) => name)).size).toBe(sealedRows.length)
  })
})

describe('the comparison of prices after a seal', () => {
  const brokenBy = (reads: 'every_tick' | 'new_ticks', ...statements: string[]) =>
    rulesBrokenBy(world.platform, pricesBooks(reads), ...statements)
  const link = 'tick follows the one before'

  it('reads only later ticks, or every tick on request', async () => {
    const old = `UPDATE markets.ticks SET price = price + 1 WHERE symbol = 'EURUSD' AND seq = 2`
    expect(await brokenBy('every_tick', old)).toContain(link)
    expect(await brokenBy('new_ticks', old)).toEqual([])
    const late = `UPDATE markets.ticks SET price = price + 1 WHERE symbol = 'EURUSD' AND seq = (SELECT max(seq)
      FROM markets.ticks)`
    expect(await brokenBy('new_ticks', late)).toContain(link)
  })

  it('reveals a verified tick that was changed or deleted', async () => {
    const verified = `(SELECT split_part(digests->>'EURUSD', ' ', 1)::bigint FROM proofs.seals WHERE name = 'ticks'
      ORDER BY to_ms DESC LIMIT 1)`
    expect(
      await brokenBy(
        'new_ticks',
        `UPDATE markets.ticks SET hash = sha256('x') WHERE symbol = 'EURUSD' AND seq = ${verified}`,
      ),
    ).toContain(link)
    expect(
      await brokenBy('new_ticks', `DELETE FROM markets.ticks WHERE symbol = 'EURUSD' AND seq = ${verified}`),
    ).toContain(link)
  })

  it('keeps the last verified ticks while prices are wrong', async () => {
    const count = async () =>
      Number(
        (await world.platform.pool.query(`SELECT count(*) AS seals FROM proofs.seals WHERE name = 'ticks'`)).rows[0]
          .seals,
      )
    const before = await count()
    await world.platform.owner.query(
      `ALTER TABLE markets.heads DISABLE TRIGGER ALL; UPDATE markets.heads SET complete_ms = complete_ms + 1
        WHERE symbol = 'EURUSD'`,
    )
    await world.platform.clock.advance(sealLagMs)
    const found = await night()
    expect(found.find(({ name }) => name === 'prices')!.breaks.map(({ rule }) => rule)).toEqual([
      'watermark is the one that the feed stored',
    ])
    expect(await count()).toBe(before)
    expect(await broken()).toEqual([])
  })
})

it('a seal reveals an altered candle from before the price record, which has no ticks', async () => {
  const beforeMs = startMs - 60_000
  await world.platform.pool.query(
    `INSERT INTO markets.candles VALUES ('EURUSD', 60, ${beforeMs}, 110000, 110020, 109990, 110010, 60)`,
  )
  await world.platform.clock.advance(25 * 3_600_000)
  await night()
  expect(await broken()).toEqual([])
  for (const column of ['open', 'high', 'low', 'close', 'ticks', 'at_ms']) {
    expect(
      await broken(`UPDATE markets.candles SET ${column} = ${column} + 1 WHERE at_ms = ${beforeMs}`),
      column,
    ).toEqual([changed])
  }
})
