import type { CashAsset } from '../../../api/money.ts'
import type { TradeInterval, TradeType } from '../../../api/calls/trading/trading.ts'
import type { SymbolInfo } from '../../markets/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import { invariant, Refused } from '../../platform/http/refused.ts'
import type { TradingContext } from '../context.ts'
import { findPlainTradesByKey, type PlainTrade } from '../copies-store.ts'
import { checkMarket } from './order-checks.ts'
import { acceptanceMs, type OrderIntake, type TogetherOrder } from './order-intake.ts'
import { judgeCopies, type OrderResult } from './order-store.ts'
import { createLossFloors, ownRefusal } from './own-limits.ts'
import type { OrderRules } from './order-rules.ts'
import type { Owner } from '../store.ts'

/** The terms that an expert's order and its copies share. */
export type TogetherTerms = {
  symbol: string
  type: TradeType
  intervalS: TradeInterval
  /** Keys of the expert's trade and of the copies (makers.ts). Each account accepts a key once. */
  key: string
  copyKey: string
}

/**
 * One account's part. `freeBps`: the share of the account that must stay free after the trade, in basis points; -1
 * marks the expert's own order, without which nothing is placed.
 */
export type TogetherPart = Owner & { asset: CashAsset; stakeMinor: bigint; freeBps: number }

/** The trade, or why a part wasn't placed: the codes of the call `trade`, and `too_little_free`. */
export type PartResult = { tradeId: string } | { code: string }

export type PlacedTogether = { acceptedAtMs: number; expiresAtMs: number; payoutBps: number; parts: PartResult[] }

/** A part's order, or why the part is refused without one. */
type Prepared = TogetherOrder | { code: string }

/** Number of parts that are prepared together. */
const partsAtOnce = 2_500

const refusalCodes: Record<Exclude<OrderResult['result'], 'ok' | 'exists'>, string> = {
  insufficient: 'insufficient_balance',
  too_many_open: 'too_many_open',
  stake_limit: 'stake_limit',
  own_loss_limit: 'own_loss_limit',
  exposure_limit: 'exposure_limit',
  too_little_free: 'too_little_free',
  not_opened: 'busy',
}

/**
 * Places an expert's order and its copies with the same acceptance time. Each is subject to all limits of its own
 * account. Returns one result per part, in order. Throws `market_closed` or `symbol_stale` if the symbol can't be
 * traded now. `practiceAtMs`: a time in the past, for simulated accounts only.
 */
