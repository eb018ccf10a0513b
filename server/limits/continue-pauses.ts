import type { Executor } from '../platform/database.ts'
import { shardOf, uuidv7 } from '../platform/random.ts'
import type { LimitsContext } from './context.ts'
import { copyPauses, type CustomerKey } from './store.ts'

/** Continues the pauses of a person's other accounts, closed ones too, on this account and on the open ones among the others. */
export async function continuePauses({ clock, random, rules }: LimitsContext, tx: Executor, customerId: string, others: readonly CustomerKey[]): Promise<void> {
  const nowMs = clock.nowMs()
  const accounts = [{ customerId, shard: shardOf(customerId) }, ...others]
  for (const account of accounts) {
    const copied = await copyPauses(tx, account, accounts, () => uuidv7(nowMs, random), nowMs)
    // A process that reads before the commit reads again when its entry is a few seconds old.
    if (copied > 0) rules.announce(account.customerId)
  }
}
