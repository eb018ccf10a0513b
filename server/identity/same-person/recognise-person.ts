import type { PhraseValue } from '../../../api/sentences/sentences.ts'
import type { Executor } from '../../platform/database/database.ts'
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
import type { RelatedAccount } from '../listeners.ts'

/** The details from which an account's marks are derived. */
export type PersonDetails = { email: string; name: string; phone: string }

const frozenReason = { phrase: 'frozen_by_other_account' } as const

const unmarkedPerBatch = 500

/**
 * Writes an account's marks and copies restrictions from the person's other accounts: an operator's freeze, flags, and
 * what other modules carry over. Records a grant if `grants` is true and none of these accounts received one. Returns
 * the other accounts, and whether the grant must be paid.
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

/** Writes marks for an account that may have none, such as one created before marks existed. */
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

/** Returns a person's other open accounts. Blocks new ones until the transaction ends. */
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

/**
 * Returns which accounts share a mailbox. Current and former mailboxes of both accounts count, so changing the email
 * address doesn't hide a shared mailbox.
 */
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

/** Lists a customer's other accounts for operators. Returns null if there are none. */
export async function summaryOfOtherAccounts(
  identity: Pick<IdentityContext, 'db' | 'clock'>,
  key: CustomerKey,
): Promise<PhraseValue | null> {
  const others = await findOthers(identity.db, await listMarks(identity.db, key), key.customerId, grantsSince(identity))
  if (others.length === 0) return null
  const accounts = others.map(({ customerId, closed }) =>
    closed ? ({ phrase: 'fact_account_closed', values: { customer: customerId } } as const) : customerId,
  )
  return { phrase: 'fact_accounts', values: { accounts } }
}

/**
 * Deletes the marks of people whose closed accounts have nothing left to carry over, and adds marks to accounts that
 * have none.
 */
export async function forgetPersons(identity: IdentityContext): Promise<void> {
  const { clock, db, lastingChecks } = identity
  for (
    let found = await listUnmarked(db, unmarkedPerBatch);
    found.length > 0;
    found = await listUnmarked(db, unmarkedPerBatch)
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
