import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canonicalReceipt, tradingCalls, type TradeReceipt } from '../../../api/calls/trading/trading.ts'
import { serveCalls } from '../../../tests/harness.ts'
import { createMarkets, scriptedSource } from '../../markets/public.ts'
import { tickHash } from '../../markets/tick.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { shardOf } from '../../platform/random.ts'
import { checkReceipt } from './check-receipt.ts'
import { createTrading } from '../public.ts'
import { createScriptedWorld, type ScriptedWorld } from '../test-world.ts'

let world: ScriptedWorld
let customer: { secrete: string; id: string }
const receipts: Record<string, TradeReceipt> = {}

beforeAll(async () => {
  world = await createScriptedWorld(['EURUSD', 'GBPUSD', 'BTCUSD'])
  customer = await world.addCustomer()
  await world.publish('EURUSD', [0, 1_000])
  await world.publish('GBPUSD', [0, 1_000])
  await world.publish('BTCUSD', [0, 60_000_000])
  const place = async (name: string, input: Record<string, unknown>) => {
    const { body } = await world.api.call(
      'trade',
      { symbols: 'EURUSD', amount: '10.01', interval: 5, TYPE: 'BUY', ...input },
      { secrete: customer.secrete },
    )
    ids[name] = body.id
  }
  const ids: Record<string, string> = {}
  await place('won', {})
  await place('lost', { TYPE: 'SELL' })
  await place('tie', { interval: 10 })
  await place('open', { interval: 180 })
  await place('void', { symbols: 'GBPUSD' })
  await place('stopped', { symbols: 'BTCUSD' })
  await world.publish(
    'EURUSD',
    [1_000, 1_010],
    [2_000, 1_000],
    [4_000, 1_020],
    [5_500, 1_000],
    [9_000, 1_010],
    [10_500, 1_030],
  )
  await world.publish('GBPUSD', [6_000, 1_010], [10_500, 1_000])
  await world.platform.clock.advance(200_000)
  for (const [name, id] of Object.entries(ids)) receipts[name] = (await receiptOf(id)).body
})
afterAll(() => world.stop())

const receiptOf = (id: string, secrete = customer.secrete) => world.api.call('trades.receipt', { id }, { secrete })
const resultsOf = (receipt: unknown) =>
  checkReceipt(receipt)
    .filter(({ result }) => result !== 'pass')
    .map(({ name, result }) => `${name} ${result}`)
const withDigest = (receipt: TradeReceipt) => ({
  ...receipt,
  digest: createHash('sha256').update(canonicalReceipt(receipt)).digest('hex'),
})

