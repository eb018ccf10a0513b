import type { Executor } from '../platform/database/database.ts'
import {
  findBrokenLinks,
  findWrongHead,
  findWrongHours,
  findWrongMarks,
  findWrongMinutes,
  recordedSymbols,
  recordOpenedMs,
  type RecordBreak,
  type TickPlace,
} from './books-store.ts'

type Found = Awaited<ReturnType<typeof findBrokenLinks>>

const hourMs = 3_600_000

/** Candles are created a few seconds after their ticks, so the hour before a verified tick is compared again. */
const candlesSinceMs = ({ atMs }: TickPlace) => (Math.floor(atMs / hourMs) - 1) * hourMs

/**
 * Recomputes the hash chain of every symbol's ticks, and the candles. For a symbol with a verified tick, reads only
 * later ticks and candles.
 */
export async function findPriceBreaks(
  tx: Executor,
  verified: ReadonlyMap<string, TickPlace> = new Map(),
): Promise<RecordBreak[]> {
  const breaks: RecordBreak[] = []
  const note = (rule: string, found: Found) => breaks.push(...found.map((one) => ({ rule, shard: null, ...one })))
  const openedMs = await recordOpenedMs(tx)
  for (const symbol of new Set([...(await recordedSymbols(tx)), ...verified.keys()])) {
    const place = verified.get(symbol)
    const sinceMs = place ? candlesSinceMs(place) : 0
    note('tick follows the one before', await findBrokenLinks(tx, symbol, place))
    note('hash chain ends with the last tick', await findWrongHead(tx, symbol))
    note('candle follows from ticks', await findWrongMinutes(tx, symbol, openedMs, sinceMs))
    note('hour follows from minutes', await findWrongHours(tx, symbol, sinceMs))
  }
  note('watermark is the one that the feed stored', await findWrongMarks(tx))
  return breaks
}
