import type { withdrawalsCalls } from '../../../api/calls/payments/withdrawals.ts'
import type { withdrawalsDeskCalls } from '../../../api/calls/payments/withdrawals-desk.ts'
import { audited, bindActions, decision, oncePerKey } from '../../platform/http/actions.ts'
import { addAddress, listAddresses } from './address-book/add-address.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'
import type { WithdrawalContext } from './context.ts'
import { approveWithdrawal, holdWithdrawal, refuseWithdrawal, releaseWithdrawal } from './desk/decide-withdrawal.ts'
import { inspectWithdrawal, showTotals, withdrawalQueue } from './desk/desk-withdrawals.ts'
import {
  listPayouts,
  listWithdrawals,
  quoteWithdrawal,
  showDocument,
  showTerms,
  showTimes,
} from './list-withdrawals.ts'
import { removeAddress } from './address-book/remove-address.ts'
import { showTestAddress } from './address-book/sample-address.ts'
import { retryWithdrawal } from './desk/retry-withdrawal.ts'
import { withdraw } from './withdraw.ts'

/** Binds the withdrawal calls. Source: api/calls/payments/withdrawals.ts and api/calls/payments/withdrawals-desk.ts. */
export const bindWithdrawalCalls = bindActions<
  WithdrawalContext,
  typeof withdrawalsCalls & typeof withdrawalsDeskCalls
>({
  withdraw: oncePerKey(withdraw),
  withdrawals: listWithdrawals,
  'withdrawals.quote': quoteWithdrawal,
  'withdrawals.cancel': oncePerKey(cancelWithdrawal),
  'withdrawals.terms': showTerms,
  'withdrawals.document': showDocument,
  addresses: listAddresses,
  'addresses.add': addAddress,
  'addresses.test': showTestAddress,
  'addresses.remove': removeAddress,
  payouts: listPayouts,
  'withdrawals.times': showTimes,
  'withdrawals.queue': withdrawalQueue,
  'withdrawals.totals': showTotals,
  'withdrawals.inspect': audited(inspectWithdrawal),
  'withdrawals.approve': decision(approveWithdrawal),
  'withdrawals.refuse': decision(refuseWithdrawal),
  'withdrawals.hold': decision(holdWithdrawal),
  'withdrawals.release': decision(releaseWithdrawal),
  'withdrawals.retry': decision(retryWithdrawal),
})
