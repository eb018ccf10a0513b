import type { CallName } from '../../../contract/calls.ts'
import { call } from '../../data/call.ts'
import { path } from '../../paths.ts'

/** How a payment view cancels and takes a receipt; a contract of another module has calls of its own for its deposit. */
export type PaymentActions = {
  cancel(id: string): Promise<{ msg: string }>
  sendReceipt(id: string, file: File): Promise<{ msg: string }>
  /** Calls whose answers change with either. */
  refresh: readonly CallName[]
  /** Where to go after a cancellation. */
  afterCancel: string
}

export const depositActions: PaymentActions = {
  cancel: (id) => call('closetrnx', { tid: id }),
  sendReceipt: (id, file) => call('trnxpop', { tid: id }, { files: { pop: file } }),
  refresh: ['deposits', 'deposits.show'],
  afterCancel: path('officeDeposit'),
}