describe("'trades.receipt'", () => {
  it('contains the ticks around entry and exit, and the transfers', () => {
    const { won } = receipts
    expect(won!.ticks.entry.ticks.map(({ seq }) => seq)).toEqual([1, 2])
    expect(won!.ticks.exit.ticks.map(({ seq }) => seq)).toEqual([4, 5])
    expect(won!.outcome).toEqual({ status: 'WON', strikeSeq: 2, exitSeq: 4, returned: '19.01', reason: null })
    expect(won!.transfers.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      'stake 10.01',
      'stake_return 10.01',
      'profit 9.00',
    ])
    expect(receipts['lost']!.transfers.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      'stake 10.01',
      'loss 10.01',
    ])
    expect(receipts['void']!.transfers.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
      'stake 10.01',
      'void_return 10.01',
    ])
  })

  it('lists prices that were refused near the entry and the exit, and the check shows them', async () => {
    const { acceptedAt } = receipts['won']!.order
    await world.platform.pool.query(
      `INSERT INTO markets.refused_prices (symbol, at_ms, bid, ask, price, reason, source)
       VALUES ('EURUSD', $1, NULL, 1000, 1200, 'jump', 'scripted#9'), ('GBPUSD', $1, 1, 1, 1, 'jump', 'x')`,
      [acceptedAt + 1_500],
    )
    const receipt = (await receiptOf(receipts['won']!.order.id)).body as TradeReceipt
    expect(receipt.refused!.entry).toMatchObject([
      { at: acceptedAt + 1_500, bid: null, price: '0.001200', reason: 'jump', source: 'scripted#9' },
    ])
    expect(resultsOf(receipt)).toEqual([])
    expect(checkReceipt(receipt).find(({ name }) => name === 'refused prices')?.detail).toContain('0.001200 (a jump')
  })

  it('states when refused prices may be missing, and includes rare reasons even if one is frequent', async () => {
    const { acceptedAt, id } = receipts['won']!.order
    const { pool } = world.platform
    await pool.query(`INSERT INTO markets.refused_gaps VALUES ('EURUSD', 'crossed', $1)`, [acceptedAt - 60_000])
    expect((await receiptOf(id)).body.refused).not.toHaveProperty('completeSince')
    await pool.query(
      `INSERT INTO markets.refused_prices (symbol, at_ms, bid, ask, price, reason, source)
       SELECT 'EURUSD', $1::bigint + n, 2, 1, 1, 'crossed', 'x' FROM generate_series(1, 150) n`,
      [acceptedAt + 1_500],
    )
    const { refused } = (await receiptOf(id)).body as TradeReceipt
    expect(refused!.entry.map(({ reason }) => reason)).toEqual([...Array(100).fill('crossed'), 'jump'])
    expect(refused!.completeSince).toBe(acceptedAt + 1_550)
    await pool.query(`UPDATE markets.refused_gaps SET through_ms = $1`, [acceptedAt + 20_000])
    const cut = (await receiptOf(id)).body as TradeReceipt
    expect(cut.refused!.completeSince).toBe(acceptedAt + 20_000)
    expect(resultsOf(cut)).toEqual([])
    expect(checkReceipt(cut).find(({ name }) => name === 'refused prices')?.detail).toContain(
      'some up to 2026-01-05T12:00:20.000Z are missing',
    )
    await pool.query(`DELETE FROM markets.refused_gaps`)
    await pool.query(`DELETE FROM markets.refused_prices WHERE reason = 'crossed'`)
  })

  it('names the batch of each transfer, which is a link in the hash chain', async () => {
    for (const { transfers } of Object.values(receipts)) {
      for (const { id, batch } of transfers) {
        const { rows } = await world.platform.pool.query<{ name: string }>(
          `SELECT shard || '/' || batch AS name FROM ledger.batches WHERE $1 BETWEEN first_id AND last_id`,
          [id],
        )
        expect(rows).toEqual([{ name: batch }])
      }
    }
    expect(new Set(receipts['won']!.transfers.map(({ batch }) => batch)).size).toBe(2)
  })

  it('passes the check in the older form, which names only a shard, but not with a different shard', () => {
    const shard = shardOf(customer.id)
    const named = (batch: string) =>
      withDigest({
        ...receipts['won']!,
        transfers: receipts['won']!.transfers.map((transfer) => ({ ...transfer, batch })),
      })
    expect(resultsOf(named(`${shard}`))).toEqual([])
    for (const wrong of [`${shard + 1}`, `${shard + 1}/1`, `${shard}/0`, `${shard}/`, '', 'x'])
      expect(resultsOf(named(wrong)), wrong).toEqual(['transfers fail'])
  })

  it.each(['won', 'lost', 'tie', 'void', 'open'])('passes the check for a trade in the state %s', (name) => {
    expect(resultsOf(receipts[name])).toEqual([])
  })

  it("leaves open what it can't prove: which price would have followed if the feed had not stopped", () => {
    expect(receipts['stopped']!.outcome).toMatchObject({
      status: 'VOID',
      reason: expect.stringContaining('No price arrived'),
    })
    expect(resultsOf(receipts['stopped'])).toEqual(['strike open', 'exit open'])
  })

  it('not_found: another customer’s trade, and an ID without a trade', async () => {
    const other = await world.addCustomer()
    const missing = { status: 404, body: { code: 'not_found' } }
    expect(await receiptOf(receipts['won']!.order.id, other.secrete)).toMatchObject(missing)
    expect(await receiptOf('0190a1a0-0000-7000-8000-000000000000')).toMatchObject(missing)
    expect(await receiptOf("' OR true --")).toMatchObject(missing)
    expect(await world.api.call('trades.receipt', { id: receipts['won']!.order.id })).toMatchObject({
      status: 401,
      body: { code: 'not_signed_in' },
    })
  })
})

