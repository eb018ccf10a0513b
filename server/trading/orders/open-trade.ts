import { outcome } from '../../../api/sentences/outcomes.ts'
import { moneyOf, type PhraseValue } from '../../../api/sentences/sentences.ts'
import type { InputOf, OutputOf } from '../../../api/call.ts'
import { formatAmount, type CashAsset } from '../../../api/money.ts'
import type { trade } from '../../../api/calls/trading/trading.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import type { KeyRequest } from '../../platform/http/http.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { TradingContext } from '../context.ts'
import { checkMarket, readOrder } from './order-checks.ts'
import type { OrderIntake } from './order-intake.ts'
import { markOfKey } from './order-keys.ts'
import type { OrderResult } from './order-store.ts'
import type { PlacedOrder } from './order-batch.ts'
import { createLossFloors, ownRefusal } from './own-limits.ts'
import { breakEvenBps } from '../results/payout.ts'
import { findTradeByKey, type Trade } from '../store.ts'

type Answer = OutputOf<typeof trade>

/** Places an order. Resolves once it is durable. Throws `Refused` with the codes that the call declares. */
export function createOpenTrade(context: TradingContext, intake: OrderIntake) {
  const { clock, markets, limits } = context
  const lossFloors = createLossFloors(context)

  return async function openTrade(
    input: InputOf<typeof trade>,
    { session, idempotencyKey: key }: CustomerRequest & KeyRequest,
    mayWait = true,
  ): Promise<Answer> {
    const found = context.customer(session.customerId)
    const { currency } = found instanceof Promise ? await found : found
    const order = readOrder(input, currency, limits[currency], markets.symbol)
    const requested = context.orderRules?.(session.customerId, clock.nowMs())
    const rules = requested instanceof Promise ? await requested : requested
    const ownRefused = rules && ownRefusal(rules, order.stakeMinor, currency)
    const { shard, customerId } = session
    const keyMark = key === undefined ? undefined : markOfKey(customerId, key)
    const placed: PlacedOrder = {
      ...order,
      shard,
      customerId,
      asset: currency,
      key,
      keyMark,
      lossFloor: undefined,
      mayWait,
    }
    const state = markets.isTradable(order.symbol, clock.nowMs())
    // A repeated order gets the first response even if the market has since closed or the account has been frozen.
    if (key !== undefined && (state !== 'live' || ownRefused || intake.hasTaken(placed))) {
      const earlier = await findTradeByKey(context.db, session, key)
      if (earlier) return firstAnswer(earlier, placed)
    }
    if (ownRefused) throw ownRefused
    checkMarket(order.symbol, state)
    if (rules && rules.lossLimits.length > 0)
      [placed.lossFloor] = await lossFloors([{ owner: session, limits: rules.lossLimits }], clock.nowMs())
    const result = await intake.place(placed)
    if (result.result === 'ok') return answerOf(placed, result)
    if (result.result === 'exists') return firstAnswer(await findTradeByKey(context.db, session, key!), placed)
    throw await refusalOf(context, placed, result)
  }
}

/** Dependencies of the trading calls. */
export type OrderContext = TradingContext & { openTrade: ReturnType<typeof createOpenTrade> }

/** `trade`: places an order. Orders are saved in batches, which keep the idempotency keys. */
export const placeOrder = (
  { openTrade }: OrderContext,
  input: InputOf<typeof trade>,
  request: CustomerRequest & KeyRequest,
): Promise<Answer> => openTrade(input, request)

function answerOf(
  order: PlacedOrder,
  { id, acceptedAtMs, openAfter, balanceMinor }: Omit<OrderResult, 'result'>,
): Answer {
  return {
    ...outcome('trade_open', {
      type: order.type,
      symbol: order.symbol,
      stake: moneyOf(order.stakeMinor, order.asset),
      length: lengthPhrase(order.intervalS),
    }),
    activeTrades: openAfter,
    count: order.intervalS,
    id,
    acceptedAt: acceptedAtMs,
    expiresAt: acceptedAtMs + order.intervalS * 1000,
    payoutBps: order.payoutBps,
    breakEvenBps: breakEvenBps(order.payoutBps),
    balance: formatAmount(balanceMinor, order.asset),
  }
}

/** Returns the response to the first order with this key. Throws `key_reused` if that order was different. */
function firstAnswer(earlier: Trade | undefined, order: PlacedOrder): Answer {
  const same =
    earlier !== undefined &&
    earlier.symbol === order.symbol &&
    earlier.type === order.type &&
    earlier.stakeMinor === order.stakeMinor &&
    earlier.expiresAtMs - earlier.acceptedAtMs === order.intervalS * 1000
  if (!same) throw new Refused('key_reused')
  return answerOf({ ...order, payoutBps: earlier.payoutBps }, { ...earlier, balanceMinor: earlier.balanceAfterMinor })
}

/**
 * Returns the refusal for an order that the database rejected. The database checks limits before the balance, but the
 * call's declaration lists the balance first, so an order that fails both is refused for the balance.
 */
async function refusalOf(
  { ledger, limits }: TradingContext,
  order: PlacedOrder,
  { result, balanceMinor }: OrderResult,
): Promise<Refused> {
  const asset: CashAsset = order.asset
  const insufficient = (minor: bigint) => new Refused('insufficient_balance', { balance: moneyOf(minor, asset) })
  if (result === 'not_opened') return new Refused('busy')
  if (result === 'insufficient') return insufficient(balanceMinor)
  const { availableMinor } = await ledger.balance({ owner: order.customerId, code: 'trading', asset })
  if (availableMinor < order.stakeMinor) return insufficient(availableMinor)
  if (result === 'too_many_open') return new Refused('too_many_open', { max: limits[asset].maxOpenTrades })
  if (result === 'stake_limit')
    return new Refused('stake_limit', { max: moneyOf(limits[asset].maxOpenStakeMinor, asset) })
  if (result === 'own_loss_limit')
    return new Refused('own_loss_limit', {
      max: moneyOf(order.lossFloor!.limitMinor, asset),
      period: order.lossFloor!.period,
    })
  return new Refused('exposure_limit', { symbol: order.symbol })
}

function lengthPhrase(seconds: number): PhraseValue {
  if (seconds < 60) return { phrase: 'length_seconds', values: { count: seconds } }
  return seconds === 60 ? { phrase: 'length_minute' } : { phrase: 'length_minutes', values: { count: seconds / 60 } }
}
