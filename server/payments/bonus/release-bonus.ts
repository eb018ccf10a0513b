import { outcome } from '../../../api/sentences/outcomes.ts'
import { moneyOf } from '../../../api/sentences/sentences.ts'
import { formatAmount } from '../../../api/money.ts'
import { throughClearing } from '../../ledger/public.ts'
import type { OnceRequest, CustomerRequest } from '../../platform/http/actions.ts'
import { uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import { lockGrants } from './bonus-store.ts'
import { grantsWithProgress, refreshPages, type BonusContext } from './context.ts'
import { freeMinor, leftMinor } from './terms.ts'

/** `bonus.release`: moves the free part of the bonus to the trading account. Throws `no_bonus`, `bonus_locked`. */
export async function releaseBonus(
  context: BonusContext,
  _input: unknown,
  { session, once }: CustomerRequest & OnceRequest,
) {
  const { customerId } = session
  const { currency: asset } = await context.identity.customer(customerId)
  const nowMs = context.clock.nowMs()
  const answer = await context.db.transaction().execute((tx) =>
    once(tx, {}, async () => {
      await lockGrants(tx, session)
      const { availableMinor } = await context.ledger.balance({ owner: customerId, code: 'bonus', asset }, tx)
      if (availableMinor === 0n) throw new Refused('no_bonus')
      const grants = await grantsWithProgress(context, tx, customerId)
      const amountMinor = freeMinor(availableMinor, grants)
      if (amountMinor === 0n) throw new Refused('bonus_locked', { left: moneyOf(leftMinor(grants), asset) })
      const id = uuidv7(nowMs, context.random)
      const move = throughClearing({
        from: { owner: customerId, code: 'bonus' },
        to: { owner: customerId, code: 'trading' },
        asset,
        amountMinor,
        kind: 'move',
        reference: id,
        key: `bonus:release:${id}`,
        note: { phrase: 'note_released_bonus' },
      })
      await context.ledger.post(move, { tx })
      return {
        ...outcome('bonus_released', { amount: moneyOf(amountMinor, asset) }),
        moved: formatAmount(amountMinor, asset),
      }
    }),
  )
  refreshPages(context, customerId)
  return answer
}