describe('a trade during which the price record restarted', () => {
  const reason = 'The price record restarted between the order and its expiry, so the stake was returned.'
  let receipt: TradeReceipt
  let restarted: ScriptedWorld
  let ada: { secrete: string; id: string }
  let earlier: TradeReceipt
  beforeAll(async () => {
    restarted = await createScriptedWorld(['EURUSD'])
    ada = await restarted.addCustomer()
    await restarted.publish('EURUSD', [0, 1_000])
    const order = { symbols: 'EURUSD', amount: '10.01', interval: 5, TYPE: 'BUY' }
    const ended = (await restarted.api.call('trade', order, { secrete: ada.secrete })).body.id
    await restarted.publish('EURUSD', [1_000, 1_010], [4_000, 1_020], [5_500, 1_030])
    await restarted.platform.clock.advance(6_000)
    const across = (await restarted.api.call('trade', order, { secrete: ada.secrete })).body.id
    await restarted.publish('EURUSD', [7_000, 1_040])
    await restarted.platform.clock.advance(2_000)
    restarted.source.seam(['EURUSD'], 'the recording begins')
    await restarted.publish('EURUSD', [9_000, 1_900], [10_500, 1_910], [11_500, 1_920])
    await restarted.platform.clock.advance(10_000)
    const shown = async (id: string) =>
      (await restarted.api.call('trades.receipt', { id }, { secrete: ada.secrete })).body as TradeReceipt
    earlier = await shown(ended)
    receipt = await shown(across)
  })
  afterAll(() => restarted.stop())

  it('is void with its own reason in the history and the receipt, and the stake is returned', async () => {
    const history = (await restarted.api.call('trades', {}, { secrete: ada.secrete })).body as { id: string }[]
    expect(history.find(({ id }) => id === receipt.order.id)).toMatchObject({
      status: 'VOID',
      returned: '10.01',
      reason,
    })
    expect(receipt.outcome).toMatchObject({ status: 'VOID', returned: '10.01', reason })
    expect(receipt.seams).toEqual([{ at: receipt.order.acceptedAt + 2_000, reason: 'the recording begins' }])
    expect(await restarted.balance(ada.id)).toBe(10_009_00n)
  })

  it('is void in the check too, which states why', () => {
    expect(resultsOf(receipt)).toEqual([])
    expect(checkReceipt(receipt).find(({ name }) => name === 'outcome')?.detail).toContain(
      'restarted at 2026-01-05T12:00:08.000Z (the recording begins)',
    )
  })

  it('fails the check if the receipt lists no restart, and stays open if the receipt predates the list', () => {
    expect(resultsOf(withDigest({ ...receipt, seams: [] }))).toEqual(['outcome fail'])
    const { seams: _, ...older } = receipt
    expect(resultsOf(withDigest(older as TradeReceipt))).toEqual(['outcome open'])
  })

  it("doesn't affect earlier trades; a decided trade with a restart fails the check", () => {
    expect(earlier).toMatchObject({ outcome: { status: 'WON' }, seams: [] })
    expect(resultsOf(earlier)).toEqual([])
    expect(resultsOf(withDigest({ ...earlier, seams: [{ at: earlier.order.acceptedAt + 1, reason: 'x' }] }))).toEqual([
      'outcome fail',
    ])
  })
})

