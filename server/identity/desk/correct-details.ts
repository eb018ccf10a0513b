import type { CustomerField } from '../../../contract/customers.ts'
import type { OperatorSession } from '../../platform/http.ts'
import { shardOf } from '../../platform/random.ts'
import { Refused } from '../../platform/refused.ts'
import { announceDetail, changeDetail, type ChangedDetail } from '../change-detail.ts'
import type { IdentityContext } from '../context.ts'
import { identityMails } from '../mails.ts'
import { findCustomer } from '../store.ts'
import { operatorsOf, type DeskContext } from './context.ts'
import { masked, maskedEmail } from './mask.ts'
import { findListedCustomer } from './store.ts'

type Correction = { id: string; field: CustomerField; value: string; reason: string }

const correctionMails = { name: identityMails.nameCorrected, email: identityMails.emailCorrected, phone: identityMails.phoneCorrected }

/**
 * Corrects a customer's name, email or phone number; the audit log keeps old and new masked. Throws `not_found`, `address_taken`,
 * `unchanged`, `bad_name`, `bad_email`, `bad_phone`.
 */
export async function correctDetails(desk: DeskContext, identity: IdentityContext, input: Correction, { operatorId }: OperatorSession) {
  const { id: customerId, field, value, reason } = input
  const key = { customerId, shard: shardOf(customerId) }
  const changed = await desk.db.transaction().execute(async (tx) => {
    const [listed, customer] = [await findListedCustomer(tx, key), await findCustomer(tx, key)]
    if (!customer || !listed || listed.closed) throw new Refused('not_found', { thing: 'customer' })
    const done = await changeDetail(identity, tx, customer, field, value)
    const details = { field, old: maskedField(field, done.before), now: maskedField(field, done.after) }
    await operatorsOf(desk).audit(tx, { operatorId, action: 'customers.correct', subject: customerId, customerId, reason, details })
    return done
  })
  announceDetail(identity, changed, correctionMails[field])
  return { type: 'success' as const, msg: 'The details are corrected. The customer was told by mail.' }
}

const maskedField = (field: CustomerField, details: ChangedDetail['before']) => (field === 'email' ? maskedEmail(details.email) : masked(details[field]))