export function createPlaceTogether(context: TradingContext, intake: OrderIntake) {
  const { clock, markets, limits, db } = context
  const lossFloors = createLossFloors(context)

  function orderOf(
    terms: TogetherTerms,
    info: SymbolInfo,
    part: TogetherPart,
    rules: OrderRules | undefined,
  ): Prepared {
    const { shard, customerId, asset, stakeMinor, freeBps } = part
    const { minStakeMinor, maxStakeMinor } = limits[asset]
    if (stakeMinor < minStakeMinor) return { code: 'amount_too_small' }
    if (stakeMinor > maxStakeMinor) return { code: 'amount_too_large' }
    const refused = rules && ownRefusal(rules, stakeMinor, asset)
    if (refused) return { code: refused.code }
    return {
      shard,
      customerId,
      asset,
      stakeMinor,
      freeBps,
      symbol: terms.symbol,
      type: terms.type,
      intervalS: terms.intervalS,
      payoutBps: info.payoutBps,
      toleranceMs: info.staleAfterMs,
      key: keyOf(terms, part),
      keyMark: undefined,
      lossFloor: undefined,
      mayWait: false,
    }
  }

  /** Returns each part's order, or its refusal because of the account's rules or current balance. */
  async function prepare(terms: TogetherTerms, info: SymbolInfo, parts: readonly TogetherPart[]): Promise<Prepared[]> {
    if (parts.length === 0) return []
    const rules = await context.manyOrderRules?.(
      parts.map(({ customerId }) => customerId),
      clock.nowMs(),
    )
    const made = parts.map((part) => orderOf(terms, info, part, rules?.get(part.customerId)))
    const orders = made.filter((order) => 'key' in order)
    const floors = await lossFloors(
      orders.map((owner) => ({ owner, limits: rules?.get(owner.customerId)?.lossLimits ?? [] })),
      clock.nowMs(),
    )
    orders.forEach((order, index) => (order.lossFloor = floors[index]))
    const verdicts = await judgeCopies(context.pool, orders, limits)
    return made.map((order) => {
      const verdict = 'key' in order ? verdicts.get(order) : undefined
      return verdict ? { code: refusalCodes[verdict as keyof typeof refusalCodes] } : order
    })
  }

  async function placeSome(
    terms: TogetherTerms,
    parts: readonly TogetherPart[],
    made: readonly Prepared[],
    acceptedAtMs: number,
  ): Promise<PartResult[]> {
    const orders = made.filter((order) => 'key' in order)
    const results = await intake.placeTogether(orders, acceptedAtMs)
    const known = new Map(orders.map((order, index) => [order, results[index]!]))
    const earlier = results.some(({ result }) => result === 'exists')
      ? new Map((await findEarlier(db, terms, parts)).map(({ customerId, id }) => [customerId, id]))
      : undefined
    return made.map((order) => ('key' in order ? resultOf(known.get(order)!, earlier?.get(order.customerId)) : order))
  }

  return async function placeTogether(
    terms: TogetherTerms,
    parts: readonly TogetherPart[],
    practiceAtMs?: number,
  ): Promise<PlacedTogether> {
    const nowMs = clock.nowMs()
    const info = markets.symbol(terms.symbol)
    if (!info) throw new Refused('unknown_symbol', { symbol: terms.symbol })
    invariant(new Set(parts.map(({ customerId }) => customerId)).size === parts.length, 'each account has one part')
    if (practiceAtMs === undefined) checkMarket(terms.symbol, markets.isTradable(terms.symbol, nowMs))
    else await checkPractice(context, terms, parts, practiceAtMs)
    // Set before any account's rules are read: a price that arrives in the meantime becomes the strike of every trade.
    const acceptedAtMs = practiceAtMs ?? acceptanceMs(context, terms, nowMs)
    const results: PartResult[] = []
    let next = prepare(terms, info, parts.slice(0, partsAtOnce))
    for (let from = 0; from < parts.length; from += partsAtOnce) {
      const made = await next
      // Prepares the next parts while the database opens these.
      next = prepare(terms, info, parts.slice(from + partsAtOnce, from + 2 * partsAtOnce))
      // Avoids an unhandled rejection. The error is thrown where `next` is awaited.
      next.catch(() => {})
      results.push(...(await placeSome(terms, parts.slice(from, from + partsAtOnce), made, acceptedAtMs)))
      if (parts[0]!.freeBps < 0 && 'code' in results[0]!) break
    }
    await next
    return {
      acceptedAtMs,
      expiresAtMs: acceptedAtMs + terms.intervalS * 1000,
      payoutBps: info.payoutBps,
      parts: parts.map((_, index) => results[index] ?? { code: 'busy' }),
    }
  }
}

const keyOf = ({ key, copyKey }: TogetherTerms, { freeBps }: Pick<TogetherPart, 'freeBps'>) =>
  freeBps < 0 ? key : copyKey

async function findEarlier(
  db: Executor,
  { key, copyKey }: TogetherTerms,
  parts: readonly TogetherPart[],
): Promise<PlainTrade[]> {
  const own = parts.filter(({ freeBps }) => freeBps < 0)
  const copies = parts.filter(({ freeBps }) => freeBps >= 0)
  return [...(await findPlainTradesByKey(db, own, key)), ...(await findPlainTradesByKey(db, copies, copyKey))]
}

function resultOf({ result, id }: OrderResult, earlierId: string | undefined): PartResult {
  if (result === 'ok') return { tradeId: id }
  if (result === 'exists') return { tradeId: earlierId! }
  return { code: refusalCodes[result] }
}

/** Throws unless every account is a simulated expert and the prices are from before its publication. */
async function checkPractice(
  context: TradingContext,
  { intervalS }: TogetherTerms,
  parts: readonly TogetherPart[],
  atMs: number,
): Promise<void> {
  for (const { customerId } of parts) {
    const { simulated, customerSinceMs } = await context.customer(customerId)
    invariant(
      simulated && customerSinceMs !== undefined && atMs + intervalS * 1000 <= customerSinceMs,
      'only an expert may practise, and only on prices from before it was published',
    )
  }
}
