import { experts } from '../../../api/experts.ts'
import { formatAmount } from '../../../api/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { CopyingContext } from '../context.ts'
import { copyingMails } from '../mails.ts'
import type { Follower } from './relations-store.ts'

/** Queues an email to each customer whose stop-loss ended copying, in the same transaction. */
export async function mailStopLoss(
  { identity }: Pick<CopyingContext, 'identity'>,
  tx: Executor,
  expertId: string,
  ended: readonly Follower[],
): Promise<void> {
  const name = experts.find(({ id }) => id === expertId)?.name ?? expertId
  for (const relation of ended) {
    const cash = (minor: bigint) => `${formatAmount(minor, relation.asset)} ${relation.asset}`
    await identity.write(tx, relation.customerId, copyingMails.stopLoss, {
      name,
      limit: cash(relation.stopLossMinor ?? 0n),
      result: cash(relation.resultMinor),
    })
  }
}
