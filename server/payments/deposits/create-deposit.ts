import { customPlan, paymentCoins, planMaximumAddend, quoteHeldMs, type PaymentCoin } from '../../../contract/deposit-states.ts'
import { assets, formatAmount, parseAmount, type CashAsset } from '../../../contract/money.ts'
import type { createtrnx } from '../../../contract/payments.ts'
import type { Handler } from '../../platform/http.ts'
import { once } from '../../platform/idempotency.ts'
import { uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/refused.ts'
import { ChainAway, type ChainAdapter } from '../chains/adapter.ts'
import { toUnits } from '../chains/units.ts'
import type { PaymentsContext } from '../context.ts'
import { tellCustomer } from './notify.ts'
import { findPlan, type Plan } from './plans-store.ts'
import { coinsFor, rateNow, storedRate } from './quote.ts'
import { countWaiting, insertAddress, insertDeposit, takeAddressIndex, type Deposit } from './store.ts'

const mostWaiting = 10
/** The largest deposit of a Custom plan, in hundredths of the customer's currency. */
const customMaxMinor = 1_000_000_00n

/** `createtrnx`: begins a deposit with an address of its own, and holds the rate. Source: product.md section 7, chains.md. */
export function createCreateDeposit(context: PaymentsContext): Handler<typeof createtrnx> {
  return async (input, { session, idempotencyKey }) => {
    const coin = paymentCoins.find((known) => known === input.type)
    if (!coin) throw new Refused('bad_coin')
    const miningCoin = input.coin && input.coin !== 'NULL' ? input.coin : null
    const plan = await findPlan(context.db, input.plan, miningCoin)
    if (!plan) throw new Refused('unknown_plan')
    const { currency } = await context.identity.customer(session.customerId)
    const amountMinor = amountOf(plan, input.amount, currency)
    const adapter = await readyAdapter(context, coin)
    const answer = await context.db.transaction().execute((tx) =>
      once(tx, { ...session, call: 'createtrnx', key: idempotencyKey }, input, context.clock.nowMs(), async () => {
        await context.limits.checkDeposit(tx, session.customerId, amountMinor, currency)
        if ((await countWaiting(tx, session)) >= mostWaiting) throw new Refused('too_many_open', { max: mostWaiting })
        const nowMs = context.clock.nowMs()
        const rate = rateNow(context.markets, coin, currency, nowMs)
        if (!rate) throw new Refused('no_rate', { coin })
        const index = await takeAddressIndex(tx, coin)
        const deposit: Deposit = {
          shard: session.shard, customerId: session.customerId, id: uuidv7(nowMs, context.random), planId: plan.id, plan: plan.name, miningCoin: plan.coin, coin,
          coinMinor: coinsFor(amountMinor, rate), asset: currency, amountMinor, rate: storedRate(rate), address: adapter.deriveAddress(index).address,
          state: 'quoted', outcome: null, quotedAtMs: nowMs, expiresAtMs: nowMs + quoteHeldMs, cancelledAtMs: null,
          creditedCoinMinor: 0n, creditedMinor: 0n, advancedMinor: 0n, shortfallMinor: 0n, receiptFile: null, receiptState: null, receiptReason: null, receiptAtMs: null,
        }
        await insertDeposit(tx, deposit)
        await insertAddress(tx, deposit, index)
        return quoteOf(deposit, adapter)
      }),
    )
    tellCustomer(context, session.customerId)
    return answer
  }
}

function quoteOf({ coin, coinMinor, id, address, expiresAtMs, amountMinor, asset }: Deposit, adapter: ChainAdapter) {
  const amount = formatAmount(coinMinor, coin)
  const msg = `Pay ${amount} ${assets[coin].symbol} for ${assets[asset].symbol}${formatAmount(amountMinor, asset)}.`
  return { type: 'success' as const, msg, address, tid: id, amount, uri: adapter.paymentUri(address, toUnits(coin, coinMinor)), expiresAt: expiresAtMs }
}

/** From the plan's minimum to the minimum times its place plus five; Custom takes any amount. Source: product.md section 9. */
function amountOf(plan: Plan, given: string | undefined, currency: CashAsset): bigint {
  const amountMinor = given === undefined ? plan.amountMinor : parseAmount(given, currency)
  if (amountMinor === undefined || amountMinor <= 0n) throw new Refused('bad_amount')
  const maxMinor = plan.name === customPlan ? customMaxMinor : plan.amountMinor * BigInt(plan.index + planMaximumAddend)
  const words = (minor: bigint) => `${assets[currency].symbol}${formatAmount(minor, currency)}`
  if (amountMinor < plan.amountMinor) throw new Refused('amount_too_small', { min: words(plan.amountMinor) })
  if (amountMinor > maxMinor) throw new Refused('amount_too_large', { max: words(maxMinor) })
  return amountMinor
}

/** The coin's adapter where its node answers; otherwise there is no wallet to pay to. */
async function readyAdapter({ chains }: PaymentsContext, coin: PaymentCoin): Promise<ChainAdapter> {
  try {
    const adapter = chains.adapters[coin]
    await adapter.tip()
    return adapter
  } catch (error) {
    if (error instanceof ChainAway) throw new Refused('no_wallet', { coin })
    throw error
  }
}
