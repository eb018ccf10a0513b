import { customerFlags, type CustomerFlag } from '../../../contract/customer-flags.ts'
import type { Executor } from '../../platform/database.ts'
import type { OperatorSession } from '../../platform/http.ts'
import { shardOf, uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/refused.ts'
import { clearFreeze, lockStanding, setFreeze } from '../security/account-store.ts'
import { revokeKeys } from '../security/key-store.ts'
import { deskMails } from '../security/mails.ts'
import { deleteSessionsOf } from '../store.ts'
import { writeToCustomer } from '../write-to-customer.ts'
import { operatorsOf, type DeskContext } from './context.ts'
import { deleteFlag, findListedCustomer, insertFlag, insertNote, type ListedCustomer } from './store.ts'

/** What operators do to an account: freeze and release it, end its sessions, write notes, set flags. Each is written to the audit log with it. */

type Act = { id: string; reason?: string }
const success = (msg: string) => ({ type: 'success' as const, msg })

/** Throws `not_found`, `already_frozen`. */
export async function freezeCustomer(desk: DeskContext, { id, reason }: Act & { reason: string }, session: OperatorSession) {
  await change(desk, 'customers.freeze', { id, reason }, session, async (tx, customer) => {
    if (!(await setFreeze(tx, customer, { by: 'operator', at: desk.clock.now(), reason }))) throw new Refused('already_frozen')
  })
  announce(desk, id)
  return success('The account is frozen. The customer sees the reason.')
}

/** Throws `not_found`, `not_frozen`. */
export async function unfreezeCustomer(desk: DeskContext, { id, reason }: Act & { reason: string }, session: OperatorSession) {
  await change(desk, 'customers.unfreeze', { id, reason }, session, async (tx, customer) => {
    if (!(await clearFreeze(tx, customer))) throw new Refused('not_frozen')
  })
  announce(desk, id)
  return success('The account is released.')
}

/**
 * Ends every session of a customer and revokes every key, for example when somebody else has them. The customer gets a mail. Throws
 * `not_found`.
 */
export async function signOutCustomer(desk: DeskContext, { id, reason }: Act & { reason: string }, session: OperatorSession) {
  const { bus, clock, sessions } = desk
  const ended = { sessions: [] as string[], keys: [] as string[] }
  await change(desk, 'customers.signout', { id, reason }, session, async (tx, customer) => {
    ended.sessions = await deleteSessionsOf(tx, customer)
    ended.keys = await revokeKeys(tx, customer, undefined, clock.now())
    await writeToCustomer(desk, tx, customer, deskMails.signedOut)
  })
  sessions.announceRevoked(id, [...ended.sessions, ...ended.keys])
  bus.publish('customer.changed', { customerId: id, calls: ['sessions', 'keys'] })
  const [sessionCount, keyCount] = [ended.sessions.length, ended.keys.length]
  return success(`Signed out. Ended sessions: ${sessionCount}, revoked keys: ${keyCount}. The customer gets a mail.`)
}

/** Throws `not_found`. */
export async function writeNote(desk: DeskContext, { id, words }: { id: string; words: string }, session: OperatorSession) {
  const { clock, random, notes } = desk
  await change(desk, 'customers.note', { id }, session, async (tx, customer) => {
    const noteId = uuidv7(clock.nowMs(), random)
    await insertNote(tx, customer, { id: noteId, wordsSealed: notes.seal(words, `${id}/${noteId}`), operatorId: session.operatorId, atMs: clock.nowMs() })
  })
  return success('The note was kept.')
}

/** Throws `not_found`. */
export async function setCustomerFlag(desk: DeskContext, { id, flag, set }: { id: string; flag: CustomerFlag; set: boolean }, session: OperatorSession) {
  const work = async (tx: Executor, customer: ListedCustomer) => {
    // An account that is being closed is flagged before, which refuses the closing, or after.
    await lockStanding(tx, customer)
    await (set ? insertFlag(tx, customer, flag, session.operatorId, desk.clock.nowMs()) : deleteFlag(tx, customer, flag))
  }
  await change(desk, 'customers.flag', { id }, session, work, { flag, set })
  return success(set ? `Flagged: ${customerFlags[flag]}.` : `No longer flagged: ${customerFlags[flag]}.`)
}

async function change(desk: DeskContext, action: string, { id, reason }: Act, { operatorId }: OperatorSession, work: (tx: Executor, customer: ListedCustomer) => Promise<void>, details = {}): Promise<void> {
  await desk.db.transaction().execute(async (tx) => {
    const customer = await findListedCustomer(tx, { customerId: id, shard: shardOf(id) })
    if (!customer) throw new Refused('not_found', { thing: 'customer' })
    await operatorsOf(desk).audit(tx, { operatorId, action, subject: id, customerId: id, ...(reason && { reason }), details })
    await work(tx, customer)
  })
}

function announce({ bus }: DeskContext, customerId: string): void {
  bus.publish('standing.changed', { customerId })
  bus.publish('customer.changed', { customerId, calls: ['user', 'security'] })
}
