import { outcome, type Outcome } from '../../../api/sentences/outcomes.ts'
import { type CustomerFlag } from '../../../api/customer-flags.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { OperatorSession } from '../../platform/http/http.ts'
import type { OnceRequest, OperatorRequest, RunOnce } from '../../platform/http/actions.ts'
import { shardOf, uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import { clearFreeze, lockStanding, setFreeze } from '../security/account-store.ts'
import { revokeKeys } from '../security/key-store.ts'
import { deskMails } from '../security/mails.ts'
import { deleteSessionsOf } from '../store.ts'
import { writeToCustomer } from '../write-to-customer.ts'
import { operatorsOf, type DeskContext } from './context.ts'
import { deleteFlag, findListedCustomer, insertFlag, insertNote, type ListedCustomer } from './store.ts'

/**
 * Operator actions on an account: freezing and unfreezing it, ending its sessions, writing notes, setting flags. Each
 * writes an audit entry in the same transaction.
 */

type Act = { id: string }

/** Throws `not_found`, `already_frozen`. */
export async function freezeCustomer(
  desk: DeskContext,
  input: Act & { reason: string },
  { session, once }: OperatorRequest & OnceRequest,
) {
  const { id, reason } = input
  const answer = await change(
    desk,
    { action: 'customers.freeze', input, reason, once },
    session,
    async (tx, customer) => {
      if (!(await setFreeze(tx, customer, { by: 'operator', at: desk.clock.now(), reason })))
        throw new Refused('already_frozen')
      return outcome('customer_frozen')
    },
  )
  announce(desk, id)
  return answer
}

/** Throws `not_found`, `not_frozen`. */
export async function unfreezeCustomer(
  desk: DeskContext,
  input: Act & { reason: string },
  { session, once }: OperatorRequest & OnceRequest,
) {
  const { id, reason } = input
  const answer = await change(
    desk,
    { action: 'customers.unfreeze', input, reason, once },
    session,
    async (tx, customer) => {
      if (!(await clearFreeze(tx, customer))) throw new Refused('not_frozen')
      return outcome('customer_unfrozen')
    },
  )
  announce(desk, id)
  return answer
}

/**
 * Ends every session of a customer and revokes every key, for example after a leak. Emails the customer. Throws
 * `not_found`.
 */
export async function signOutCustomer(
  desk: DeskContext,
  input: Act & { reason: string },
  { session, once }: OperatorRequest & OnceRequest,
) {
  const { bus, clock, sessions } = desk
  const { id, reason } = input
  const ended: string[] = []
  const answer = await change(
    desk,
    { action: 'customers.signout', input, reason, once },
    session,
    async (tx, customer) => {
      const endedSessions = await deleteSessionsOf(tx, customer)
      const revokedKeys = await revokeKeys(tx, customer, undefined, clock.now())
      await writeToCustomer(desk, tx, customer, deskMails.signedOut)
      ended.push(...endedSessions, ...revokedKeys)
      const sessions = endedSessions.length
      const keys = revokedKeys.length
      return outcome('customer_signed_out', { sessions, keys })
    },
  )
  sessions.announceRevoked(id, ended)
  bus.publish('customer.changed', { customerId: id, calls: ['sessions', 'keys'] })
  return answer
}

/** Throws `not_found`. */
export async function writeNote(
  desk: DeskContext,
  { id, words }: { id: string; words: string },
  { session, once }: OperatorRequest & OnceRequest,
) {
  const { clock, personal, random, notes } = desk
  const requested = { id, words: personal.requestHash(words) }
  return change(desk, { action: 'customers.note', input: requested, once }, session, async (tx, customer) => {
    const noteId = uuidv7(clock.nowMs(), random)
    await insertNote(tx, customer, {
      id: noteId,
      wordsSealed: notes.seal(words, `${id}/${noteId}`),
      operatorId: session.operatorId,
      atMs: clock.nowMs(),
    })
    return outcome('note_saved')
  })
}

type FlagInput = { id: string; flag: CustomerFlag; set: boolean }

/** Throws `not_found`. */
export async function setCustomerFlag(
  desk: DeskContext,
  input: FlagInput,
  { session, once }: OperatorRequest & OnceRequest,
) {
  const { flag, set } = input
  return change(
    desk,
    { action: 'customers.flag', input, once, details: { flag, set } },
    session,
    async (tx, customer) => {
      // Serialises with account closing: the flag is set either before the account closes, which it can prevent, or
      // afterwards.
      await lockStanding(tx, customer)
      await (set
        ? insertFlag(tx, customer, flag, session.operatorId, desk.clock.nowMs())
        : deleteFlag(tx, customer, flag))
      return outcome(set ? 'flag_set' : 'flag_removed', { flag: { phrase: `flag_${flag}` } })
    },
  )
}

type Change = {
  action: string
  input: Act
  once: RunOnce
  reason?: string
  details?: Record<string, string | boolean>
}
type Work = (tx: Executor, customer: ListedCustomer) => Promise<Outcome>

async function change(
  desk: DeskContext,
  { action, input, once, reason, details = {} }: Change,
  { operatorId }: OperatorSession,
  work: Work,
): Promise<Outcome> {
  const { id } = input
  return desk.db.transaction().execute((tx) =>
    once(tx, input, async () => {
      const customer = await findListedCustomer(tx, { customerId: id, shard: shardOf(id) })
      if (!customer) throw new Refused('not_found', { thing: { phrase: 'thing_customer' } })
      await operatorsOf(desk).audit(tx, {
        operatorId,
        action,
        subject: id,
        customerId: id,
        ...(reason && { reason }),
        details,
      })
      return work(tx, customer)
    }),
  )
}

function announce({ bus }: DeskContext, customerId: string): void {
  bus.publish('standing.changed', { customerId })
  bus.publish('customer.changed', { customerId, calls: ['user', 'security'] })
}
