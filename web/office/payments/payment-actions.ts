import type { CallName } from '../../../api/calls.ts'
import { call } from '../../data/call.ts'
import { path } from '../../paths.ts'

/** Calls that a payment view makes to cancel and to send a payment receipt. Yield contracts use their own calls. */
export type PaymentActions = {
  cancel(id: string): Promise<{ msg: string }>
  sendPaymentReceipt(id: string, file: File): Promise<{ msg: string }>
  /** Calls to refetch after either action. */
  refresh: readonly CallName[]
  /** Where to go after a cancellation. */
  afterCancel: string
}

export const depositCalls: PaymentActions = {
  cancel: (id) => call('closetrnx', { tid: id }),
  sendPaymentReceipt: (id, file) => call('trnxpop', { tid: id }, { files: { pop: file } }),
  refresh: ['deposits', 'deposits.show'],
  afterCancel: path('officeDeposit'),
}
