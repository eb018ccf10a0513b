import type { TradeRecord } from '../../../api/calls/trading/trading.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Session } from '../../platform/http/http.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { readPages } from '../../platform/database/read-all.ts'
import { invariant } from '../../platform/http/refused.ts'
import type { TradingContext } from '../context.ts'
import { listTrades as readTrades, listTradesAfter, type Trade } from '../store.ts'
import { tradeRecordOf } from './trade-record.ts'

const newest = 100
const pageSize = 10

/** Returns the newest 100 trades, or the ten trades of page `p` (page 1 is the newest), oldest first. */
export async function listTrades(
  context: TradingContext,
  { p }: { p?: number | undefined },
  { session }: CustomerRequest,
): Promise<TradeRecord[]> {
  const trades =
    p === undefined
      ? await readTrades(context.db, session, newest)
      : await readTrades(context.db, session, pageSize, (p - 1) * pageSize)
  return Promise.all(trades.toReversed().map((trade) => recordWithStrike(context, trade)))
}

/** Returns every trade, oldest first, read from `snapshot` in pages. Can be iterated more than once. */
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

/** Returns the record of a trade. An open trade includes its strike as soon as that price exists. */
export async function recordWithStrike({ markets }: TradingContext, trade: Trade): Promise<TradeRecord> {
  const info = markets.symbol(trade.symbol)
  invariant(info, `trade ${trade.id} has a symbol that is not in the catalogue`)
  if (trade.state !== 'OPEN' || (markets.lastTick(trade.symbol)?.atMs ?? 0) <= trade.acceptedAtMs)
    return tradeRecordOf(trade, info.scale)
  const [strike] = await markets.ticksBetween(trade.symbol, trade.acceptedAtMs + 1, trade.expiresAtMs, 1)
  return tradeRecordOf({ ...trade, strike: strike?.price ?? null }, info.scale)
}
