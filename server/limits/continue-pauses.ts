import type { Executor } from '../platform/database/database.ts'
import { shardOf, uuidv7 } from '../platform/random.ts'
import type { LimitsContext } from './context.ts'
import { copyPauses, type CustomerKey } from './store.ts'

/**
 * Copies the pauses on a person's other accounts, including closed ones, to this account, and copies pauses between all
 * accounts with the same mailbox. Doesn't change accounts that share only the name and number: neither is verified, and
 * a pause can't be undone.
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
    // A process that read the rules before the commit reads them again within seconds, when its cached entry expires.
    if (copied > 0) rules.announce(account.customerId)
  }
}
