import type { TradeInterval, TradeType } from '../../../contract/trading.ts'
import type { Candle } from '../../markets/public.ts'

export type StrategyId =
  | 'momentum-breakout'
  | 'mean-reversion'
  | 'average-cross'
  | 'range-fade'
  | 'trend-pullback'
  | 'half-hour'

/** What a strategy would do now, and what it saw, in words. The stake is not its business. */
export type Signal = { type: TradeType; intervalS: TradeInterval; reason: string }

/** What a strategy may look at: one symbol's closed candles up to `atMs`, oldest first, of the strategy's own width. */
export type View = { symbol: string; candles: readonly Candle[]; atMs: number }

/**
 * A published rule: the same view gives the same signal, for everyone and for ever. It has no memory, reads no clock and draws no
 * lots, so that whoever has the price record can recompute each of its decisions.
 */
export type Strategy = {
  id: StrategyId
  name: string
  /** The whole rule in words, as customers read it. */
  rules: string
  /** Width of its candles in seconds. */
  candleS: number
  /** How many closed candles it looks at; with fewer it does nothing. */
  lookback: number
  /** Null: nothing to do. Called once when a candle has closed. */
  decide(view: View): Signal | null
}

/** The newest `count` closed candles; undefined where there are not so many. */
export function newest({ candles }: View, count: number): readonly Candle[] | undefined {
  return candles.length < count ? undefined : candles.slice(candles.length - count)
}
