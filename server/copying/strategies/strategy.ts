import type { PhraseValue } from '../../../api/sentences/sentences.ts'
import type { TradeInterval, TradeType } from '../../../api/calls/trading/trading.ts'
import type { Candle } from '../../markets/public.ts'

type StrategyId =
  | 'momentum-breakout'
  | 'mean-reversion'
  | 'average-cross'
  | 'range-fade'
  | 'trend-pullback'
  | 'half-hour'

/** A strategy's decision and its reason. It doesn't include the stake. */
export type Signal = { type: TradeType; intervalS: TradeInterval; reason: PhraseValue }

/** A strategy's input: one symbol's closed candles up to `atMs`, oldest first, at the strategy's candle width. */
export type View = { symbol: string; candles: readonly Candle[]; atMs: number }

/**
 * A published rule. The same view always gives the same signal: the rule has no memory, reads no clock and uses no
 * randomness, so anyone with the price record can recompute its decisions.
 */
export type Strategy = {
  id: StrategyId
  name: PhraseValue
  /** The whole rule, as customers see it. */
  rules: PhraseValue
  /** Candle width in seconds. */
  candleS: number
  /** Number of closed candles that the strategy uses. With fewer, it does nothing. */
  lookback: number
  /** Returns the decision on the newest closed candle; null for no action. It is called once per closed candle. */
  decide(view: View): Signal | null
}

/** Returns the newest `count` closed candles; undefined if there are fewer. */
export function newest({ candles }: View, count: number): readonly Candle[] | undefined {
  return candles.length < count ? undefined : candles.slice(candles.length - count)
}
