import { audited, bindActions, decision, oncePerKey } from '../../platform/http/actions.ts'
import type { paymentsCalls } from '../../../api/calls/payments/payments.ts'
import { UnreadableRows } from '../../platform/database/unreadable-rows.ts'
import type { PaymentsContext } from '../context.ts'
import { closeDeposit } from './close-deposit.ts'
import { creditOwnOverpaid } from './credit-overpaid.ts'
import { createDeposit } from './create-deposit.ts'
import {
  approvePaymentReceipt,
  declinePaymentReceipt,
  listPaymentReceiptQueue,
  openPaymentReceipt,
} from './decide-payment-receipt.ts'
import {
  addPlan,
  editPlan,
  retire,
  listEveryPlan,
  listMiningPlans,
  listPlanHistory,
  listTradingPlans,
  orderAll,
} from './edit-plans.ts'
import { showScanners, resumeScanner } from './scanner/resume-scanner.ts'
import { estimateCoins } from './estimate-coins.ts'
import { sendBackHeld } from './send-back-held.ts'
import { drawQr, listOwnDeposits, showDeposit, type DepositsContext } from './show-deposit.ts'
import { uploadPaymentReceipt } from './upload-payment-receipt.ts'

/** Binds the deposit calls. Source: api/calls/payments/payments.ts. */
const bind = bindActions<DepositsContext, typeof paymentsCalls>({
  tplans: listTradingPlans,
  mplans: listMiningPlans,
  createtrnx: oncePerKey(createDeposit),
  'deposits.estimate': estimateCoins,
  closetrnx: closeDeposit,
  trnxpop: uploadPaymentReceipt,
  qr: drawQr,
  deposits: listOwnDeposits,
  'deposits.show': showDeposit,
  'deposits.credit': oncePerKey(creditOwnOverpaid),
  'deposits.sendback': oncePerKey(sendBackHeld),
  'plans.history': listPlanHistory,
  'plans.list': listEveryPlan,
  'plans.add': audited(addPlan),
  'plans.edit': audited(editPlan),
  'plans.retire': audited(retire),
  'plans.order': audited(orderAll),
  'receipts.list': listPaymentReceiptQueue,
  'receipts.open': audited(openPaymentReceipt),
  'receipts.approve': decision(approvePaymentReceipt),
  'receipts.decline': decision(declinePaymentReceipt),
  scanners: showScanners,
  'scanners.resume': audited(resumeScanner),
})

/** Binds the deposit calls. Source: api/calls/payments/payments.ts. */
export const bindDepositCalls = (context: PaymentsContext) =>
  bind({ ...context, unreadable: new UnreadableRows(context) })
