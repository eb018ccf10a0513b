import { experts } from '../../contract/experts.ts'
import { formatAmount } from '../../contract/money.ts'
import type { CopyingContext } from './context.ts'
import type { Follower } from './relations-store.ts'

/** Writes to those whose copying a stop-loss has ended: nobody was there to see it. After the commit; a mail that fails changes nothing. */
export async function mailStopLoss(context: CopyingContext, expertId: string, ended: readonly Follower[]): Promise<void> {
  const name = experts.find(({ id }) => id === expertId)?.name ?? expertId
  for (const relation of ended) {
    try {
      const person = await context.identity.details(relation.customerId)
      if (person?.email) context.mail.send({ to: person.email, subject: `Copying ${name} has ended by your stop-loss`, text: stopLossMail(context, name, relation) })
    } catch (error) {
      context.log.warn({ err: error, relation: relation.id }, 'the owner of an ended copy was not written to')
    }
  }
}

function stopLossMail({ config }: CopyingContext, name: string, { asset, resultMinor, stopLossMinor }: Follower): string {
  const cash = (minor: bigint) => `${formatAmount(minor, asset)} ${asset}`
  return [
    `Another copy of ${name} could have taken your copies past your stop-loss of ${cash(stopLossMinor ?? 0n)}, so copying has ended. Your copies came to ${cash(resultMinor)}. None of them is open.`,
    'What is left stays in your trading account. Nothing more is copied until you start copying again.',
    `Each copy, and what it came to, stands among your traders${config.publicUrl ? `: ${config.publicUrl}/office/traders#mytraders` : '.'}`,
    'This is practice money. Nothing here can be cashed.',
  ].join('\n')
}
