import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { shardOf } from '../platform/random.ts'
import { createLedger, LedgerRefused, throughClearing } from './public.ts'
import type { DirectTransfer, Ledger } from './types.ts'
import { testOwner } from './test-owner.ts'

let platform: TestPlatform
let ledger: Ledger
beforeAll(async () => {
  platform = await createTestPlatform()
  ledger = createLedger(platform)
  await ledger.start()
})
afterAll(async () => {
  await ledger.stop()
  await platform.stop()
})

const grant = (owner: string, amountMinor: bigint, rest: Partial<DirectTransfer> = {}): DirectTransfer => ({
  debit: { house: 'practice_grants' },
  credit: { owner, code: 'trading' },
  asset: 'USD',
  amountMinor,
  kind: 'practice_grant',
  ...rest,
})
const stake = (owner: string, amountMinor: bigint, rest: Partial<DirectTransfer> = {}): DirectTransfer => ({
  debit: { owner, code: 'trading' },
  credit: { house: 'stakes' },
  asset: 'USD',
  amountMinor,
  kind: 'stake',
  ...rest,
})
const trading = (owner: string) => ({ owner, code: 'trading', asset: 'USD' as const })

describe('post', () => {
  test('posts all transfers and returns the results in order', async () => {
    const owner = testOwner(1)
    const posted = await ledger.post([grant(owner, 100n), stake(owner, 30n), stake(owner, 30n)])
    expect(posted.map(({ balanceMinor, existed }) => [balanceMinor, existed])).toEqual([
      [100n, false],
      [70n, false],
      [40n, false],
    ])
    expect(posted[0]!.atMs).toBe(platform.clock.nowMs())
  })
  test('posts none if one is refused, and reports which and why', async () => {
    const owner = testOwner(2)
    const refused = await ledger
      .post([grant(owner, 100n), stake(owner, 101n), grant(testOwner(3), 5n)])
      .catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(LedgerRefused)
    expect(refused).toMatchObject({ code: 'insufficient', index: 1, availableMinor: 100n })
    expect(await ledger.balances(owner)).toEqual([])
    expect(await ledger.balances(testOwner(3))).toEqual([])
  })
  test('returns the first result for a repeated key, even for a single transfer', async () => {
    const owner = testOwner(4)
    const [first] = await ledger.post([grant(owner, 100n, { key: 'once' })])
    await ledger.post([stake(owner, 60n)])
    expect(await ledger.post([grant(owner, 100n, { key: 'once' })])).toEqual([{ ...first, existed: true }])
    await expect(ledger.post([grant(owner, 101n, { key: 'once' })])).rejects.toMatchObject({
      code: 'key_reused',
      index: 0,
    })
    expect(await ledger.balance(trading(owner))).toMatchObject({ balanceMinor: 40n })
  })
  test('runs in the given transaction', async () => {
    const owner = testOwner(5)
    await platform.db
      .transaction()
      .execute(async (tx) => {
        await ledger.post([grant(owner, 100n)], { tx })
        expect((await ledger.balance(trading(owner), tx)).balanceMinor).toBe(100n)
        expect((await ledger.balance(trading(owner))).balanceMinor).toBe(0n)
        throw new Error('rolled back')
      })
      .catch(() => {})
    expect((await ledger.balance(trading(owner))).balanceMinor).toBe(0n)
  })
  test('does nothing without transfers', async () => expect(await ledger.post([])).toEqual([]))
  test('requires a shard for a transfer between house accounts', async () => {
    await expect(
      ledger.post([
        { debit: { house: 'stakes' }, credit: { house: 'dust' }, asset: 'USD', amountMinor: 1n, kind: 'dust' },
      ]),
    ).rejects.toThrow('has a shard')
  })
  test('reports a refusal caused only by the link', async () => {
    const owner = testOwner(6)
    await ledger.post([grant(owner, 10n, { key: 'a' })])
    await expect(ledger.post([grant(owner, 10n, { key: 'a' }), grant(owner, 10n, { key: 'b' })])).rejects.toMatchObject(
      { code: 'linked_failed' },
    )
  })
})

