import { compareMoves, type BookCheck } from '../ledger/public.ts'
import { expectedOfShares } from './books-store.ts'

/** Compares profit shares with their transfers, on both sides. */
export const copyingBooks: BookCheck = {
  name: 'profit shares',
  find: (tx) => compareMoves(tx, (shard) => [expectedOfShares(shard)]),
}
