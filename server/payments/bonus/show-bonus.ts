import type { OutputOf } from '../../../api/call.ts'
import type { bonus } from '../../../api/calls/payments/bonus.ts'
import { assets, formatAmount } from '../../../api/money.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import { grantsWithProgress, type BonusContext } from './context.ts'
import { sentenceFields } from '../../../api/sentences/sentences.ts'
import { fieldsOfStored, storedText } from '../../platform/stored-phrase.ts'
import { reasonOf } from './grant-bonus.ts'
import { freeMinor, isMet } from './terms.ts'

/** `bonus`: returns the customer's bonus and the progress of its terms. */
export async function showBonus(
  context: BonusContext,
  _input: unknown,
  { session: { customerId } }: CustomerRequest,
): Promise<OutputOf<typeof bonus>> {
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
      ...fieldsOfStored('why', storedText(reasonOf(grant))),
      turnover: amount(grant.turnoverMinor),
      settled: amount(grant.settledMinor < grant.turnoverMinor ? grant.settledMinor : grant.turnoverMinor),
      met: isMet(grant),
    })),
    rule: {
      ...rule,
      ...sentenceFields('words', { phrase: 'bonus_terms', values: { times: rule.turnoverTimes } }),
    },
  }
}
