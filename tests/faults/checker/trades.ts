import type { Client } from 'pg'
import { centsOf, differences, type Finding } from './findings.ts'
import type { Journal, Operation } from './journal.ts'

type Row = Record<string, string | null>

/** Compares each order of a journal with the stored trades, and each stored trade with its transfers and its ticks. */
export async function checkTrades(client: Client, { customers, operations }: Journal): Promise<Finding[]> {
  const rows = await readTrades(client, customers)
  const orders = operations.filter(({ call }) => call === 'trade')
  const sent = new Map(orders.map((order) => [order.key, order]))
  const byKey = Map.groupBy(rows, (row) => row['key'] ?? '')
  return [
    ...orders.flatMap((order) => checkOrder(order, byKey.get(order.key) ?? [])),
    ...rows
      .filter((row) => isPhantom(row, sent))
      .map((row): Finding => ({ fault: 'phantom', subject: `trade ${row['id']}`, detail: `key ${row['key']}` })),
    ...rows.flatMap(checkOutcome),
    ...(await checkTransfers(client, rows)),
  ]
}

async function readTrades(client: Client, customers: string[]): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `SELECT t.*, s.price AS strike_price, e.price AS exit_price, first.seq AS first_seq, first.at_ms AS first_at_ms,
       last.seq AS last_seq, last.at_ms AS last_at_ms
     FROM trading.trades t
     LEFT JOIN markets.ticks s ON s.symbol = t.symbol AND s.seq = t.strike_seq
     LEFT JOIN markets.ticks e ON e.symbol = t.symbol AND e.seq = t.exit_seq
     LEFT JOIN LATERAL (SELECT seq, at_ms FROM markets.ticks k WHERE k.symbol = t.symbol AND k.at_ms > t.accepted_at_ms
       ORDER BY at_ms, seq LIMIT 1) first ON true
     LEFT JOIN LATERAL (SELECT seq, at_ms FROM markets.ticks k WHERE k.symbol = t.symbol AND k.at_ms <= t.expires_at_ms
       ORDER BY at_ms DESC, seq DESC LIMIT 1) last ON true
     WHERE t.customer_id = ANY ($1)`,
    [customers],
  )
  return rows
}

/** Copies of an expert's order, which the product places itself, aren't in any journal. */
const isCopy = (row: Row) => (row['key'] ?? '').startsWith('copy ')

const isPhantom = (row: Row, sent: Map<string, Operation>) =>
  !isCopy(row) && (sent.get(row['key'] ?? '')?.isRefused ?? true)

function checkOrder(order: Operation, stored: Row[]): Finding[] {
  const subject = `order ${order.key}`
  if (stored.length > 1) return [{ fault: 'doubled', subject, detail: `${stored.length} trades` }]
  const [first, ...others] = order.acknowledged
  if (!first) return []
  const other = others.find((answer) => JSON.stringify(answer) !== JSON.stringify(first))
  const repeated: Finding[] = other
    ? [{ fault: 'altered', subject, detail: 'the same key got a different answer' }]
    : []
  const row = stored[0]
  if (!row) return [{ fault: 'lost', subject, detail: `acknowledged as ${first.id}` }, ...repeated]
  const { symbols, amount, interval, TYPE } = order.input as {
    symbols: string
    amount: string
    interval: number
    TYPE: string
  }
  const expected = {
    id: first.id,
    customer_id: order.customer,
    type: TYPE,
    symbol: symbols,
    stake_minor: centsOf(amount),
    accepted_at_ms: first['acceptedAt'],
    expires_at_ms: first['expiresAt'],
    payout_bps: first['payoutBps'],
  }
  const length = Number(row['expires_at_ms']) - Number(row['accepted_at_ms'])
  return [
    ...repeated,
    ...differences(subject, expected, row),
    ...differences(subject, { length_ms: interval * 1000 }, { length_ms: length }),
  ]
}

/** Reasons for voids that the ticks don't explain, because the price record itself restarted. */
const unexplainedVoids = ['record_restarted']

/**
 * Applies the documented rule: a trade is void if the first tick after acceptance comes after expiry or later than the
 * tolerance, or if the last tick before expiry is older than the tolerance.
 */
