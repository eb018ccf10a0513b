import type { customersCalls } from '../../../contract/calls/customers.ts'
import type { Bindings } from '../../platform/http/http.ts'
import type { IdentityContext } from '../context.ts'
import type { DeskContext } from './context.ts'
import { correctDetails, correctEmail, emailCorrection } from './correct-details.ts'
import { findCustomers } from './find-customers.ts'
import { freezeCustomer, setCustomerFlag, signOutCustomer, unfreezeCustomer, writeNote } from './manage-customer.ts'
import { postCorrection, proposeCorrection } from './propose-correction.ts'
import { showCustomerAtDesk, showLedgerAtDesk } from './show-customer-at-desk.ts'

/** Binds the calls of `contract/calls/customers.ts` to their actions. */
export function bindDeskCalls(desk: DeskContext, identity: IdentityContext): Bindings<typeof customersCalls> {
  desk.operators?.onApproved('correction', (tx, input, approved) => postCorrection(desk, tx, input, approved))
  desk.operators?.onApproved(emailCorrection, (tx, input, approved) => correctEmail(identity, tx, input, approved))
  return {
    customers: (input) => findCustomers(desk, input),
    'customers.show': (input, { session }) => showCustomerAtDesk(desk, input, session),
    'customers.ledger': (input, { session }) => showLedgerAtDesk(desk, input, session),
    'customers.freeze': (input, { session, idempotencyKey }) => freezeCustomer(desk, input, session, idempotencyKey),
    'customers.unfreeze': (input, { session, idempotencyKey }) =>
      unfreezeCustomer(desk, input, session, idempotencyKey),
    'customers.signout': (input, { session, idempotencyKey }) => signOutCustomer(desk, input, session, idempotencyKey),
    'customers.note': (input, { session, idempotencyKey }) => writeNote(desk, input, session, idempotencyKey),
    'customers.correct': (input, { session, idempotencyKey }) =>
      correctDetails(desk, identity, input, session, idempotencyKey),
    'customers.flag': (input, { session, idempotencyKey }) => setCustomerFlag(desk, input, session, idempotencyKey),
    'corrections.propose': (input, { session, idempotencyKey }) =>
      proposeCorrection(desk, input, session, idempotencyKey),
  }
}
