import type { Identity } from '../../identity/public.ts'
import type { Ledger } from '../../ledger/public.ts'
import type { Operators } from '../../operators/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { shardOf } from '../../platform/random.ts'
import { listGrants, type Grant } from './bonus-store.ts'
import type { GrantProgress } from './terms.ts'

export type BonusContext = Platform & {
  ledger: Pick<Ledger, 'post' | 'balance'>
  identity: Pick<Identity, 'customer' | 'details' | 'addExporter' | 'onVerified'>
  operators: Pick<Operators, 'audit' | 'needsSecond' | 'propose' | 'onApproved' | 'setting'>
  /**
   * Returns the total stake of the customer's trades placed since `fromMs` that were won or lost. The trading module
   * provides it.
   */
  settledStakeSince(ex: Executor, customerId: string, fromMs: number): Promise<bigint>
}

/** Returns the customer's bonuses with the progress of their terms, newest first. */
export async function grantsWithProgress(
  { settledStakeSince }: Pick<BonusContext, 'settledStakeSince'>,
  ex: Executor,
  customerId: string,
): Promise<(Grant & GrantProgress)[]> {
  const found: (Grant & GrantProgress)[] = []
  for (const grant of await listGrants(ex, { customerId, shard: shardOf(customerId) }))
    found.push({ ...grant, settledMinor: await settledStakeSince(ex, customerId, grant.grantedAtMs) })
  return found
}

export function refreshPages({ bus }: Pick<BonusContext, 'bus'>, customerId: string): void {
  bus.publish('customer.changed', {
    customerId,
    calls: ['bonus', 'user', 'totalbalance', 'statement', 'withdrawals.terms'],
  })
}
