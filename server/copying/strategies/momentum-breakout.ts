import { newest, type Strategy } from './strategy.ts'

const before = 20

/** Trades on Donchian channels: on a close beyond the extremes of the previous candles. */
export const momentumBreakout: Strategy = {
  id: 'momentum-breakout',
  name: { phrase: 'strategy_momentum_breakout' },
  rules: { phrase: 'rule_momentum_breakout', values: { before } },
  candleS: 30,
  lookback: before + 1,
  decide(view) {
    const seen = newest(view, before + 1)
    if (!seen) return null
    const { close } = seen.at(-1)!
    const channel = seen.slice(0, -1)
    if (close > Math.max(...channel.map(({ high }) => high)))
      return { type: 'BUY', intervalS: 60, reason: { phrase: 'signal_above_channel', values: { before } } }
    if (close < Math.min(...channel.map(({ low }) => low)))
      return { type: 'SELL', intervalS: 60, reason: { phrase: 'signal_below_channel', values: { before } } }
    return null
  },
}
