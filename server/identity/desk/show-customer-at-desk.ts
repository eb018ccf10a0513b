import { fieldsOfStored } from '../../platform/stored-phrase.ts'
import { sentenceFields } from '../../../api/sentences/sentences.ts'
import type { OutputOf } from '../../../api/call.ts'
import type { customersCalls } from '../../../api/calls/identity/customers.ts'
import { formatAmount } from '../../../api/money.ts'
import type { OperatorRequest } from '../../platform/http/actions.ts'
import { shardOf } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import { countryName } from '../sign-up/countries.ts'
import { findEmailProposal, findPayoutsWait } from '../details/detail-store.ts'
import { findFreeze } from '../security/account-store.ts'
import { shownDetail } from '../details/personal-data.ts'
import { readStatement, type StatementPage } from '../details/statement.ts'
import { operatorsOf, type DeskContext } from './context.ts'
import { findListedCustomer, listNotes, type ListedCustomer, type Note } from './store.ts'

const notesShown = 100

/** Opens a customer's details. Commits an audit entry before it returns anything. Throws `not_found`. */
export async function showCustomerAtDesk(
  desk: DeskContext,
  { id }: { id: string },
  { session: { operatorId } }: OperatorRequest,
): Promise<OutputOf<(typeof customersCalls)['customers.show']>> {
  const { db, ledger } = desk
  const customer = await openedCustomer(desk, id, operatorId, 'customers.show')
  const [freeze, notes, balances, facts] = await Promise.all([
    findFreeze(db, customer),
    listNotes(db, customer, notesShown),
    ledger.balances(id),
    factsOf(desk, id),
  ])
  const opened = (sealed: Buffer, field: 'name' | 'email' | 'phone') =>
    customer.closed ? '' : shownDetail(desk, id, field, sealed)
  return {
    id,
    name: opened(customer.nameSealed, 'name'),
    email: opened(customer.emailSealed, 'email'),
    phone: opened(customer.phoneSealed, 'phone'),
    country: customer.closed ? '' : countryName(customer.country),
    currency: customer.currency,
    since: customer.createdAt.toISOString(),
    frozen: customer.frozen,
    closed: customer.closed,
    verified: customer.verified,
    simulated: customer.simulated,
    flags: customer.flags,
    facts,
    proposedEmail: await proposedEmail(desk, customer),
    payoutsWaitUntil: (await findPayoutsWait(db, customer, desk.clock.now()))?.toISOString() ?? null,
    freeze: freeze ? { by: freeze.by, at: freeze.at.toISOString(), ...fieldsOfStored('reason', freeze.reason) } : null,
    balances: balances.map(({ account: { code, asset }, balanceMinor, reservedMinor, availableMinor }) => ({
      id: `${code}/${asset}`,
      account: code,
      asset,
      balance: formatAmount(balanceMinor, asset),
      reserved: formatAmount(reservedMinor, asset),
      available: formatAmount(availableMinor, asset),
    })),
    notes: await Promise.all(notes.map((note) => shownNote(desk, id, note))),
  }
}

/** Returns the statement as the customer sees it. Throws `not_found`. */
export async function showLedgerAtDesk(
  desk: DeskContext,
  { id, ...page }: StatementPage & { id: string },
  { session: { operatorId } }: OperatorRequest,
): Promise<OutputOf<(typeof customersCalls)['customers.ledger']>> {
  await openedCustomer(desk, id, operatorId, 'customers.ledger')
  return readStatement(desk.ledger, id, page)
}

async function openedCustomer(
  desk: DeskContext,
  customerId: string,
  operatorId: string,
  action: string,
): Promise<ListedCustomer> {
  return desk.db.transaction().execute(async (tx) => {
    const customer = await findListedCustomer(tx, { customerId, shard: shardOf(customerId) })
    if (!customer) throw new Refused('not_found', { thing: { phrase: 'thing_customer' } })
    await operatorsOf(desk).audit(tx, { operatorId, action, subject: customerId, customerId })
    return customer
  })
}

async function proposedEmail(desk: DeskContext, customer: ListedCustomer): Promise<string | null> {
  const proposal = await findEmailProposal(desk.db, customer, desk.clock.now())
  const waits = proposal && (await operatorsOf(desk).isWaiting(proposal.approvalId))
  return waits ? desk.personal.open(proposal.emailSealed, customer.customerId, 'email') : null
}

async function factsOf({ facts }: DeskContext, customerId: string) {
  return Promise.all(
    [...facts].map(async ([label, read]) => ({ id: label, label, ...sentenceFields('value', await read(customerId)) })),
  )
}

async function shownNote(
  { notes, ...desk }: DeskContext,
  customerId: string,
  { id, wordsSealed, operatorId, atMs }: Note,
) {
  const by = await operatorsOf({ notes, ...desk }).nameOf(operatorId)
  return { id, words: notes.open(wordsSealed, `${customerId}/${id}`), by, at: new Date(Number(atMs)).toISOString() }
}