function isVoidByRule(row: Row): boolean {
  const number = (name: string) => Number(row[name])
  if (row['first_at_ms'] === null || number('first_at_ms') > number('expires_at_ms')) return true
  const waited = number('first_at_ms') - number('accepted_at_ms')
  return Math.max(waited, number('expires_at_ms') - number('last_at_ms')) > number('tolerance_ms')
}

/** Recomputes the result of a settled trade from the tick record. */
function checkOutcome(row: Row): Finding[] {
  const { state, stake_minor: stake, payout_bps: payout } = row as Record<string, string>
  if (state === 'OPEN') return []
  const subject = `trade ${row['id']}`
  const isVoid = isVoidByRule(row) || unexplainedVoids.includes(row['void_code'] ?? '')
  const rule = differences(subject, { void: isVoid }, { void: state === 'VOID' })
  if (state === 'VOID') return [...rule, ...differences(subject, { returned_minor: stake }, row)]
  const [strike, exit] = [BigInt(row['strike_price'] ?? 0), BigInt(row['exit_price'] ?? 0)]
  const isWon = row['type'] === 'BUY' ? exit > strike : exit < strike
  const result = exit === strike ? 'TIE' : isWon ? 'WON' : 'LOST'
  const won = BigInt(stake!) + (BigInt(stake!) * BigInt(payout!)) / 10_000n
  const returned = { TIE: BigInt(stake!), WON: won, LOST: 0n }[result]
  const ticks = { strike_seq: row['first_seq'], exit_seq: row['last_seq'] }
  return [...rule, ...differences(subject, { ...ticks, state: result, strike, exit, returned_minor: returned }, row)]
}

const expectedTransfers = (row: Row): Record<string, bigint> => {
  const stake = BigInt(row['stake_minor']!)
  const profit = (stake * BigInt(row['payout_bps']!)) / 10_000n
  const ends: Record<string, Record<string, bigint>> = {
    OPEN: {},
    WON: { stake_return: stake, profit },
    LOST: { loss: stake },
    TIE: { stake_return: stake },
    VOID: { void_return: stake },
  }
  return { stake, ...ends[row['state']!] }
}

const tradeKinds = ['stake', 'stake_return', 'void_return', 'profit', 'loss']

/**
 * Checks that each trade has its transfers exactly once with the right amounts, and that each transfer has its trade.
 */
async function checkTransfers(client: Client, trades: Row[]): Promise<Finding[]> {
  const customers = [...new Set(trades.map((row) => row['customer_id']))]
  const { rows } = await client.query<Row>(
    `SELECT reference, kind, amount_minor FROM ledger.transfers
     WHERE kind = ANY ($2) AND (debit_owner = ANY ($1) OR credit_owner = ANY ($1) OR reference = ANY ($3))`,
    [customers, tradeKinds, trades.map((row) => row['id'])],
  )
  const byTrade = Map.groupBy(rows, (row) => row['reference'])
  const ids = new Set(trades.map((row) => row['id']))
  const orphans = rows.filter((row) => !ids.has(row['reference']!))
  return [
    ...trades.flatMap((row) => compareTransfers(row, byTrade.get(row['id']!) ?? [])),
    ...orphans.map((row): Finding => ({
      fault: 'phantom',
      subject: `transfer ${row['kind']}`,
      detail: `belongs to trade ${row['reference']}, which isn't stored`,
    })),
  ]
}

function compareTransfers(row: Row, transfers: Row[]): Finding[] {
  const expected = expectedTransfers(row)
  const subject = `trade ${row['id']}`
  const byKind = Map.groupBy(transfers, ({ kind }) => kind!)
  const doubled = [...byKind]
    .filter(([, list]) => list.length > 1)
    .map(([kind]): Finding => ({ fault: 'doubled', subject, detail: `transfers of kind ${kind}` }))
  const stored = Object.fromEntries([...byKind].map(([kind, list]) => [kind, list[0]!['amount_minor']]))
  const unexpected = Object.keys(stored)
    .filter((kind) => !(kind in expected))
    .map((kind): Finding => ({ fault: 'phantom', subject, detail: `transfer of kind ${kind}` }))
  return [...doubled, ...unexpected, ...differences(subject, expected, stored)]
}
