import { compareMoves, compareNotes, type BookCheck } from '../ledger/public.ts'
import type { Executor } from '../platform/database.ts'
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
/** Trades that are judged together lie within this time, because the ticks of the whole time are read. */
const spanMs = 3_600_000

type Break = Awaited<ReturnType<BookCheck['find']>>[number]
/** Enough to see the extent without holding a whole table in memory. */
const mostBreaks = 1_000

/** Compares trades with their transfers, with the tick record, and with the counters of each customer. */
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
    breaks.splice(mostBreaks)
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
