import type { OutputOf } from '../../../contract/call.ts'
import type { bonus } from '../../../contract/bonus.ts'
import { assets, formatAmount } from '../../../contract/money.ts'
import type { Session } from '../../platform/http.ts'
import { grantsWithProgress, type BonusContext } from './context.ts'
import { freeMinor, isMet } from './terms.ts'

/** `bonus`: returns the customer's bonus and the progress of its terms. */
export async function showBonus(context: BonusContext, { customerId }: Session): Promise<OutputOf<typeof bonus>> {
  const { currency: asset } = await context.identity.customer(customerId)
  const [{ availableMinor }, grants, rule] = await Promise.all([
    context.ledger.balance({ owner: customerId, code: 'bonus', asset }),
    grantsWithProgress(context, context.db, customerId),
    context.operators.setting('bonus'),
  ])
  const amount = (amountMinor: bigint) => formatAmount(amountMinor, asset)
  const free = freeMinor(availableMinor, grants)
  return {
    cur: assets[asset].symbol,
    balance: amount(availableMinor),
    locked: amount(availableMinor - free),
    free: amount(free),
    grants: grants.map((grant) => ({
      id: grant.id,
      amount: amount(grant.amountMinor),
      at: grant.grantedAtMs,
      why: grant.why,
      turnover: amount(grant.turnoverMinor),
      settled: amount(grant.settledMinor < grant.turnoverMinor ? grant.settledMinor : grant.turnoverMinor),
      met: isMet(grant),
    })),
    rule: {
      ...rule,
      words: `A bonus is practice money. You can move or withdraw it once the stakes of your trades that were won or lost since it was granted reach ${rule.turnoverTimes} times its amount. Ties and void trades don’t count. A bonus does not expire.`,
    },
  }
}
