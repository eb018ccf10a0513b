import { compareMoves, type BookCheck } from '../ledger/public.ts'
import { shardCount } from '../platform/random.ts'
import { expectedOfShares, findSumBreaks } from './books-store.ts'

/** Compares profit shares with both sides of their transfers, and each relation with its copies and profit shares. */
export const copyingBooks: BookCheck = {
  name: 'copying',
  async find(tx) {
    const breaks = await compareMoves(tx, (shard) => [expectedOfShares(shard)])
    for (let shard = 0; shard < shardCount; shard++) breaks.push(...(await findSumBreaks(tx, shard)))
    return breaks
  },
}
