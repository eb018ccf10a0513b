import { outcome, type Outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { terms, termsAccept } from '../../../api/calls/identity/identity.ts'
import { adultAge, currentVersion } from '../../../api/legal-documents.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { IdentityContext } from '../context.ts'
import type { CustomerKey } from '../store.ts'
import { insertAcceptance, listAcceptances } from './store.ts'

/** Stores a new customer's declarations and acceptances, in the registration's transaction. */
export async function recordAcceptance(identity: IdentityContext, tx: Executor, customer: CustomerKey): Promise<void> {
  const atMs = identity.clock.nowMs()
  const { operator } = identity.config
  await insertAcceptance(tx, customer, 'terms', currentVersion('terms', operator), atMs)
  await insertAcceptance(tx, customer, 'privacy', currentVersion('privacy', operator), atMs)
  await insertAcceptance(tx, customer, 'adult', String(adultAge), atMs)
}

/** Returns the current version of the terms and the newest version that the customer accepted. */
export async function showTerms(
  identity: IdentityContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof terms>> {
  const accepted = (await listAcceptances(identity.db, session)).find(({ document }) => document === 'terms')
  return {
    current: currentVersion('terms', identity.config.operator),
    accepted: accepted?.version ?? null,
    acceptedAt: accepted ? new Date(Number(accepted.atMs)).toISOString() : null,
  }
}

/** Accepts the current terms. Throws `terms_changed` if the customer read another version. */
export async function acceptTerms(
  identity: IdentityContext,
  { version }: InputOf<typeof termsAccept>,
  { session }: CustomerRequest,
): Promise<Outcome> {
  const current = currentVersion('terms', identity.config.operator)
  if (version !== current) throw new Refused('terms_changed', { version: current })
  await insertAcceptance(identity.db, session, 'terms', current, identity.clock.nowMs())
  identity.bus.publish('customer.changed', { customerId: session.customerId, calls: ['terms'] })
  return outcome('terms_accepted')
}

/** Returns the stored acceptances, for the customer's export. */
export async function exportAcceptances({ db }: Pick<IdentityContext, 'db'>, session: CustomerKey) {
  return (await listAcceptances(db, session)).map(({ document, version, atMs }) => ({
    document,
    version,
    at: new Date(Number(atMs)).toISOString(),
  }))
}
