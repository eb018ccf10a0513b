import { storedText, type TextOrPhrase } from '../../platform/stored-phrase.ts'
import { outcome, type Outcome } from '../../../api/sentences/outcomes.ts'
import type { InputOf } from '../../../api/call.ts'
import type { unfreeze } from '../../../api/calls/identity/security.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Session } from '../../platform/http/http.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import { shardOf } from '../../platform/random.ts'
import type { IdentityContext } from '../context.ts'
import { clearFreeze, findFreeze, setFreeze, type Freeze } from './account-store.ts'
import { requireProof, notifyOwner, notifyOwnerOf } from './proof.ts'

/** Freezes the customer's own account immediately. */
export async function freezeOwn(
  identity: IdentityContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<Outcome> {
  const freeze: Freeze = { by: 'customer', at: identity.clock.now(), reason: storedText({ phrase: 'frozen_by_you' }) }
  await identity.db.transaction().execute(async (tx) => {
    if (!(await setFreeze(tx, session, freeze))) throw new Refused('already_frozen')
    await notifyOwnerOf(identity, tx, session, 'frozen')
  })
  announceStanding(identity, session.customerId)
  return outcome('frozen')
}

/**
 * Throws `account_frozen`, even if the customer froze the account: nothing may be set up during a freeze for use after
 * it.
 */
export async function refuseWhileFrozen(ex: Executor, session: Pick<Session, 'customerId' | 'shard'>): Promise<void> {
  if (await findFreeze(ex, session)) throw new Refused('account_frozen')
}

/**
 * Throws `account_frozen` while an operator's freeze is active: someone who took over the account must not be able to
 * protect it with their own factor. Customers who froze their own account can still add protection.
 */
export async function refuseWhileHeld(ex: Executor, session: Pick<Session, 'customerId' | 'shard'>): Promise<void> {
  if ((await findFreeze(ex, session))?.by === 'operator') throw new Refused('account_frozen')
}

/** Ends the customer's own freeze. Only an operator can end an operator's freeze. */
export async function unfreezeOwn(
  identity: IdentityContext,
  input: InputOf<typeof unfreeze>,
  { session }: CustomerRequest,
): Promise<Outcome> {
  const frozen = await findFreeze(identity.db, session)
  if (!frozen) throw new Refused('not_frozen')
  if (frozen.by === 'operator') throw new Refused('frozen_by_operator')
  const customer = await requireProof(identity, session, input)
  await identity.db.transaction().execute(async (tx) => {
    if (!(await clearFreeze(tx, session, 'customer'))) throw new Refused('frozen_by_operator')
    await notifyOwner(identity, tx, customer, 'unfrozen')
  })
  announceStanding(identity, session.customerId)
  return outcome('unfrozen')
}

/**
 * Freezes an account on behalf of an operator or a product rule. The caller announces it with `announceStanding` after
 * the commit.
 */
export async function freezeCustomer(
  { clock }: Pick<IdentityContext, 'clock'>,
  tx: Executor,
  customerId: string,
  reason: TextOrPhrase,
): Promise<boolean> {
  return setFreeze(
    tx,
    { customerId, shard: shardOf(customerId) },
    { by: 'operator', at: clock.now(), reason: storedText(typeof reason === 'string' ? reason.slice(0, 500) : reason) },
  )
}

/** Unfreezes the account. Returns false if it wasn't frozen. */
export async function releaseCustomer(tx: Executor, customerId: string): Promise<boolean> {
  return clearFreeze(tx, { customerId, shard: shardOf(customerId) })
}

/** Announces to every process and to the customer's open pages that the standing changed. */
export function announceStanding({ bus }: Pick<IdentityContext, 'bus'>, customerId: string): void {
  bus.publish('standing.changed', { customerId })
  bus.publish('customer.changed', { customerId, calls: ['security', 'user'] })
}
