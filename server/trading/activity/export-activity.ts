import { BinaryAnswer, type InputOf } from '../../../api/call.ts'
import type { activityCalls } from '../../../api/calls/trading/activity.ts'
import type { TradeRecord } from '../../../api/calls/trading/trading.ts'
import { accountWords } from '../../../api/sentences/statement-words.ts'
import type { Executor } from '../../platform/database/database.ts'
import { csvLine } from '../../platform/http/csv.ts'
import { joined, jsonList } from '../../platform/http/json-pieces.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import type { ActivityContext } from './context.ts'
import type { ActivityInput, Place } from './filter.ts'
import { readLines, type ActivityLine } from './list-activity.ts'

const linesPerRead = 500

/** Streams all lines that pass a filter as a file. */
export async function exportActivity(
  context: ActivityContext,
  { as, ...filter }: InputOf<(typeof activityCalls)['activity.export']>,
  { session }: CustomerRequest,
): Promise<BinaryAnswer> {
  const pieces = await context.downloads.start(session.customerId, (snapshot) => {
    const lines = allLines(context, snapshot, session, filter)
    return joined(as === 'json' ? jsonList(lines) : csvOf(lines))
  })
  const type = as === 'json' ? 'application/json' : 'text/csv'
  const name = `tallystick-activity-${context.clock.now().toISOString().slice(0, 10)}.${as}`
  return new BinaryAnswer(`${type}; charset=utf-8`, pieces, name)
}

async function* allLines(
  context: ActivityContext,
  snapshot: Executor,
  session: CustomerRequest['session'],
  filter: ActivityInput,
): AsyncGenerator<ActivityLine> {
  let place: Place | undefined
  do {
    const { lines, next } = await readLines(context, snapshot, session, filter, place, linesPerRead)
    yield* lines
    place = next
  } while (place)
}

const columns = [
  'Time',
  'What',
  'Symbol',
  'Account',
  'Asset',
  'Amount',
  'State',
  'Stake',
  'Returned',
  'Strike',
  'Exit',
  'Payout percent',
  'Placed by',
  'Why',
  'Note',
  'Reference',
] as const

async function* csvOf(lines: AsyncIterable<ActivityLine>): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const line of lines) yield csvLine(line.trade ? fieldsOfTrade(line, line.trade) : fieldsOfEntry(line))
}

function fieldsOfTrade({ at, asset, amount, why }: ActivityLine, trade: TradeRecord): string[] {
  const { id, type, asset: symbol, interval, status, strike, exit, returned, payoutBps, by } = trade
  return [
    at,
    `${type} ${symbol} ${interval} s`,
    symbol,
    accountWords('trading'),
    asset,
    amount,
    status,
    trade.amount,
    returned ?? '',
    strike ?? '',
    exit ?? '',
    String(payoutBps / 100),
    by,
    why?.reason ?? '',
    why?.text ?? '',
    id,
  ]
}

function fieldsOfEntry({ at, asset, amount, entry }: ActivityLine): string[] {
  const { id, words, account, state, note, reference } = entry!
  const ofTrades = ['', '', '', '', '', '', '']
  return [at, words, '', accountWords(account), asset, amount, state, ...ofTrades, note ?? '', reference ?? id]
}