test('moves money between customers through clearing, in two shards, with one key', async () => {
  const [from, to] = [testOwner(10), testOwner(11)]
  await ledger.post([grant(from, 100n)])
  const order = {
    from: { owner: from, code: 'trading' },
    to: { owner: to, code: 'trading' },
    asset: 'USD' as const,
    amountMinor: 70n,
    kind: 'copy_profit_share' as const,
    key: 'share',
    reference: testOwner(999),
  }
  const first = await ledger.post(throughClearing(order))
  expect(await ledger.post(throughClearing(order))).toEqual(first.map((one) => ({ ...one, existed: true })))
  await expect(ledger.post(throughClearing({ ...order, key: 'again' }))).rejects.toMatchObject({
    code: 'insufficient',
    index: 0,
    availableMinor: 30n,
  })
  expect((await ledger.balance(trading(to))).balanceMinor).toBe(70n)
  expect(await ledger.houseBalance({ house: 'clearing', asset: 'USD' })).toBe(0n)
  expect(await ledger.transfersOf(testOwner(999), to)).toMatchObject([
    {
      debit: { house: 'clearing' },
      credit: { owner: to, code: 'trading' },
      amountMinor: 70n,
      phase: 'done',
      key: 'share:in',
    },
  ])
})

test('finds the transfers of a trade by account and time, and all others by reference', async () => {
  const [owner, trade] = [testOwner(12), testOwner(998)]
  await ledger.post([grant(owner, 100n)])
  const common = { asset: 'USD', amountMinor: 5n, reference: trade } as const
  const [stake] = await ledger.post([
    { ...common, debit: { owner, code: 'trading' }, credit: { house: 'stakes' }, kind: 'stake' },
  ])
  await ledger.post([
    { ...common, debit: { house: 'stakes' }, credit: { house: 'trading_house' }, kind: 'loss', shard: shardOf(owner) },
  ])
  const kinds = async (fromMs: number, toMs: number) =>
    (await ledger.transfersOf(trade, owner, { fromMs, toMs })).map(({ kind }) => kind)
  expect(await kinds(stake!.atMs, stake!.atMs)).toEqual(['stake', 'loss'])
  expect(await kinds(0, stake!.atMs - 1)).toEqual(['loss'])
  expect((await ledger.transfersOf(trade, owner)).map(({ kind }) => kind)).toEqual(['loss'])
})

test('finds the batch of every transfer, even in large batches', async () => {
  const owner = testOwner(13, 30)
  const none = await ledger.batchesOf(owner, [(30n << 48n) + 1n])
  expect(none.size).toBe(0)
  const ids: bigint[] = []
  for (const together of [1, 3, 1, 2, 7, 1, 1, 4])
    ids.push(...(await ledger.post(Array.from({ length: together }, () => grant(owner, 5n)))).map(({ id }) => id))
  const { rows } = await platform.pool.query<{ batch: bigint; first_id: bigint; last_id: bigint }>(
    'SELECT batch, first_id, last_id FROM ledger.batches WHERE shard = 30',
  )
  const expected = ids.map((id) => [id, rows.find(({ first_id, last_id }) => first_id <= id && id <= last_id)!.batch])
  expect(new Set(expected.map(([, batch]) => batch)).size).toBe(8)
  expect([...(await ledger.batchesOf(owner, ids))].sort()).toEqual(expected.sort())
  expect(await ledger.batchesOf(owner, [ids[4]!, ids.at(-1)! + 1n, 5n])).toEqual(new Map([[ids[4]!, 3n]]))
})

