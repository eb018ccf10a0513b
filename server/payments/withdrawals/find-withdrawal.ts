import {
  withdrawalActions,
  type WithdrawalAction,
  type WithdrawalState,
} from '../../../api/states/withdrawal-states.ts'
import type { Executor } from '../../platform/database/database.ts'
import { shardOf } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import { findWithdrawal, type Owner, type Withdrawal } from './store.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns this customer's withdrawal. Throws `not_found`, even if it belongs to another customer. */
export async function requireWithdrawal(
  db: Executor,
  owner: Owner,
  id: string,
  lock: 'lock' | 'read',
): Promise<Withdrawal> {
  const found = uuid.test(id) ? await findWithdrawal(db, owner, id, lock) : undefined
  if (!found) throw new Refused('not_found')
  return found
}

/** Returns a withdrawal by its id and its customer's id, for operators. Throws `not_found`. */
export async function requireOfCustomer(
  db: Executor,
  { customer, id }: { customer: string; id: string },
  lock: 'lock' | 'read',
): Promise<Withdrawal> {
  if (!uuid.test(customer)) throw new Refused('not_found')
  return requireWithdrawal(db, { shard: shardOf(customer), customerId: customer }, id, lock)
}

/** Throws `wrong_state` if the withdrawal's state doesn't allow the action. */
export function requireAllowed(action: WithdrawalAction, { state }: Withdrawal): void {
  if (withdrawalActions.can(action, state)) return
  throw new Refused('wrong_state', { state: { phrase: `state_${state.toLowerCase() as Lowercase<WithdrawalState>}` } })
}
