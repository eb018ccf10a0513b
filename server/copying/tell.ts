import { experts } from '../../contract/experts.ts'
import { formatAmount } from '../../contract/money.ts'
import type { CopyingContext } from './context.ts'
import { copyingMails } from './mails.ts'
import type { Follower } from './relations-store.ts'

/** Writes to those whose copying a stop-loss has ended: nobody was there to see it. After the commit; a mail that fails changes nothing. */
export async function mailStopLoss({ identity }: Pick<CopyingContext, 'identity'>, expertId: string, ended: readonly Follower[]): Promise<void> {
  const name = experts.find(({ id }) => id === expertId)?.name ?? expertId
  for (const relation of ended) {
    const cash = (minor: bigint) => `${formatAmount(minor, relation.asset)} ${relation.asset}`
    await identity.write(relation.customerId, copyingMails.stopLoss, { name, limit: cash(relation.stopLossMinor ?? 0n), result: cash(relation.resultMinor) })
  }
}
