import { compareMoves, type BookCheck } from '../ledger/public.ts'
import { expectedOfCommissions } from './books-store.ts'

/** Compares commissions with the transfers that paid them. */
export const affiliatesBooks: BookCheck = {
  name: 'commissions',
  find: (tx) => compareMoves(tx, (shard) => [expectedOfCommissions(shard)]),
}
