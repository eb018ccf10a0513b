import { compareMoves, compareNotes, type BookCheck } from '../ledger/public.ts'
import type { Executor } from '../platform/database/database.ts'
import { shardCount } from '../platform/random.ts'
import {
  eachTrade,
  expectedOfTrades,
  expectedOrders,
  findCounterBreaks,
  readStrikesAndExits,
  type JudgedTrade,
} from './books-store.ts'
import { judgeStored } from './judge-stored.ts'

const tradesAtOnce = 5_000
/** Trades are checked in groups that span at most this time, because each check reads all ticks of the span. */
const spanMs = 3_600_000

type Break = Awaited<ReturnType<BookCheck['find']>>[number]
/** Enough to show the extent of a problem without loading a whole table into memory. */
const maxBreaks = 1_000

/** Compares trades with their transfers, the tick record and each customer's counters. */
export const tradingBooks: BookCheck = {
  name: 'trades',
  async find(tx) {
    const moves = await compareMoves(tx, (shard) => [expectedOfTrades(shard)])
    const orders = await compareNotes(tx, expectedOrders)
    const counters: Break[] = []
    for (let shard = 0; shard < shardCount; shard++) counters.push(...(await findCounterBreaks(tx, shard)))
    return [...moves, ...orders, ...counters, ...(await findResultBreaks(tx))]
  },
}

async function findResultBreaks(tx: Executor): Promise<Break[]> {
  const breaks: Break[] = []
  await eachTrade(tx, tradesAtOnce, async (trades) => {
    for (const together of Map.groupBy(trades, ({ acceptedAtMs }) => Math.floor(acceptedAtMs / spanMs)).values()) {
      const ticks = await readStrikesAndExits(tx, together)
      together.forEach((trade, index) => breaks.push(...breaksOf(trade, ticks[index]!)))
    }
    breaks.splice(maxBreaks)
  })
  return breaks
}

function breaksOf(trade: JudgedTrade, ticks: Awaited<ReturnType<typeof readStrikesAndExits>>[number]): Break[] {
  return judgeStored(trade, ticks).map(({ rule, expected, found }) => ({
    rule,
    shard: trade.shard,
    subject: `trade ${trade.id}`,
    expected,
    found,
  }))
}
