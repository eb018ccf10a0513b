import type { z } from 'zod'
import { outcome } from '../../../../api/sentences/outcomes.ts'
import type { addAddress as addAddressCall } from '../../../../api/calls/payments/withdrawals.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Session } from '../../../platform/http/http.ts'
import type { CustomerRequest } from '../../../platform/http/actions.ts'
import { uuidv7 } from '../../../platform/random.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { coinOf, methodNamed } from '../accounts.ts'
import { findInBook, insertIntoBook, listBook, type BookEntry } from './address-store.ts'
import { fromWallet, refreshPages, type WithdrawalContext } from '../context.ts'
import { destinationOf, shortened, type Destination } from './destination.ts'
import { refuseWhileWaiting } from '../desk/refuse-while-waiting.ts'
import { lockWithdrawer, type Owner } from '../store.ts'

/** Adds a destination to the address book. It becomes usable after the waiting time. */
export async function addAddress(
  context: WithdrawalContext,
  input: z.output<typeof addAddressCall.input>,
  { session, ip }: { session: Session; ip: string },
) {
  const method = methodNamed(input.method)
  if (!method) throw new Refused(input.method ? 'unknown_method' : 'missing_fields')
  const coin = coinOf(method)
  const find = () => destinationOf(method, input, context.chains.adapters)
  const destination = await (coin ? fromWallet(coin, find) : find())
  const { closed, frozen } = await context.identity.standing(session.customerId)
  if (closed) throw new Refused('account_closed')
  if (frozen) throw new Refused('account_frozen')
  await context.identity.requireFactorForPayouts(session.customerId)
  await refuseWhileWaiting(context, context.db, session.customerId)
  const { totp, recovery, passkey } = input
  await context.identity.confirmFactor(session, { totp, recovery, passkey }, ip)
  const entry = await context.db.transaction().execute(async (tx) => {
    await lockWithdrawer(tx, session, context.clock.nowMs())
    // Reads the current state, because an entry that is added while the account closes would outlive the account.
    const now = await context.identity.standingIn(tx, session.customerId)
    if (now.closed) throw new Refused('account_closed')
    if (now.frozen) throw new Refused('account_frozen')
    await refuseWhileWaiting(context, tx, session.customerId)
    if (await findInBook(tx, session, context.cipher.fingerprint(destination))) throw new Refused('already_there')
    const { length } = await listBook(tx, session)
    if (length >= context.rules.maxAddresses) throw new Refused('book_full', { max: context.rules.maxAddresses })
    return addToBook(context, tx, session, destination, input.label ?? '')
  })
  refreshPages(context, session.customerId)
  return {
    ...outcome('address_added', { from: { atMs: entry.usableAtMs } }),
    id: entry.id,
    usableAt: entry.usableAtMs,
  }
}

/** Adds a destination to the address book and starts its waiting time. The label defaults to the method's name. */
export async function addToBook(
  { clock, random, rules, cipher }: WithdrawalContext,
  tx: Executor,
  owner: Owner,
  destination: Destination,
  label: string,
): Promise<BookEntry> {
  const addedAtMs = clock.nowMs()
  const entry: BookEntry = {
    id: uuidv7(addedAtMs, random),
    method: destination.method,
    label: label || destination.method,
    destinationSealed: cipher.seal(destination, owner.customerId),
    addedAtMs,
    usableAtMs: addedAtMs + rules.coolingMs(),
  }
  await insertIntoBook(tx, owner, { ...entry, fingerprint: cipher.fingerprint(destination) })
  return entry
}

/** Returns the address book, newest first. */
export async function listAddresses(
  { clock, db, cipher, unreadable }: WithdrawalContext,
  _input: unknown,
  { session }: CustomerRequest,
) {
  const entries = await listBook(db, session)
  return entries.map(({ id, method, label, destinationSealed, addedAtMs, usableAtMs }) => {
    const to = unreadable.read(`address ${id}`, () => shortened(cipher.open(destinationSealed, session.customerId)))
    const usable = to !== undefined && usableAtMs <= clock.nowMs()
    return {
      id,
      method,
      label,
      to: to ?? '',
      unreadable: to === undefined,
      addedAt: addedAtMs,
      usableAt: usableAtMs,
      usable,
    }
  })
}
