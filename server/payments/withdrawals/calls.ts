import type { withdrawalsCalls } from '../../../contract/calls/withdrawals.ts'
import type { withdrawalsDeskCalls } from '../../../contract/calls/withdrawals-desk.ts'
import type { Bindings } from '../../platform/http/http.ts'
import { addAddress, listAddresses } from './address-book/add-address.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import type { WithdrawalContext } from './context.ts'
import { approveWithdrawal, holdWithdrawal, refuseWithdrawal, releaseWithdrawal } from './desk/decide-withdrawal.ts'
import { inspectWithdrawal, queueOfWithdrawals } from './desk/desk-withdrawals.ts'
import {
  listPayouts,
  listWithdrawals,
  quoteWithdrawal,
  showDocument,
  showTerms,
  showTimes,
} from './list-withdrawals.ts'
import { removeAddress } from './address-book/remove-address.ts'
import { retryWithdrawal } from './desk/retry-withdrawal.ts'
import { withdraw } from './withdraw.ts'

/** Binds the withdrawal calls. Source: contract/calls/withdrawals.ts and contract/calls/withdrawals-desk.ts. */
export function bindWithdrawalCalls(
  context: WithdrawalContext,
): Bindings<typeof withdrawalsCalls & typeof withdrawalsDeskCalls> {
  return {
    withdraw: (input, request) => withdraw(context, input, request),
    withdrawals: (input, { session }) => listWithdrawals(context, input, session),
    'withdrawals.quote': (input, { session }) => quoteWithdrawal(context, input, session),
    'withdrawals.cancel': (input, { session, idempotencyKey }) =>
      cancelWithdrawal(context, input, session, idempotencyKey),
    'withdrawals.terms': (_input, { session }) => showTerms(context, session),
    'withdrawals.document': (input, { session }) => showDocument(context, input, session),
    addresses: (_input, { session }) => listAddresses(context, session),
    'addresses.add': (input, request) => addAddress(context, input, request),
    'addresses.remove': (input, { session }) => removeAddress(context, input, session),
    payouts: (input) => listPayouts(context, input),
    'withdrawals.times': () => showTimes(context),
    'withdrawals.queue': (input) => queueOfWithdrawals(context, input),
    'withdrawals.inspect': (input, { session }) => inspectWithdrawal(context, input, session),
    'withdrawals.approve': (input, { session, idempotencyKey }) =>
      approveWithdrawal(context, input, session, idempotencyKey),
    'withdrawals.refuse': (input, { session, idempotencyKey }) =>
      refuseWithdrawal(context, input, session, idempotencyKey),
    'withdrawals.hold': (input, { session, idempotencyKey }) => holdWithdrawal(context, input, session, idempotencyKey),
    'withdrawals.release': (input, { session, idempotencyKey }) =>
      releaseWithdrawal(context, input, session, idempotencyKey),
    'withdrawals.retry': (input, { session, idempotencyKey }) =>
      retryWithdrawal(context, input, session, idempotencyKey),
  }
}
