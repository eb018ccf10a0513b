import type { paymentsCalls } from '../../../contract/calls/payments.ts'
import type { Bindings } from '../../platform/http/http.ts'
import { UnreadableRows } from '../../platform/database/unreadable-rows.ts'
import type { PaymentsContext } from '../context.ts'
import { createCloseDeposit } from './close-deposit.ts'
import { createCreditOverpaid } from './credit-overpaid.ts'
import { createCreateDeposit } from './create-deposit.ts'
import { createApproveReceipt, createDeclineReceipt, createListReceipts, createOpenReceipt } from './decide-receipt.ts'
import {
  createAddPlan,
  createEditPlan,
  createRetirePlan,
  listEveryPlan,
  listMiningPlans,
  listPlanHistory,
  listTradingPlans,
} from './edit-plans.ts'
import { createListScanners, createResumeScanner } from './resume-scanner.ts'
import { createSendBackHeld } from './send-back-held.ts'
import { createDrawQr, createListDeposits, showDeposit } from './show-deposit.ts'
import { createUploadReceipt } from './upload-receipt.ts'

/** Binds the deposit calls. Source: contract/calls/payments.ts. */
export function bindDepositCalls(context: PaymentsContext): Bindings<typeof paymentsCalls> {
  const unreadable = new UnreadableRows(context)
  return {
    tplans: () => listTradingPlans(context),
    mplans: () => listMiningPlans(context),
    createtrnx: createCreateDeposit(context),
    closetrnx: createCloseDeposit(context),
    trnxpop: createUploadReceipt(context),
    qr: createDrawQr(context),
    deposits: createListDeposits(context),
    'deposits.show': ({ id }, { session }) => showDeposit(context, unreadable, session, id),
    'deposits.credit': createCreditOverpaid(context),
    'deposits.sendback': createSendBackHeld(context),
    'plans.history': (input) => listPlanHistory(context, input),
    'plans.list': () => listEveryPlan(context),
    'plans.add': createAddPlan(context),
    'plans.edit': createEditPlan(context),
    'plans.retire': createRetirePlan(context),
    'receipts.list': createListReceipts(context),
    'receipts.open': createOpenReceipt(context),
    'receipts.approve': createApproveReceipt(context),
    'receipts.decline': createDeclineReceipt(context),
    scanners: createListScanners(context),
    'scanners.resume': createResumeScanner(context),
  }
}
