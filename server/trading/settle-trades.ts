import { shardCount, shardOf } from '../platform/random.ts'
import type { TradingContext } from './context.ts'
import { money } from './order-checks.ts'
import { feedGraceMs } from './rules.ts'
import { forgetExposure, settleDue, type SettledTrade } from './store.ts'

/** Trades of one transaction: few enough to keep orders of the same shards waiting only briefly. */
const tradesAtOnce = 4_000
/** Parts of the shards that are settled at the same time, each over a connection of its own: no two touch one row. */
const parts = 2
const shardsOf = (part: number) => Array.from({ length: shardCount / parts }, (_, index) => (part * shardCount) / parts + index)

/**
 * Settles every trade that is due, in chunks, and tells each customer. Safe beside another settler, and after a restart:
 * what is due follows from the stored trades and ticks alone. Resolves with the number of trades settled.
 */
export function createSettleTrades(context: TradingContext, startedAtMs: number, chunk = tradesAtOnce) {
  const { pool, db, clock, markets, bus } = context
  const longestTolerance = Math.max(...markets.symbols.map((info) => info.staleAfterMs))

  return async function settleTrades(): Promise<number> {
    const nowMs = clock.nowMs()
    const through = markets.symbols.map(({ symbol }) => ({ symbol, throughMs: markets.watermarkMs(symbol) }))
    // After a start the feed is first given time to come back.
    const givenUpMs = nowMs - startedAtMs < feedGraceMs + longestTolerance ? 0 : nowMs - feedGraceMs
    const settlePart = async (part: number): Promise<number> => {
      let shards = shardsOf(part)
      for (let settled = 0; ; ) {
        const trades = await again(() => settleDue(pool, { shards, nowMs, through, givenUpMs, limit: chunk }))
        for (const trade of trades) {
          bus.publish('trade.settled', { customerId: trade.customerId, id: trade.id, result: trade.state, msg: reportOf(trade) })
        }
        settled += trades.length
        if (trades.length < chunk) return settled
        // The shards before are done: what is settled there would only be looked at once more.
        const reached = shardOf(trades.at(-1)!.customerId)
        shards = shards.filter((shard) => shard >= reached)
      }
    }
    const counts = await Promise.all(Array.from({ length: parts }, (_, part) => settlePart(part)))
    const settled = counts.reduce((sum, count) => sum + count, 0)
    if (settled > 0) await forgetExposure(db, nowMs - 60_000)
    return settled
  }
}

const deadlock = '40P01'
const triesOfAChunk = 3

/**
 * Tries a chunk again that the database ended to break a deadlock; nothing of it was written then. An order that is sent again with the key of a trade
 * holds its customer and waits for the trade, while the settlement holds the trade and waits for the customer.
 */
async function again<T>(settle: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await settle()
    } catch (error) {
      if ((error as { code?: unknown }).code !== deadlock || tried === triesOfAChunk) throw error
    }
  }
}

/** The sentence of the trade report. */
export function reportOf({ type, symbol, state, asset, stakeMinor, returnedMinor }: Omit<SettledTrade, 'customerId' | 'id'>): string {
  const trade = `${type} on ${symbol}`
  if (state === 'WON') return `Your ${trade} won ${money(returnedMinor - stakeMinor, asset)}.`
  if (state === 'LOST') return `Your ${trade} lost ${money(stakeMinor, asset)}.`
  const back = `Your stake of ${money(stakeMinor, asset)} is back.`
  return state === 'TIE' ? `Your ${trade} ended where it began. ${back}` : `Your ${trade} is void. ${back}`
}
