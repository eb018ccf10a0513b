import type { InputOf, OutputOf } from '../../api/call.ts'
import type { miningOutlook } from '../../api/calls/mining/mining.ts'
import { customPlan } from '../../api/custom-plan.ts'
import { paymentCoins } from '../../api/states/deposit-states.ts'
import { miningAlgorithms, minedFor } from '../../api/mining-coins.ts'
import { assets, formatAmount, parseAmount } from '../../api/money.ts'
import { usdRate } from '../markets/public.ts'
import { coinsFor } from '../payments/public.ts'
import type { CustomerRequest } from '../platform/http/actions.ts'
import type { MiningContext } from './context.ts'
import { datacenters } from './datacenters.ts'
import { outlookOf } from './outlook.ts'
import { listParameters } from './store.ts'

/**
 * `mining.outlook`: returns what each plan would pay at today's prices and difficulty. The datacenter is assigned after
 * the purchase, so this uses the one with the lower output. Omits plans whose coin has no price or parameters.
 */
export async function showOutlook(
  { db, clock, identity, markets, payments }: MiningContext,
  { amount }: InputOf<typeof miningOutlook>,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof miningOutlook>> {
  const { currency } = await identity.customer(session.customerId)
  const [plans, parameters] = await Promise.all([payments.miningPlans(), listParameters(db)])
  const nowMs = clock.nowMs()
  const cash = usdRate(markets, currency)
  const chosenMinor = amount === undefined ? undefined : parseAmount(amount, currency)
  const share = ({ feeBps, rejectedBps }: (typeof datacenters)[number]) => (10_000 - feeBps) * (10_000 - rejectedBps)
  const { feeBps, rejectedBps } = datacenters.toSorted((a, b) => share(a) - share(b))[0]!
  const paid = paymentCoins.flatMap((payCoin) => {
    const rate = usdRate(markets, payCoin)
    return rate ? { payCoin, rate } : []
  })
  return plans.flatMap(({ id, name, coin, amountMinor, hashesPerS: planHashes }) => {
    if (!coin || !planHashes) return []
    const minedCoin = minedFor(coin)
    const inForce = parameters.find((each) => each.coin === minedCoin && each.fromMs <= nowMs)
    const rates = { mined: usdRate(markets, minedCoin), coin: usdRate(markets, coin), cash }
    if (!inForce || !rates.mined || !rates.coin || !rates.cash) return []
    const priceMinor = name === customPlan && chosenMinor ? chosenMinor : amountMinor
    const { difficultyE8, subsidyMinor } = inForce
    const { work } = miningAlgorithms[minedCoin]
    const hashesPerS = (planHashes * priceMinor) / amountMinor
    const outlook = outlookOf(
      { hashesPerS, difficultyE8, work, subsidyMinor, feeBps, rejectedBps },
      priceMinor,
      rates as { [Name in keyof typeof rates]-?: NonNullable<(typeof rates)[Name]> },
    )
    return {
      plan: id,
      symbol: coin,
      amount: formatAmount(priceMinor, currency),
      cur: assets[currency].symbol,
      pays: paid.map(({ payCoin, rate }) => ({
        coin: payCoin,
        coinAmount: formatAmount(coinsFor(priceMinor, { coin: rate, cash: rates.cash! }), payCoin),
      })),
      output: formatAmount(outlook.outputMinor, coin),
      worth: formatAmount(outlook.worthMinor, currency),
      difference: formatAmount(outlook.differenceMinor, currency),
      paybackDays: outlook.paybackDays,
      bought: formatAmount(outlook.boughtMinor, coin),
    }
  })
}
