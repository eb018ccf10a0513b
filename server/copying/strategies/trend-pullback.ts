import { mean } from './averages.ts'
import { newest, type Strategy } from './strategy.ts'

const count = 20
const since = 5

/** Joins a trend after a candle that moved against the trend. */
export const trendPullback: Strategy = {
  id: 'trend-pullback',
  name: { phrase: 'strategy_trend_pullback' },
  rules: { phrase: 'rule_trend_pullback', values: { count, since } },
  candleS: 60,
  lookback: count + since,
  decide(view) {
    const seen = newest(view, count + since)
    if (!seen) return null
    const closes = seen.map(({ close }) => close)
    const [earlier, now] = [mean(closes.slice(0, count)), mean(closes.slice(since))]
    const { open, close } = seen.at(-1)!
    if (now > earlier && close < open && close > now)
      return { type: 'BUY', intervalS: 180, reason: { phrase: 'signal_step_back' } }
    if (now < earlier && close > open && close < now)
      return { type: 'SELL', intervalS: 180, reason: { phrase: 'signal_step_up' } }
    return null
  },
}
