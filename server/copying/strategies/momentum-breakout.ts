import { newest, type Strategy } from './strategy.ts'

const before = 20

/** Trades on Donchian's channel: a close beyond the extremes of the previous candles. */
export const momentumBreakout: Strategy = {
  id: 'momentum-breakout',
  name: 'Momentum breakout',
  rules:
    `Candles of 30 seconds. When a candle closes above the highest price of the previous ${before} candles, BUY for ` +
    '60 seconds; when it closes below their lowest price, SELL for 60 seconds. Otherwise, do nothing.',
  candleS: 30,
  lookback: before + 1,
  decide(view) {
    const seen = newest(view, before + 1)
    if (!seen) return null
    const { close } = seen.at(-1)!
    const channel = seen.slice(0, -1)
    if (close > Math.max(...channel.map(({ high }) => high)))
      return { type: 'BUY', intervalS: 60, reason: `closed above the highest of ${before} candles` }
    if (close < Math.min(...channel.map(({ low }) => low)))
      return { type: 'SELL', intervalS: 60, reason: `closed below the lowest of ${before} candles` }
    return null
  },
}
