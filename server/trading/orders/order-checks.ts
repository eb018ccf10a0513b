import { moneyOf } from '../../../api/sentences/sentences.ts'
import type { InputOf } from '../../../api/call.ts'
import { parseAmount, type CashAsset } from '../../../api/money.ts'
import { tradeIntervals, tradeTypes, type trade, type TradeType } from '../../../api/calls/trading/trading.ts'
import type { SymbolInfo, SymbolState } from '../../markets/public.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { TradingLimits } from './limits.ts'

/** A well-formed order. Whether the customer may place it now is decided later, in the database. */
export type Order = {
  symbol: string
  type: TradeType
  intervalS: number
  stakeMinor: bigint
  payoutBps: number
  toleranceMs: number
}

/**
 * Parses an order. Throws `Refused` in the order in which the call declares the refusals: unknown_symbol, bad_type,
 * bad_interval, bad_amount, amount_too_small, amount_too_large.
 */
export function readOrder(
  input: InputOf<typeof trade>,
  asset: CashAsset,
  limits: TradingLimits,
  findSymbol: (name: string) => SymbolInfo | undefined,
): Order {
  const symbol = findSymbol(input.symbols)
  if (!symbol) throw new Refused('unknown_symbol', { symbol: input.symbols })
  const type = tradeTypes.find((known) => known === input.TYPE)
  if (!type) throw new Refused('bad_type')
  if (!(tradeIntervals as readonly number[]).includes(input.interval)) throw new Refused('bad_interval')
  const stakeMinor = parseAmount(input.amount, asset)
  if (stakeMinor === undefined) throw new Refused('bad_amount')
  if (stakeMinor < limits.minStakeMinor)
    throw new Refused('amount_too_small', { min: moneyOf(limits.minStakeMinor, asset) })
  if (stakeMinor > limits.maxStakeMinor)
    throw new Refused('amount_too_large', { max: moneyOf(limits.maxStakeMinor, asset) })
  return {
    symbol: symbol.symbol,
    type,
    intervalS: input.interval,
    stakeMinor,
    payoutBps: symbol.payoutBps,
    toleranceMs: symbol.staleAfterMs,
  }
}

/** Throws `market_closed` or `symbol_stale` if the symbol can't be traded now. */
export function checkMarket(symbol: string, state: SymbolState): void {
  if (state === 'closed') throw new Refused('market_closed', { symbol })
  if (state === 'stale') throw new Refused('symbol_stale', { symbol })
}
