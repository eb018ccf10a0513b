import { outcome, type Outcome } from '../../../api/sentences/outcomes.ts'
import { moneyOf } from '../../../api/sentences/sentences.ts'
import { paymentCoins, quoteHeldMs, type PaymentCoin } from '../../../api/states/deposit-states.ts'
import { formatAmount, type CashAsset, type CoinAsset } from '../../../api/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/random.ts'
import { Refused } from '../../platform/http/refused.ts'
import { ChainAway, type ChainAdapter } from '../chains/adapter.ts'
import { toUnits } from '../chains/units.ts'
import type { PaymentsContext } from '../context.ts'
import { coinsFor, rateNow, storedRate } from './quote.ts'
import {
  countWaiting,
  insertAddress,
  insertDeposit,
  takeAddressIndex,
  type Deposit,
  type DepositPurpose,
  type Owner,
} from './store.ts'

const maxWaiting = 10

const initialState = {
  state: 'quoted',
  outcome: null,
  cancelledAtMs: null,
  beganAtMs: null,
  beganMinor: null,
  notBegun: null,
  creditedCoinMinor: 0n,
  creditedMinor: 0n,
  advancedMinor: 0n,
  shortfallMinor: 0n,
  receiptFile: null,
  receiptState: null,
  receiptReason: null,
  receiptAtMs: null,
} as const satisfies Partial<Deposit>

/** The request for a deposit: an amount in the customer's currency, paid in a coin, for a plan. */
export type NewQuote = {
  purpose: DepositPurpose
  /** Terms of the contract that the deposit pays for, from the module that owns it; plain JSON. */
  terms: unknown
  planId: string
  plan: string
  miningCoin: CoinAsset | null
  amountMinor: bigint
  asset: CashAsset
  coin: PaymentCoin
}

/** The response of a call that creates a deposit. */
export type OpenedQuote = Outcome & {
  address: string
  tid: string
  amount: string
  uri: string
  expiresAt: number
}

/** Returns the coin that the customer pays with. Throws `bad_coin`. */
export function paymentCoinNamed(name: string): PaymentCoin {
  const coin = paymentCoins.find((known) => known === name)
  if (!coin) throw new Refused('bad_coin')
  return coin
}

/** Returns the coin's adapter if its node is reachable. Throws `no_wallet` otherwise. */
export async function readyAdapter(
  { chains }: Pick<PaymentsContext, 'chains'>,
  coin: PaymentCoin,
): Promise<ChainAdapter> {
  try {
    const adapter = chains.adapters[coin]
    await adapter.tip()
    return adapter
  } catch (error) {
    if (error instanceof ChainAway) throw new Refused('no_wallet', { coin })
    throw error
  }
}

/**
 * Creates a deposit with its own address and holds the rate, in the caller's transaction. Throws `too_many_open`,
 * `no_rate` and the refusals of `checkDeposit`. Source: docs/spec/chains.md "Deposits".
 */
export async function openQuote(
  context: PaymentsContext,
  tx: Executor,
  { shard, customerId }: Owner,
  adapter: ChainAdapter,
  quote: NewQuote,
): Promise<OpenedQuote> {
  const { coin, asset, amountMinor } = quote
  await context.limits.checkDeposit(tx, customerId, amountMinor, asset)
  if ((await countWaiting(tx, { shard, customerId })) >= maxWaiting)
    throw new Refused('too_many_open', { max: maxWaiting })
  const nowMs = context.clock.nowMs()
  const rate = rateNow(context.markets, coin, asset, nowMs)
  if (!rate) throw new Refused('no_rate', { coin })
  const index = await takeAddressIndex(tx, coin)
  const deposit: Deposit = {
    ...quote,
    shard,
    customerId,
    id: uuidv7(nowMs, context.random),
    coinMinor: coinsFor(amountMinor, rate),
    rate: storedRate(rate),
    address: adapter.deriveAddress(index).address,
    quotedAtMs: nowMs,
    expiresAtMs: nowMs + quoteHeldMs,
    ...initialState,
  }
  await insertDeposit(tx, deposit)
  await insertAddress(tx, deposit, index)
  return answerOf(deposit, adapter)
}

function answerOf(
  { coin, coinMinor, id, address, expiresAtMs, amountMinor, asset }: Deposit,
  adapter: ChainAdapter,
): OpenedQuote {
  return {
    ...outcome('quote_open', { pay: moneyOf(coinMinor, coin), credit: moneyOf(amountMinor, asset) }),
    address,
    tid: id,
    amount: formatAmount(coinMinor, coin),
    uri: adapter.paymentUri(address, toUnits(coin, coinMinor)),
    expiresAt: expiresAtMs,
  }
}
