import type { withdrawalsCalls } from '../../../api/calls/payments/withdrawals.ts'
import type { withdrawalsDeskCalls } from '../../../api/calls/payments/withdrawals-desk.ts'
import type { Bindings } from '../../platform/http/http.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ChainCoin } from '../chains/adapter.ts'
import { bindWithdrawalCalls } from './calls.ts'
import { createWithdrawalContext, type WithdrawalNeighbours, type WithdrawalRules } from './context.ts'
import { approveBySecond } from './desk/decide-withdrawal.ts'
import { exportWithdrawals } from './list-withdrawals.ts'
import { reconcileReserves, type ReservesReport } from './sending/reserves.ts'
import { isOwnTransaction, nextChangeIndex } from './sending/send-store.ts'
import { promisedBusinessDays } from './promise.ts'
import { hasOpen, readPendingQueue } from './store.ts'
import { createSending, sendWithdrawals } from './sending/send-withdrawals.ts'

export type Withdrawals = {
  calls: Bindings<typeof withdrawalsCalls & typeof withdrawalsDeskCalls>
  /** Sends withdrawals that are due and tracks those in progress. A loop calls this every second. */
  send(): Promise<void>
  reconcileReserves(coin: ChainCoin): Promise<ReservesReport>
  /** Returns whether the platform sent a transaction. Its payments to our own addresses aren't deposits. */
  isOwnTransaction(coin: ChainCoin, txid: string): Promise<boolean>
  /** Returns the number of change addresses issued so far. The treasury's is the first. */
  issuedChange(coin: ChainCoin): Promise<number>
}

const sendEveryMs = 1_000

/**
 * Creates the withdrawals module. Call before the operators' module starts: this registers the function that runs when
 * a second operator approves.
 */
export function createWithdrawals(
  platform: Platform,
  neighbours: WithdrawalNeighbours,
  rules: Partial<WithdrawalRules> = {},
): Withdrawals {
  const context = createWithdrawalContext(platform, neighbours, rules)
  neighbours.operators.onApproved('withdrawals.approve', (tx, input, approved) =>
    approveBySecond(context, tx, input, approved),
  )
  neighbours.operators.addQueue('withdrawals', {
    permission: 'withdrawals.decide',
    withinDays: promisedBusinessDays,
    read: () => readPendingQueue(context.db),
  })
  neighbours.identity.addExporter('withdrawals', (session) => exportWithdrawals(context, session))
  neighbours.identity.onClosing(async (tx, session) =>
    (await hasOpen(tx, session)) ? 'withdrawal_still_open' : undefined,
  )
  const sending = createSending(context)
  platform.jobs.every('withdrawals', sendEveryMs, () => sendWithdrawals(context, sending))
  return {
    calls: bindWithdrawalCalls(context),
    send: () => sendWithdrawals(context, sending),
    reconcileReserves: (coin) => reconcileReserves(context, coin),
    isOwnTransaction: (coin, txid) => isOwnTransaction(context.db, coin, txid),
    issuedChange: (coin) => nextChangeIndex(context.db, coin),
  }
}
