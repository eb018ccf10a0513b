import { audited, bindActions, decision, unaudited } from '../../platform/http/actions.ts'
import type { customersCalls } from '../../../api/calls/identity/customers.ts'
import type { CorrectionContext } from './context.ts'
import { correctDetails } from './correct-details.ts'
import { exportCustomers, findCustomers, listCountries } from './find-customers.ts'
import { freezeCustomer, setCustomerFlag, signOutCustomer, unfreezeCustomer, writeNote } from './manage-customer.ts'
import { proposeCorrection } from './propose-correction.ts'
import { showCustomerAtDesk, showLedgerAtDesk } from './show-customer-at-desk.ts'

/** Binds the calls of `api/calls/identity/customers.ts` to their actions. */
export const bindDeskCalls = bindActions<CorrectionContext, typeof customersCalls>({
  customers: unaudited('logs a page itself if it shows names; otherwise they are masked', findCustomers),
  'customers.export': audited(exportCustomers),
  'customers.countries': listCountries,
  'customers.show': audited(showCustomerAtDesk),
  'customers.ledger': audited(showLedgerAtDesk),
  'customers.freeze': decision(freezeCustomer),
  'customers.unfreeze': decision(unfreezeCustomer),
  'customers.signout': decision(signOutCustomer),
  'customers.note': decision(writeNote),
  'customers.correct': decision(correctDetails),
  'customers.flag': decision(setCustomerFlag),
  'corrections.propose': decision(proposeCorrection),
})
