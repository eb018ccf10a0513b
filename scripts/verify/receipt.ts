import type { TradeReceipt } from '../../api/calls/trading/trading.ts'
import type { Check } from '../../server/trading/records/receipt-check.ts'
import { uuidMs } from './findings.ts'
import { RecordFailed, ticksBetween, type PublicRecord } from './record.ts'

// Compares a receipt, whose format was already checked, with the public calls of the installation that issued it.

/** Fields that nothing verifies. */
export const receiptNotChecked = [
  'order.by (who placed the order is not public)',
  'order.settledAt (except that it is after expiry and before the transfer)',
  'seams.*.at (except that it is within the trade)',
  'seams.*.reason (affects nothing)',
  'transfers.*.id (except that it is in its batch)',
]

/**
 * Fields that are compared with the public record. `refused` doesn't affect the result, and the record has only the
 * newest 10,000 refused prices for each symbol.
 */
export const receiptCheckedByRecord = [
  'transfers.*.at',
  'transfers.*.batch',
  ...['id', 'at', 'bid', 'ask', 'price', 'reason', 'source'].flatMap((name) => [
    `refused.entry.*.${name}`,
    `refused.exit.*.${name}`,
  ]),
]

const check = (name: string, holds: boolean, detail: string): Check => ({
  name,
  result: holds ? 'pass' : 'fail',
  detail,
})

/** Compares ticks, payout rate, refused prices and ledger batches. */
export async function compareReceipt(receipt: TradeReceipt, record: PublicRecord): Promise<Check[]> {
  return [
    await compareTicks('entry', receipt, record),
    await compareTicks('exit', receipt, record),
    await comparePayout(receipt, record),
    await compareRefused(receipt, record),
    await compareBatches(receipt, record),
    await compareHeads(receipt, record),
  ]
}

async function compareTicks(
  name: 'entry' | 'exit',
  { order, ticks }: TradeReceipt,
  record: PublicRecord,
): Promise<Check> {
  const run = ticks[name].ticks
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) return check(`${name} ticks, published`, true, 'the receipt has none')
  const published = new Map(
    (await ticksBetween(record, order.symbol, first.at, last.at)).map((tick) => [tick.seq, tick]),
  )
  const words = ({ seq, at, bid, ask, price, source, hash }: typeof first) =>
    [seq, at, bid, ask, price, source, hash].join(' ')
  const wrong = run.filter((tick) => words(published.get(tick.seq) ?? { ...tick, hash: 'none' }) !== words(tick))
  return check(
    `${name} ticks, published`,
    wrong.length === 0,
    wrong.length === 0
      ? `${run.length} ticks match the published ones`
      : `${wrong.map(({ seq }) => `#${seq}`).join(', ')} differs from the published tick`,
  )
}

/** A changed payout rate takes at most this long to apply to every order. */
const payoutDelayMs = 10_000

async function comparePayout({ order }: TradeReceipt, record: PublicRecord): Promise<Check> {
  const rates = (await record<{ symbol: string; payoutBps: number; from: number }[]>('symbols.payouts'))
    .filter(({ symbol }) => symbol === order.symbol)
    .toSorted((a, b) => a.from - b.from)
  // The id contains the time when the order was placed. Experts' practice trades are backdated.
  const throughMs = Math.max(order.acceptedAt, uuidMs(order.id))
  const offered = rates
    .filter(
      ({ from }, index) => from <= throughMs && (rates[index + 1]?.from ?? Infinity) + payoutDelayMs > order.acceptedAt,
    )
    .map(({ payoutBps }) => payoutBps)
  return check(
    'payout rate, published',
    offered.includes(order.payoutBps),
    `${order.payoutBps / 100}%, offered then: ${offered.map((bps) => `${bps / 100}%`).join(', ')}`,
  )
}

type RefusedPrice = NonNullable<TradeReceipt['refused']>['entry'][number]