describe('a receipt for a trade whose feed stopped afterwards', () => {
  const silent: Record<'tie' | 'won' | 'unopened', { before: TradeReceipt; after: TradeReceipt }> = {} as never
  beforeAll(async () => {
    const stopped = await createScriptedWorld(['EURUSD', 'GBPUSD', 'BTCUSD'])
    const { secrete, id: customerId } = await stopped.addCustomer()
    for (const symbol of ['EURUSD', 'GBPUSD', 'BTCUSD']) await stopped.publish(symbol, [0, 60_000_000])
    const ids: Record<string, string> = {}
    for (const [name, symbols] of [
      ['tie', 'EURUSD'],
      ['won', 'GBPUSD'],
      ['unopened', 'BTCUSD'],
    ] as const) {
      ids[name] = (
        await stopped.api.call('trade', { symbols, amount: '10.01', interval: 5, TYPE: 'BUY' }, { secrete })
      ).body.id
    }
    await stopped.publish('EURUSD', [2_000, 60_000_000])
    await stopped.publish('GBPUSD', [1_000, 60_000_000], [2_000, 60_000_010], [4_000, 60_000_020])
    stopped.source.through(Number.MAX_SAFE_INTEGER)
    await stopped.markets.flush()
    await stopped.platform.clock.advance(6_000)
    const before = async (name: string): Promise<TradeReceipt> =>
      (await stopped.api.call('trades.receipt', { id: ids[name]! }, { secrete })).body
    const reported = { tie: await before('tie'), won: await before('won'), unopened: await before('unopened') }

    // Advances the clock, without new prices, past the time range that a new process loads into memory.
    await stopped.platform.clock.advance(3_600_000)
    await stopped.markets.stop()
    const platform = { ...stopped.platform, metrics: createMetrics(false) }
    const markets = createMarkets(platform, { source: scriptedSource([]) })
    const trading = createTrading(platform, { ledger: stopped.ledger, markets, customer: () => ({ currency: 'USD' }) })
    const api = await serveCalls(platform, tradingCalls, trading.calls, () => ({
      sessionId: customerId,
      customerId,
      shard: shardOf(customerId),
    }))
    await markets.start()
    expect(markets.lastTick('EURUSD')).toBeUndefined()
    for (const name of ['tie', 'won', 'unopened'] as const)
      silent[name] = {
        before: reported[name],
        after: (await api.call('trades.receipt', { id: ids[name]! }, { secrete })).body,
      }
    await api.stop()
    await markets.stop()
    await stopped.stop()
  })

  it.each([
    ['tie', 'TIE', 2],
    ['won', 'WON', 4],
    ['unopened', 'VOID', 1],
  ] as const)('is the same after a restart: %s', (name, status, exit) => {
    const { before, after } = silent[name]
    expect(after.outcome.status).toBe(status)
    expect(after.ticks.exit.ticks.map(({ seq }) => seq)).toEqual([exit])
    expect(after).toEqual(before)
    // Without a later tick, another tick before the expiry can't be ruled out.
    expect(resultsOf(after)).toEqual(name === 'unopened' ? ['strike open', 'exit open'] : ['exit open'])
  })

  const without = (receipt: TradeReceipt, change: (changed: TradeReceipt) => void) => {
    const changed = structuredClone(receipt)
    changed.ticks.exit = { before: '', ticks: [] }
    change(changed)
    return checkReceipt(withDigest(changed)).filter(({ result }) => result !== 'pass')
  }

  it("fails if it doesn't include the exit that it names, instead of using the strike as the exit", () => {
    expect(without(silent.won.after, () => {})).toMatchObject([
      { name: 'exit', result: 'open' },
      {
        name: 'outcome',
        result: 'fail',
        detail: "the receipt names tick 4 as the exit but doesn't include it: download it again",
      },
    ])
    const unnamed = without(silent.won.after, ({ outcome, order }) => void (outcome.exitSeq = order.exit = null))
    expect(unnamed.at(-1)).toMatchObject({
      name: 'outcome',
      result: 'fail',
      detail: expect.stringContaining('names no exit'),
    })
  })

  it('stays open if its exit is included only as the strike', () => {
    expect(without(silent.tie.after, () => {})).toMatchObject([{ name: 'exit', result: 'open' }])
  })

  it('fails if the exit run begins after the expiry or ends before the strike', () => {
    const { won } = receipts
    for (const ticks of [[won!.ticks.exit.ticks[1]!], [won!.ticks.entry.ticks[0]!]]) {
      const changed = structuredClone(won!)
      changed.ticks.exit = {
        before: ticks[0]!.seq === 1 ? won!.ticks.entry.before : won!.ticks.exit.ticks[0]!.hash,
        ticks,
      }
      expect(resultsOf(withDigest(changed))).toContain('outcome fail')
    }
  })
})

