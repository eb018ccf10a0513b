import { moneyOf } from '../../../api/sentences/sentences.ts'
import { outcome, type Outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf } from '../../../api/call.ts'
import { assets, type Asset } from '../../../api/money.ts'
import type { close } from '../../../api/calls/identity/own-data.ts'
import type { Balance, NewTransfer } from '../../ledger/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Session } from '../../platform/http/http.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { forgetAnswers } from '../../platform/http/idempotency.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { IdentityContext } from '../context.ts'
import { seriousFlags } from '../../../api/customer-flags.ts'
import { markCustomer } from '../same-person/recognise-person.ts'
import { hasFlag } from '../same-person/store.ts'
import { deleteSessionsOf, findCustomer, type StoredCustomer } from '../store.ts'
import { deleteNameTokens } from '../name-search/store.ts'
import { withdrawVerification } from '../verification/end-of-account.ts'
import { eraseCustomer, findFreeze } from './account-store.ts'
import { revokeKeys } from './key-store.ts'
import { announceStanding } from './freezing.ts'
import { closingMails } from './mails.ts'
import { lockCredentials, requireProof } from './proof.ts'

/**
 * Closes an account permanently. Surrenders remaining balances to the house if the customer agreed, overwrites personal
 * data, ends every session, and revokes every key. Ledger entries, which contain only an id, are kept, and so are the
 * marks, flags and pauses that identify a returning person. Throws `under_review` while an operator or a product rule
 * keeps the account frozen, or a serious flag is set.
 */
export async function closeAccount(
  identity: IdentityContext,
  input: InputOf<typeof close>,
  { session }: CustomerRequest,
): Promise<Outcome> {
  const { clock, db, mail, mailWriter, personal, sessions } = identity
  await refuseWithReason(identity, db, session)
  const customer = await requireProof(identity, session, input)
  const email = personal.open(customer.emailSealed, session.customerId, 'email')
  const ended = await db.transaction().execute(async (tx) => {
    await lockCredentials(tx, session)
    await refuseWhileReviewed(tx, session)
    await refuseWithReason(identity, tx, session)
    const ended = [...(await deleteSessionsOf(tx, session)), ...(await revokeKeys(tx, session, undefined, clock.now()))]
    await withdrawVerification(tx, session, clock.nowMs())
    await markCustomer(identity, tx, customer)
    await erase(identity, tx, customer, email)
    await mail.queue(tx, mailWriter.write({ to: email, language: customer.language }, closingMails.closed))
    for (const listener of identity.closingListeners) await listener(tx, session)
    // Runs last, because it locks the ledger shard until the commit.
    await surrenderBalances(identity, tx, session, input.giveup)
    return ended
  })
  sessions.announceRevoked(session.customerId, ended)
  announceStanding(identity, session.customerId)
  return outcome('account_closed')
}

async function refuseWithReason({ closingChecks }: IdentityContext, ex: Executor, session: Session): Promise<void> {
  for (const check of closingChecks) {
    const reason = await check(ex, session)
    if (reason !== undefined) throw new Refused('cannot_close', { reason: { phrase: reason } })
  }
}

/**
 * Throws the same `under_review` for a freeze and for a flag, because customers must not learn about flags. The caller
 * holds a lock on the customer's row.
 */
async function refuseWhileReviewed(tx: Executor, session: Session): Promise<void> {
  const freeze = await findFreeze(tx, session)
  if (freeze?.by === 'operator' || (await hasFlag(tx, session, seriousFlags))) throw new Refused('under_review')
}

async function erase(
  { clock, hasher, personal }: IdentityContext,
  tx: Executor,
  { customerId, shard }: StoredCustomer,
  email: string,
): Promise<void> {
  const empty = (field: 'name' | 'email' | 'phone') => personal.seal('', customerId, field)
  const erasure = {
    nameSealed: empty('name'),
    emailSealed: empty('email'),
    phoneSealed: empty('phone'),
    passwordHash: await hasher.unknown(),
    at: clock.now(),
  }
  if (!(await eraseCustomer(tx, { customerId, shard }, personal.addressHash(email), erasure)))
    throw new Refused('not_signed_in')
  await deleteNameTokens(tx, { customerId, shard })
  await forgetAnswers(tx, { customerId, shard })
}

/** Throws `balances_left`, or `cannot_close` if part of a balance is still reserved. */
async function surrenderBalances(
  { ledger }: IdentityContext,
  tx: Executor,
  { customerId }: Session,
  giveup: boolean,
): Promise<void> {
  const left = (await ledger.balances(customerId, tx)).filter(({ balanceMinor }) => balanceMinor > 0n)
  if (left.some(({ reservedMinor }) => reservedMinor > 0n))
    throw new Refused('cannot_close', {
      reason: { phrase: 'balance_reserved' },
    })
  if (left.length === 0) return
  if (!giveup)
    throw new Refused('balances_left', {
      balances: left.map(({ account, balanceMinor }) => moneyOf(balanceMinor, account.asset)),
    })
  await ledger.post(left.map(surrender), { tx })
}

/** Returns the transfer that sends play money back to its source, or coins to the pool that pays them out. */
function surrender({ account, balanceMinor }: Balance): NewTransfer {
  return {
    debit: { owner: account.owner, code: account.code },
    credit: { house: isCash(account.asset) ? 'practice_grants' : 'mining_pool' },
    asset: account.asset,
    amountMinor: balanceMinor,
    kind: 'correction',
    key: `account_closed/${account.owner}/${account.code}/${account.asset}`,
    note: { phrase: 'note_account_closed' },
  }
}

function isCash(asset: Asset): boolean {
  return assets[asset].kind === 'cash'
}

/**
 * Returns a customer's name and email for operator pages and emails; empty strings for a closed account. The caller
 * audits the read.
 */
export async function customerDetails(
  { db, personal }: Pick<IdentityContext, 'db' | 'personal'>,
  key: { customerId: string; shard: number },
): Promise<{ name: string; email: string } | undefined> {
  const customer = await findCustomer(db, key)
  if (!customer) return undefined
  return {
    name: personal.open(customer.nameSealed, key.customerId, 'name'),
    email: personal.open(customer.emailSealed, key.customerId, 'email'),
  }
}
