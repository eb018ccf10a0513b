import type { Executor } from '../platform/database.ts'
import { findBrokenLinks, findWrongHead, findWrongHours, findWrongMinutes, recordedSymbols, recordOpenedMs, type RecordBreak } from './books-store.ts'

type Found = Awaited<ReturnType<typeof findBrokenLinks>>

/** Recomputes the hash chain of every symbol's ticks, and the candles that follow from them. */
export const marketsBooks = {
  name: 'prices',
  async find(tx: Executor): Promise<RecordBreak[]> {
    const breaks: RecordBreak[] = []
    const note = (rule: string, found: Found) => breaks.push(...found.map((one) => ({ rule, shard: null, ...one })))
    const openedMs = await recordOpenedMs(tx)
    for (const symbol of await recordedSymbols(tx)) {
      note('tick follows the one before', await findBrokenLinks(tx, symbol))
      note('chain ends with the last tick', await findWrongHead(tx, symbol))
      note('candle follows from ticks', await findWrongMinutes(tx, symbol, openedMs))
    }
    note('hour follows from minutes', await findWrongHours(tx))
    return breaks
  },
}
