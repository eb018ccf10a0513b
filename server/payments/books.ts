import { compareMoves, type BookCheck } from '../ledger/public.ts'
import { shardCount } from '../platform/random.ts'
import {
  expectedOfBonuses,
  expectedOfDeposits,
  expectedOfWithdrawals,
  findPaymentBreaks,
  findPlanBreaks,
} from './books-store.ts'

/** Compares deposits, withdrawals and bonuses with their transfers, and deposits with the payments on the chain. */
export const paymentsBooks: BookCheck = {
  name: 'payments',
  async find(tx) {
    const breaks = await compareMoves(tx, (shard) => [
      expectedOfDeposits(shard),
      ...expectedOfWithdrawals(shard),
      expectedOfBonuses(shard),
    ])
    for (let shard = 0; shard < shardCount; shard++) breaks.push(...(await findPaymentBreaks(tx, shard)))
    breaks.push(...(await findPlanBreaks(tx)))
    return breaks
  },
}
