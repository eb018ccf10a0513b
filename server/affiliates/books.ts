import { compareMoves, type BookCheck } from '../ledger/public.ts'
import { expectedOfCommissions } from './books-store.ts'

/** Compares commissions with their transfers. */
export const affiliatesBooks: BookCheck = {
  name: 'commissions',
  find: (tx) => compareMoves(tx, (shard) => [expectedOfCommissions(shard)]),
}