describe('a receipt that was tampered with', () => {
  it('fails if any field was changed', () => {
    for (const [name, receipt] of Object.entries(receipts)) {
      for (const place of placesOf(receipt)) {
        const changed = structuredClone(receipt)
        change(changed, place)
        expect(
          resultsOf(changed).some((line) => line.endsWith('fail')),
          `${name}: ${place.join('.')}`,
        ).toBe(true)
      }
    }
  })

  // Protected only by the digest: the ledger's transfer IDs, and when it wrote the transfers.
  const names = /^(transfers\.\d+\.(id|at|batch)|order\.settledAt|digest)$/
  it.each(['won', 'lost', 'tie', 'void'])('fails with a recomputed digest: %s', (name) => {
    const receipt = receipts[name]!
    const places = placesOf(receipt).filter((place) => !names.test(place.join('.')))
    expect(places.length).toBeGreaterThan(40)
    for (const place of places) {
      const changed = structuredClone(receipt)
      change(changed, place)
      expect(
        resultsOf(withDigest(changed)).some((line) => line.endsWith('fail')),
        place.join('.'),
      ).toBe(true)
    }
  })

  it('fails when another exit was chosen and the later ticks were removed', () => {
    const changed = structuredClone(receipts['lost']!)
    changed.ticks.exit = { before: changed.ticks.entry.before, ticks: changed.ticks.entry.ticks }
    expect(resultsOf(withDigest(changed))).not.toEqual([])
  })

  it('fails when a price and its hash were changed', () => {
    const changed = structuredClone(receipts['lost']!)
    const [first, second] = changed.ticks.exit.ticks as [
      TradeReceipt['ticks']['exit']['ticks'][0],
      TradeReceipt['ticks']['exit']['ticks'][0],
    ]
    first.price = '0.001000'
    first.hash = tickHash(changed.ticks.exit.before, {
      symbol: 'EURUSD',
      seq: first.seq,
      atMs: first.at,
      bid: 1_010,
      ask: 1_030,
      price: 1_000,
      source: first.source,
    })
    expect(second.seq).toBe(5)
    expect(resultsOf(withDigest(changed))).toContain('exit ticks fail')
  })

  it('fails the check of its format if it is not a receipt', () => {
    for (const value of [null, 42, [], {}, { format: 'other' }]) expect(resultsOf(value)).toEqual(['form fail'])
  })
})

describe('verify:receipt', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'receipts-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const verify = (text: string) => {
    const file = path.join(folder, 'receipt.json')
    writeFileSync(file, text)
    return spawnSync(process.execPath, ['scripts/verify-receipt.ts', file], { encoding: 'utf8' })
  }
  it('exits with 0, 1, 2 or 64, and states why', () => {
    const good = verify(JSON.stringify(receipts['won']))
    expect([good.status, good.stdout.trim().split('\n').at(-1)]).toEqual([0, 'The receipt holds.'])
    const bad = verify(JSON.stringify(receipts['lost']).replace('"LOST"', '"WON"'))
    expect(bad.status).toBe(1)
    expect(bad.stdout).toContain('FAIL  outcome: order and outcome contradict each other')
    expect(verify(JSON.stringify(receipts['stopped'])).status).toBe(2)
    expect(verify('{').status).toBe(64)
  })
})

type Place = (string | number)[]

/** Returns the path of every primitive value in a receipt. */
function placesOf(value: unknown, at: Place = []): Place[] {
  if (value === null || typeof value !== 'object') return [at]
  return Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...at, key]))
}

/** Changes a value to another value of the same type. */
function change(receipt: unknown, place: Place): void {
  const holder = place.slice(0, -1).reduce((inner, key) => (inner as Record<string, unknown>)[key], receipt) as Record<
    string,
    unknown
  >
  const key = place.at(-1)!
  const value = holder[key]
  if (typeof value === 'number') holder[key] = value + 1
  else if (value === null) holder[key] = key === 'settledAt' || key === 'strikeSeq' || key === 'exitSeq' ? 1 : '1.00'
  else if (/^[0-9a-f]{64}$/.test(String(value)))
    holder[key] = `${String(value).startsWith('0') ? '1' : '0'}${String(value).slice(1)}`
  else if (/^\d+(\.\d+)?$/.test(String(value)))
    holder[key] = String(value).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
  else holder[key] = changedWord(String(key), String(value))
}

function changedWord(key: string, value: string): string {
  if (key === 'type') return value === 'BUY' ? 'SELL' : 'BUY'
  if (key === 'status') return value === 'WON' ? 'LOST' : 'WON'
  if (key === 'result') return value === 'true' ? 'false' : 'true'
  return `${value}x`
}
