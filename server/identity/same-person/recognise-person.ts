import type { Executor } from '../../platform/database.ts'
import type { IdentityContext } from '../context.ts'
import { freezeCustomer } from '../security/freezing.ts'
import { findCustomer, type CustomerKey, type StoredCustomer } from '../store.ts'
import {
  deleteMarks,
  deleteOldEvidence,
  copyFlags,
  findOthers,
  insertMarks,
  listForgettable,
  listMarks,
  listUnmarked,
  lockMarks,
  type OtherAccount,
} from './store.ts'
import { flagsRememberedMonths, grantRememberedMonths, monthsBefore } from './marks.ts'

/** An account that shares a mark. `sameMailbox`: the two share the mailbox, which a mailed code proves; anyone can type a name and a number. */
export type RelatedAccount = CustomerKey & { sameMailbox: boolean }

/** Runs in the transaction in which an account turns out to belong to a person who has, or had, other accounts. */
export type RecognitionListener = (tx: Executor, customerId: string, others: readonly RelatedAccount[]) => Promise<void>

/** Returns those of some closed accounts whose person must still be recognised. */
export type LastingCheck = (ex: Executor, customerIds: readonly string[]) => Promise<ReadonlySet<string>>

/** Details that an account's marks are made of. */
export type PersonDetails = { email: string; name: string; phone: string }

const frozenReason = 'Another account with your details is frozen. Write to us, and we will look at both.'
const unmarkedAtOnce = 500

/**
 * Writes the marks of an account and gives it what other accounts of the same person carry: an operator's freeze, flags, and what
 * other modules carry over. A grant is noted where `grants` is true and nobody of these was given one. Returns the others.
 */
export async function recognisePerson(
  identity: IdentityContext,
  tx: Executor,
  customer: CustomerKey,
  details: PersonDetails,
  { grants }: { grants: boolean },
): Promise<{ others: OtherAccount[]; grantDue: boolean }> {
  const { clock, personal } = identity
  const marks = personal.personMarks(details)
  await lockMarks(tx, marks)
  const others = await findOthers(tx, marks, customer.customerId, grantsSince(identity))
  const grantDue = grants && !others.some(({ granted }) => granted)
  await insertMarks(tx, customer, marks, grantDue ? clock.nowMs() : null)
  if (others.length === 0) return { others, grantDue }
  await copyFlags(tx, customer, others)
  if (others.some(({ frozenByOperator }) => frozenByOperator))
    await freezeCustomer(identity, tx, customer.customerId, frozenReason)
  const related = await relate(identity, tx, customer, details.email, others)
  for (const carryOver of identity.recognitionListeners) await carryOver(tx, customer.customerId, related)
  return { others, grantDue }
}

/** Writes the marks of an account that may have none, as one from before there were marks. */
export async function markCustomer(
  { ledger, personal }: IdentityContext,
  tx: Executor,
  customer: StoredCustomer,
): Promise<void> {
  const { customerId } = customer
  const open = (sealed: Buffer, field: 'name' | 'email' | 'phone') => personal.open(sealed, customerId, field)
  const marks = personal.personMarks({
    email: open(customer.emailSealed, 'email'),
    name: open(customer.nameSealed, 'name'),
    phone: open(customer.phoneSealed, 'phone'),
  })
  const grant = (await ledger.transfersOf(customerId, customerId)).find(({ kind }) => kind === 'practice_grant')
  await insertMarks(tx, customer, marks, grant?.atMs ?? null)
}

/** Returns the other open accounts of a person, and keeps new ones from being opened until the transaction ends. */
export async function otherOpenAccounts(
  identity: IdentityContext,
  tx: Executor,
  key: CustomerKey,
): Promise<RelatedAccount[]> {
  const customer = await findCustomer(tx, key)
  if (!customer || customer.simulated) return []
  await markCustomer(identity, tx, customer)
  const marks = await listMarks(tx, key)
  await lockMarks(tx, marks)
  const others = await findOthers(tx, marks, key.customerId, grantsSince(identity))
  return relate(
    identity,
    tx,
    key,
    identity.personal.open(customer.emailSealed, key.customerId, 'email'),
    others.filter(({ closed }) => !closed),
  )
}

/** A mailbox that either account has now or had before counts, so that a change of email hides nothing. */
async function relate(
  { personal }: IdentityContext,
  tx: Executor,
  key: CustomerKey,
  email: string,
  others: readonly OtherAccount[],
): Promise<RelatedAccount[]> {
  const has = async (account: CustomerKey, mark: Buffer) =>
    (await listMarks(tx, account)).some((one) => one.equals(mark))
  const mailbox = personal.mailboxMark(email)
  return Promise.all(
    others.map(async ({ customerId, shard, closed }) => {
      const customer = closed ? undefined : await findCustomer(tx, { customerId, shard })
      const theirs = customer && personal.mailboxMark(personal.open(customer.emailSealed, customerId, 'email'))
      return {
        customerId,
        shard,
        sameMailbox: (await has({ customerId, shard }, mailbox)) || (theirs !== undefined && (await has(key, theirs))),
      }
    }),
  )
}

/** Returns the other accounts of a customer in words for operators; empty where there are none. */
export async function otherAccountsInWords(
  identity: Pick<IdentityContext, 'db' | 'clock'>,
  key: CustomerKey,
): Promise<string> {
  const others = await findOthers(identity.db, await listMarks(identity.db, key), key.customerId, grantsSince(identity))
  return others.map(({ customerId, closed }) => (closed ? `${customerId} (closed)` : customerId)).join(', ')
}

/** Forgets persons whose closed accounts carry nothing that lasts, and marks accounts that have no mark yet. */
export async function forgetPersons(identity: IdentityContext): Promise<void> {
  const { clock, db, lastingChecks } = identity
  for (
    let found = await listUnmarked(db, unmarkedAtOnce);
    found.length > 0;
    found = await listUnmarked(db, unmarkedAtOnce)
  ) {
    for (const key of found)
      await db.transaction().execute(async (tx) => markCustomer(identity, tx, (await findCustomer(tx, key))!))
  }
  await deleteOldEvidence(db, monthsBefore(clock.nowMs(), flagsRememberedMonths))
  const keys = await listForgettable(db, grantsSince(identity))
  const ids = keys.map(({ customerId }) => customerId)
  const lasting = new Set(
    (await Promise.all(lastingChecks.map((check) => check(db, ids)))).flatMap((found) => [...found]),
  )
  for (const key of keys) if (!lasting.has(key.customerId)) await deleteMarks(db, key)
}

const grantsSince = ({ clock }: Pick<IdentityContext, 'clock'>) => monthsBefore(clock.nowMs(), grantRememberedMonths)
