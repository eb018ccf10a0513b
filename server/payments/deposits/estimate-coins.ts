import type { InputOf, OutputOf } from '../../../api/call.ts'
import { paymentCoins } from '../../../api/states/deposit-states.ts'
import { formatAmount, parseAmount } from '../../../api/money.ts'
import type { depositsEstimate } from '../../../api/calls/payments/payments.ts'
import type { CallRequest } from '../../platform/http/http.ts'
import type { PaymentsContext } from '../context.ts'
import { coinsFor, rateNow } from './quote.ts'

/** `deposits.estimate`: converts an amount as a quote at this moment would. */
export async function estimateCoins(
  { clock, identity, markets }: PaymentsContext,
  { amount }: InputOf<typeof depositsEstimate>,
  { session }: CallRequest<typeof depositsEstimate>,
): Promise<OutputOf<typeof depositsEstimate>> {
  const { currency } = await identity.customer(session.customerId)
  const amountMinor = parseAmount(amount, currency)
  return paymentCoins.map((coin) => {
    const rate = rateNow(markets, coin, currency, clock.nowMs())
    return {
      coin,
      coinAmount: amountMinor && rate ? formatAmount(coinsFor(amountMinor, rate), coin) : null,
    }
  })
}