describe('transfer times', () => {
  test('never go back within a shard, so that past balances don’t change', async () => {
    const owner = testOwner(20, 20)
    const account = trading(owner)
    await ledger.post([grant(owner, 100n)], { atMs: 5000 })
    const [late] = await ledger.post([stake(owner, 10n)], { atMs: 4000 })
    expect(late!.atMs).toBe(5000)
    await ledger.post([stake(owner, 10n)], { atMs: 6000 })
    expect(await Promise.all([4999, 5000, 5999, 6000, 1e13].map((at) => ledger.balanceAsOf(account, at)))).toEqual([
      0n,
      90n,
      90n,
      80n,
      80n,
    ])
    expect(await ledger.balanceAsOf({ ...account, asset: 'EUR' }, 1e13)).toBe(0n)
    expect(await ledger.balanceAsOf({ ...account, code: 'bonus' }, 1e13)).toBe(0n)
  })
  test('are indexed, so that a past balance takes one lookup', async () => {
    const client = await platform.pool.connect()
    await client.query('SET enable_seqscan = off')
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT balance_after_minor FROM ledger.account_transfers
       WHERE shard = 1 AND owner = $1 AND code = 'trading' AND asset = 'USD' AND at_ms <= 5
       ORDER BY at_ms DESC, id DESC LIMIT 1`,
      [testOwner(1)],
    )
    client.release(true)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index Scan Backward using transfers_of_account/)
    expect(plan).not.toMatch(/Sort|Filter/)
  })
})

describe('reading', () => {
  const owner = testOwner(30)
  beforeAll(async () => {
    await ledger.post([
      grant(owner, 1000n, { note: 'welcome' }),
      { ...grant(owner, 50n), credit: { owner, code: 'mining:BTC' }, asset: 'BTC', kind: 'mining_output' },
      stake(owner, 300n, { pending: true, kind: 'withdrawal' }),
      ...Array.from({ length: 7 }, (_, place) => stake(owner, BigInt(place + 1))),
    ])
  })
  test('balance does not count held amounts as available', async () => {
    expect(await ledger.balance(trading(owner))).toEqual({
      account: trading(owner),
      balanceMinor: 972n,
      reservedMinor: 300n,
      availableMinor: 672n,
    })
    expect(await ledger.balance({ owner, code: 'never', asset: 'USD' })).toMatchObject({
      balanceMinor: 0n,
      availableMinor: 0n,
    })
  })
  test('balances returns all accounts of the owner', async () => {
    expect(
      (await ledger.balances(owner)).map(({ account, balanceMinor }) => [account.code, account.asset, balanceMinor]),
    ).toEqual([
      ['mining:BTC', 'BTC', 50n],
      ['trading', 'USD', 972n],
    ])
  })
  test('history pages through all accounts, newest first, without gaps or duplicates', async () => {
    const pages: bigint[][] = []
    for (let before: bigint | undefined; ;) {
      const page = await ledger.history(owner, { limit: 4, before })
      if (page.length === 0) break
      pages.push(page.map((entry) => entry.id))
      before = page.at(-1)!.id
    }
    expect(pages.map((page) => page.length)).toEqual([4, 4, 2])
    expect(pages.flat()).toEqual(pages.flat().toSorted((a, b) => Number(b - a)))
    expect(new Set(pages.flat()).size).toBe(10)
  })
  test('history shows entries from the account’s perspective', async () => {
    const all = await ledger.history(owner, { code: 'trading', asset: 'USD' })
    expect(all.slice(-2)).toMatchObject([
      {
        kind: 'withdrawal',
        phase: 'pending',
        house: 'stakes',
        amountMinor: 300n,
        changeMinor: 0n,
        balanceAfterMinor: 1000n,
      },
      {
        kind: 'practice_grant',
        phase: 'done',
        house: 'practice_grants',
        changeMinor: 1000n,
        balanceAfterMinor: 1000n,
        note: 'welcome',
      },
    ])
    expect(all[0]).toMatchObject({ kind: 'stake', changeMinor: -7n, balanceAfterMinor: 972n })
    expect(await ledger.history(owner, { asset: 'BTC' })).toHaveLength(1)
    expect(await ledger.history(testOwner(31))).toEqual([])
  })
})

describe('house accounts', () => {
  test('have the same balance before, between and after checkpoints, per shard and in total', async () => {
    const [here, there] = [testOwner(40, 8), testOwner(41, 9)]
    const read = async () => [
      await ledger.houseBalance({ house: 'yield_pool', asset: 'ETH' }),
      await ledger.houseBalance({ house: 'yield_pool', asset: 'ETH', shard: 8 }),
    ]
    const pay = (owner: string, amountMinor: bigint) =>
      ledger.post([
        grant(owner, amountMinor, { debit: { house: 'yield_pool' }, asset: 'ETH', kind: 'farming_interest' }),
      ])
    expect(await read()).toEqual([0n, 0n])
    await pay(here, 5n)
    expect(await read()).toEqual([-5n, -5n])
    await ledger.advanceCheckpoints()
    await pay(there, 7n)
    expect(await read()).toEqual([-12n, -5n])
    await Promise.all([ledger.advanceCheckpoints(), ledger.advanceCheckpoints()])
    await ledger.advanceCheckpoints()
    await pay(here, 1n)
    expect(await read()).toEqual([-13n, -6n])
  })
  test('get new checkpoints as the clock advances', async () => {
    await ledger.post([grant(testOwner(42, 10), 1n, { debit: { house: 'mining_pool' }, asset: 'LTC' })])
    await platform.jobs.start()
    await platform.clock.advance(60_000)
    const { rows } = await platform.pool.query(
      "SELECT balance_minor FROM ledger.checkpoints WHERE code = 'mining_pool' AND asset = 'LTC'",
    )
    expect(rows).toEqual([{ balance_minor: -1n }])
  })
})

describe('concurrency', () => {
  test('a thousand stakes on one balance: exactly as many succeed as the balance covers', async () => {
    const owner = testOwner(50)
    await ledger.post([grant(owner, 1000n)])
    const outcomes = (
      await Promise.all(Array.from({ length: 1000 }, () => ledger.postEach([stake(owner, 10n)])))
    ).flat()
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(100)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.code === 'insufficient')).toHaveLength(900)
    expect((await ledger.balance(trading(owner))).balanceMinor).toBe(0n)
  })
  test('the same key from many clients creates one transfer', async () => {
    const owner = testOwner(51)
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () => ledger.post([grant(owner, 10n, { key: 'race' })])),
    )
    expect(new Set(outcomes.map(([posted]) => posted!.id)).size).toBe(1)
    expect(outcomes.filter(([posted]) => !posted!.existed)).toHaveLength(1)
  })
  test('batches across the same shards in any order cause no deadlock', async () => {
    const owners = Array.from({ length: 8 }, (_, place) => testOwner(60 + place, place))
    await ledger.post(owners.map((owner) => grant(owner, 10_000n)))
    const turns = Array.from({ length: 200 }, (_, turn) =>
      (turn % 2 ? owners : owners.toReversed()).map((owner) => stake(owner, 1n)),
    )
    await Promise.all(turns.map((turn) => ledger.post(turn)))
    expect((await ledger.balance(trading(owners[0]!))).balanceMinor).toBe(9_800n)
  })
})

describe('new transfers', () => {
  test('are found by shard, by customer, and in order', async () => {
    const [owner, quiet] = [testOwner(9), testOwner(10)]
    await ledger.post([grant(owner, 100n), grant(quiet, 100n)])
    const before = (await ledger.newestIds()).get(shardOf(owner))!
    expect(await ledger.entriesAfter(owner, before, 10)).toEqual([])
    const posted = await ledger.post([stake(owner, 1n), stake(owner, 2n), stake(owner, 3n)])
    const after = (await ledger.newestIds()).get(shardOf(owner))!
    expect(after).toBe(posted[2]!.id)
    expect((await ledger.entriesAfter(owner, before, 2)).map(({ id, changeMinor }) => [id, changeMinor])).toEqual([
      [posted[0]!.id, -1n],
      [posted[1]!.id, -2n],
    ])
    expect([...(await ledger.ownersBetween(shardOf(owner), before, after))]).toEqual([owner])
    expect([...(await ledger.ownersBetween(shardOf(owner), after, after))]).toEqual([])
    expect((await ledger.newestIds()).size).toBe(32)
  })
})

describe('reconcile', () => {
  const command = () =>
    new Promise<{ code: number; text: string }>((resolve) => {
      execFile(
        process.execPath,
        ['scripts/reconcile.ts'],
        { env: { ...process.env, DATABASE_URL: platform.databaseUrl } },
        (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), text: stdout + stderr }),
      )
    })
  test('finds no breaks, and reports what customers and the house hold', async () => {
    const report = await ledger.reconcile()
    expect(report.breaks).toEqual([])
    for (const { customersMinor, houseMinor } of report.assets) expect(customersMinor + houseMinor).toBe(0n)
    expect(report.heads).toHaveLength(32)
    // The stakes in this file have no trades, so the command reports breaks.
    expect(await command()).toMatchObject({
      code: 1,
      text: expect.stringMatching(/The ledger reconciles.*The rows of trades do not reconcile/s),
    })
  })
  test('finds an edited balance; the command exits with 1', async () => {
    const owner = testOwner(1)
    await platform.owner.query('UPDATE ledger.accounts SET balance_minor = balance_minor + 1 WHERE owner = $1', [owner])
    const report = await ledger.reconcile()
    expect(report).toMatchObject({
      ok: false,
      breaks: expect.arrayContaining([
        {
          rule: 'balance equals transfers',
          shard: 1,
          subject: `${owner} trading USD`,
          expected: '40 held 0',
          found: '41 held 0',
        },
      ]),
    })
    expect(await command()).toMatchObject({
      code: 1,
      text: expect.stringMatching(/balance equals transfers.*does not reconcile/s),
    })
    await platform.owner.query('UPDATE ledger.accounts SET balance_minor = balance_minor - 1 WHERE owner = $1', [owner])
  })
})
