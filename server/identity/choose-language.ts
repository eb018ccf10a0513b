import type { Language } from '../../contract/languages.ts'
import type { Session } from '../platform/http.ts'
import type { IdentityContext, Outcome } from './context.ts'
import { setLanguage } from './store.ts'

/** From now on the customer is written to in this language. */
export async function chooseLanguage(
  { bus, db }: IdentityContext,
  { language }: { language: Language },
  session: Session,
): Promise<Outcome> {
  await setLanguage(db, session, language)
  bus.publish('customer.changed', { customerId: session.customerId, calls: ['user'] })
  return { type: 'success', msg: 'Your mails come in this language from now on.' }
}