async function compareRefused({ order, rules, refused }: TradeReceipt, record: PublicRecord): Promise<Check> {
  const around = async (atMs: number, shown: readonly RefusedPrice[]) => {
    const span = { from: atMs - rules.strikeToleranceMs, to: atMs + rules.strikeToleranceMs }
    const published = await record<RefusedPrice[]>('prices.refused', { symbol: order.symbol, ...span })
    const words = ({ id, at, bid, ask, price, reason, source }: RefusedPrice) =>
      [id, at, bid, ask, price, reason, source].join(' ')
    const known = new Set(published.map(words))
    const ids = new Set(shown.map(({ id }) => id))
    return {
      wrong: shown.filter((price) => !known.has(words(price))),
      left: shown.length < 100 ? published.filter(({ id }) => !ids.has(id)) : [],
    }
  }
  if (!refused)
    return { name: 'refused prices, published', result: 'pass', detail: 'the receipt is too old to list them' }
  const found = [
    await around(order.acceptedAt, refused.entry),
    ...(order.status === 'OPEN' ? [] : [await around(order.expiresAt, refused.exit)]),
  ]
  const [wrong, left] = [found.flatMap((each) => each.wrong), found.flatMap((each) => each.left)]
  if (wrong.length + left.length === 0)
    return check('refused prices, published', true, `${refused.entry.length + refused.exit.length} shown`)
  return {
    name: 'refused prices, published',
    result: 'open',
    detail:
      `${wrong.length} in the receipt differ from the public record or are no longer in it; ` +
      `${left.length} in the public record are not in the receipt`,
  }
}

type Batch = { first: string; last: string; at: number }

async function batchOf(record: PublicRecord, name: string): Promise<Batch | undefined> {
  const [shard = '', batch = ''] = name.split('/')
  try {
    return await record<Batch>('ledger.batch', { shard, batch })
  } catch (error) {
    if (error instanceof RecordFailed && (error.status === 404 || error.status === 400)) return undefined
    throw error
  }
}

async function compareBatches({ transfers }: TradeReceipt, record: PublicRecord): Promise<Check> {
  const wrong: string[] = []
  for (const { id, at, batch } of transfers) {
    const found = await batchOf(record, batch)
    if (!found || BigInt(id) < BigInt(found.first) || BigInt(id) > BigInt(found.last) || found.at !== at)
      wrong.push(`${id} in batch ${batch}`)
  }
  return check(
    'transfers, in the ledger’s hash chain',
    wrong.length === 0,
    wrong.length === 0 ? transfers.map(({ batch }) => batch).join(', ') : `not found: ${wrong.join(', ')}`,
  )
}

type Statement = { day: string; at: number; heads: { shard: number; batch: string }[] } | null
const dayMs = 86_400_000

/**
 * Checks batches against statements of solvency. A statement lists the newest batch of each shard: earlier transfers
 * are in that batch or one before it, later transfers in a batch after it.
 */
async function compareHeads({ transfers }: TradeReceipt, record: PublicRecord): Promise<Check> {
  const wrong: string[] = []
  const days = new Set<string>()
  for (const { at, batch } of transfers) {
    const [shard, number] = batch.split('/')
    for (const day of [at, at + dayMs].map((atMs) => new Date(atMs).toISOString().slice(0, 10))) {
      const statement = await record<Statement>('solvency', { day })
      const head = statement?.heads.find((each) => each.shard === Number(shard))
      if (!statement || !head) continue
      days.add(day)
      if (
        statement.at > at
          ? BigInt(head.batch) < BigInt(number ?? 0)
          : statement.at < at && BigInt(head.batch) >= BigInt(number ?? 0)
      )
        wrong.push(`${batch} on ${day}`)
    }
  }
  return check(
    'batches, between published heads',
    wrong.length === 0,
    wrong.length > 0
      ? wrong.join(', ')
      : days.size > 0
        ? `statements for ${[...days].join(', ')}`
        : 'no statement for these days is published',
  )
}
