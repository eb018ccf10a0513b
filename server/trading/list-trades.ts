import type { TradeRecord } from '../../contract/trading.ts'
import type { Executor } from '../platform/database.ts'
import type { Session } from '../platform/http.ts'
import { readPages } from '../platform/read-all.ts'
import { invariant } from '../platform/refused.ts'
import type { TradingContext } from './context.ts'
import { listTrades as readTrades, listTradesAfter, type Trade } from './store.ts'
import { tradeRecordOf } from './trade-record.ts'

const newest = 100
const pageSize = 10

/** The newest 100 trades, or the ten of page `p` (1 the newest), oldest first within the answer. */
export async function listTrades(
  context: TradingContext,
  session: Session,
  p: number | undefined,
): Promise<TradeRecord[]> {
  const trades =
    p === undefined
      ? await readTrades(context.db, session, newest)
      : await readTrades(context.db, session, pageSize, (p - 1) * pageSize)
  return Promise.all(trades.toReversed().map((trade) => recordWithStrike(context, trade)))
}

/** Every trade, oldest first, read from `snapshot` page by page. Can be read more than once. */
export function exportTrades(
  context: TradingContext,
  session: Session,
  snapshot: Executor,
): AsyncIterable<TradeRecord> {
  return { [Symbol.asyncIterator]: () => tradeRecords(context, session, snapshot) }
}

async function* tradeRecords(
  context: TradingContext,
  session: Session,
  snapshot: Executor,
): AsyncGenerator<TradeRecord> {
  const pages = readPages<Trade>((limit, last) => listTradesAfter(snapshot, session, last?.id, limit))
  for await (const page of pages) yield* await Promise.all(page.map((trade) => recordWithStrike(context, trade)))
}

/** The record of a trade; an open one already shows its strike if that price has come. */
export async function recordWithStrike({ markets }: TradingContext, trade: Trade): Promise<TradeRecord> {
  const info = markets.symbol(trade.symbol)
  invariant(info, `trade ${trade.id} is on a symbol that is not in the catalogue`)
  if (trade.state !== 'OPEN' || (markets.lastTick(trade.symbol)?.atMs ?? 0) <= trade.acceptedAtMs)
    return tradeRecordOf(trade, info.scale)
  const [strike] = await markets.ticksBetween(trade.symbol, trade.acceptedAtMs + 1, trade.expiresAtMs, 1)
  return tradeRecordOf({ ...trade, strike: strike?.price ?? null }, info.scale)
}
