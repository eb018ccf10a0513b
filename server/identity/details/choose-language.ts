import { outcome, type Outcome } from '../../../api/sentences/outcomes.ts'
import type { Language } from '../../../api/languages.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import type { IdentityContext } from '../context.ts'
import { setLanguage } from '../store.ts'

/** Sets the language of the customer's emails. */
export async function chooseLanguage(
  { bus, db }: IdentityContext,
  { language }: { language: Language },
  { session }: CustomerRequest,
): Promise<Outcome> {
  await setLanguage(db, session, language)
  bus.publish('customer.changed', { customerId: session.customerId, calls: ['user'] })
  return outcome('language_chosen')
}
