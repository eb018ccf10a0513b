import type { Executor } from '../platform/database.ts'
import { shardOf, uuidv7 } from '../platform/random.ts'
import type { LimitsContext } from './context.ts'
import { copyPauses, type CustomerKey } from './store.ts'

/**
 * Continues the pauses of a person's other accounts, closed ones too, on this account and on those of the others that share its mailbox.
 * Accounts that share the name and number only keep what they have: nobody proves those, and a pause can't be undone.
 */
export async function continuePauses(
  { clock, random, rules }: LimitsContext,
  tx: Executor,
  customerId: string,
  others: readonly (CustomerKey & { sameMailbox: boolean })[],
): Promise<void> {
  const nowMs = clock.nowMs()
  const own = { customerId, shard: shardOf(customerId) }
  const sameMailbox = [own, ...others.filter((other) => other.sameMailbox)]
  for (const account of sameMailbox) {
    const copied = await copyPauses(
      tx,
      account,
      account === own ? others : sameMailbox,
      () => uuidv7(nowMs, random),
      nowMs,
    )
    // A process that reads before the commit reads again when its entry is a few seconds old.
    if (copied > 0) rules.announce(account.customerId)
  }
}
