import type { InputOf, OutputOf } from '../../../api/call.ts'
import { moneyOf } from '../../../api/sentences/sentences.ts'
import { z } from 'zod'
import { customPlan, customPlanMaximum } from '../../../api/custom-plan.ts'
import { planMaximumAddend } from '../../../api/states/deposit-states.ts'
import { parseAmount, type CashAsset } from '../../../api/money.ts'
import type { createtrnx } from '../../../api/calls/payments/payments.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import type { OnceRequest } from '../../platform/http/actions.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { PaymentsContext } from '../context.ts'
import { refreshPages } from './notify.ts'
import { openQuote, paymentCoinNamed, readyAdapter } from './open-quote.ts'
import { findPlan, type Plan } from './plans-store.ts'

/**
 * The terms of a mining plan's contract: hash rate and price. Large numbers are text, because the terms are stored
 * as JSON.
 */
export const miningTerms = z.object({
  hashesPerS: z.string().regex(/^\d{1,30}$/),
  planPriceMinor: z.string().regex(/^[1-9]\d{0,17}$/),
})
type MiningTerms = z.infer<typeof miningTerms>

/** `createtrnx`: creates a deposit for a plan. Source: docs/spec/product.md section 7, docs/spec/chains.md. */
export async function createDeposit(
  context: PaymentsContext,
  input: InputOf<typeof createtrnx>,
  { session, once }: CallRequest<typeof createtrnx> & OnceRequest,
): Promise<OutputOf<typeof createtrnx>> {
  const coin = paymentCoinNamed(input.type)
  const miningCoin = input.coin && input.coin !== 'NULL' ? input.coin : null
  const plan = await findPlan(context.db, input.plan, miningCoin)
  if (!plan) throw new Refused('unknown_plan')
  const { currency } = await context.identity.customer(session.customerId)
  const amountMinor = amountOf(plan, input.amount, currency)
  const adapter = await readyAdapter(context, coin)
  const quote = {
    purpose: plan.account,
    terms: termsOf(plan),
    planId: plan.id,
    plan: plan.name,
    miningCoin: plan.coin,
    amountMinor,
    asset: currency,
    coin,
  } as const
  const answer = await context.db
    .transaction()
    .execute((tx) => once(tx, input, () => openQuote(context, tx, session, adapter, quote)))
  refreshPages(context, session.customerId)
  return answer
}

function termsOf({ hashesPerS, amountMinor }: Plan): MiningTerms | null {
  return hashesPerS === null ? null : { hashesPerS: String(hashesPerS), planPriceMinor: String(amountMinor) }
}

/**
 * Returns the amount if it is within the plan's limits. The maximum is `minimum * (position + 5)`; Custom has its own
 * maximum. Source: docs/spec/product.md section 9.
 */
function amountOf(plan: Plan, given: string | undefined, currency: CashAsset): bigint {
  const amountMinor = given === undefined ? plan.amountMinor : parseAmount(given, currency)
  if (amountMinor === undefined || amountMinor <= 0n) throw new Refused('bad_amount')
  const maxMinor =
    plan.name === customPlan
      ? parseAmount(`${customPlanMaximum}`, currency)!
      : plan.amountMinor * BigInt(plan.index + planMaximumAddend)
  if (amountMinor < plan.amountMinor)
    throw new Refused('amount_too_small', { min: moneyOf(plan.amountMinor, currency) })
  if (amountMinor > maxMinor) throw new Refused('amount_too_large', { max: moneyOf(maxMinor, currency) })
  return amountMinor
}
