import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Asset } from '../../api/money.ts'
import { createTestPlatform, type TestPlatform } from '../../tests/harness.ts'
import { accountName, applyBatch, emptyModel, type Model } from './test-model.ts'
import type { HouseCode, TransferKind } from './codes.ts'
import { createLedger, throughClearing } from './public.ts'
import type { Ledger, NewTransfer } from './types.ts'
import { testOwner } from './test-owner.ts'

// Random operations from several connections at once; each result is compared with a model. Each stream has its own
// customers, so its results are deterministic. The streams share shards, heads and house accounts, so they contend for
// locks. Source: docs/spec/targets.md R9. LEDGER_SEED replays a run, LEDGER_OPERATIONS sets its size.

const seed = Number(process.env['LEDGER_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const operations = Number(process.env['LEDGER_OPERATIONS'] ?? 20_000)
const streams = 4
const customersPerStream = 12
const shards = [1, 2, 3]

let platform: TestPlatform
let ledger: Ledger
beforeAll(async () => {
  platform = await createTestPlatform()
  ledger = createLedger(platform)
})
afterAll(() => platform.stop())

/** Returns a mulberry32 generator, which produces the same numbers for the same seed. */
function generator(start: number): (limit: number) => number {
  let state = start >>> 0
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

type Stream = {
  number: number
  below: (limit: number) => number
  model: Model
  used: NewTransfer[]
  pendingIds: bigint[]
  keys: number
}

const assets: Asset[] = ['USD', 'EUR', 'BTC']
const houses: HouseCode[] = ['stakes', 'trading_house', 'fees', 'withdrawal_clearing']

function randomTransfer(stream: Stream): NewTransfer[] {
  const { below, number } = stream
  const one = <T>(list: readonly T[]): T => list[below(list.length)]!
  const customer = () => {
    const place = number * customersPerStream + below(customersPerStream)
    return { owner: testOwner(place, shards[place % shards.length]), code: below(4) === 0 ? 'bonus' : 'trading' }
  }
  const amount = () => (below(60) === 0 ? one([0n, -1n, 10n ** 18n, 10n ** 18n + 1n]) : BigInt(1 + below(1000)))
  const kind = () =>
    below(100) === 0 ? ('nonsense' as TransferKind) : one<TransferKind>(['stake', 'profit', 'bonus', 'fee'])
  const key = below(4) === 0 ? { key: `${seed}-${number}-${stream.keys++}` } : {}
  const common = {
    asset: one(assets),
    amountMinor: amount(),
    kind: kind(),
    ...key,
    ...(below(10) === 0 && { note: `reason ${below(3)}, "quoted"` }),
    ...(below(3) === 0 && { reference: testOwner(below(50), 0) }),
  }
  const chance = below(100)
  if (chance < 6 && stream.used.length > 0) {
    const again = one(stream.used)
    return [
      below(2) === 0
        ? again
        : 'debit' in again
          ? { ...again, amountMinor: again.amountMinor + 1n }
          : { ...again, note: 'another' },
    ]
  }
  if (chance < 20 && stream.pendingIds.length > 0) {
    const id = below(20) === 0 ? (BigInt(one(shards)) << 48n) + 10n ** 12n : one(stream.pendingIds)
    const rest = { kind: kind(), ...key }
    return [
      below(2) === 0 ? { void: id, ...rest } : { post: id, ...rest, ...(below(2) === 0 && { amountMinor: amount() }) },
    ]
  }
  if (chance < 24) return throughClearing({ ...common, from: customer(), to: customer(), kind: 'move', link: -1 })
  if (chance < 30)
    return [
      {
        ...common,
        debit: { house: one(houses) },
        credit: { house: one(houses) },
        shard: one(shards),
        pending: below(5) === 0,
      },
    ]
  if (chance < 31) return [{ ...common, debit: customer(), credit: customer() }]
  const pending = below(6) === 0
  if (chance < 58) return [{ ...common, debit: { house: one(houses) }, credit: customer(), pending }]
  return [{ ...common, debit: customer(), credit: { house: one(houses) }, pending }]
}

function randomBatch(stream: Stream): NewTransfer[] {
  const { below } = stream
  const batch: NewTransfer[] = []
  const size = below(5) === 0 ? 1 : 1 + below(60)
  let link = 0
  while (batch.length < size) {
    const earlier = batch[below(batch.length + 1)]
    // Repeats a key within a batch. A move without its other half would leave the clearing account unbalanced.
    const made =
      below(15) === 0 && earlier?.key !== undefined && earlier.kind !== 'move' ? [earlier] : randomTransfer(stream)
    const linked = below(12) === 0 ? [...made, ...randomTransfer(stream)] : made
    if (linked.length > 1) link++
    batch.push(...linked.map((transfer) => ({ ...transfer, link: linked.length > 1 ? link : undefined })))
  }
  return batch
}

async function runStream(stream: Stream, count: number): Promise<void> {
  for (let done = 0; done < count;) {
    const batch = randomBatch(stream)
    const { expected, settle } = applyBatch(stream.model, batch)
    const outcomes = await ledger.postEach(batch, { atMs: 1000 + stream.below(1000) })
    const seen = outcomes.map((outcome) =>
      outcome.ok
        ? { result: outcome.existed ? 'exists' : 'ok', shown: outcome.balanceMinor }
        : { result: outcome.code, shown: outcome.availableMinor ?? null },
    )
    expect(seen, `stream ${stream.number} after ${done} operations, LEDGER_SEED=${seed}`).toEqual(expected)
    const ids = outcomes.map((outcome) => (outcome.ok ? outcome.id : undefined))
    settle(ids)
    batch.forEach((transfer, place) => {
      if (!outcomes[place]!.ok) return
      if (transfer.key !== undefined) remember(stream.used, { ...transfer, link: undefined })
      if ('debit' in transfer && transfer.pending) remember(stream.pendingIds, ids[place]!)
    })
    done += batch.length
    if (stream.number === 0 && stream.below(40) === 0) await ledger.advanceCheckpoints()
  }
}

/** Adds an item and drops the oldest above 200, because the newest are the most useful to reuse. */
function remember<T>(list: T[], item: T): void {
  list.push(item)
  if (list.length > 200) list.shift()
}

test(`${operations} operations match a model, LEDGER_SEED=${seed}`, { timeout: 60_000 + operations * 5 }, async () => {
  const all: Stream[] = Array.from({ length: streams }, (_, number) => ({
    number,
    below: generator(seed + number * 7919),
    model: emptyModel(),
    used: [],
    pendingIds: [],
    keys: 0,
  }))
  await Promise.all(all.map((stream) => runStream(stream, operations / streams)))

  expect((await ledger.reconcile()).breaks, `LEDGER_SEED=${seed}`).toEqual([])
  for (const { model } of all) {
    const owners = new Set([...model.accounts.keys()].map((name) => name.split(' ')[0]!))
    for (const owner of owners) {
      for (const { account, balanceMinor, reservedMinor } of await ledger.balances(owner)) {
        expect({ account, balance: balanceMinor, reserved: reservedMinor }).toEqual({
          account,
          ...model.accounts.get(accountName(account, account.asset)),
        })
        const [last] = await ledger.history(owner, { code: account.code, asset: account.asset, limit: 1 })
        expect(last!.balanceAfterMinor).toBe(balanceMinor)
      }
    }
  }
  for (const house of [...houses, 'clearing'] as const) {
    for (const asset of assets) {
      const sum = all.reduce((total, { model }) => total + (model.house.get(`${house} ${asset}`) ?? 0n), 0n)
      expect(await ledger.houseBalance({ house, asset }), `${house} ${asset}`).toBe(sum)
    }
  }
})
