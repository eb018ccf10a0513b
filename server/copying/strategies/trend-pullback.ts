import { mean } from './averages.ts'
import { newest, type Strategy } from './strategy.ts'

const count = 20
const since = 5

/** Joins a trend after a candle that moved against it. */
export const trendPullback: Strategy = {
  id: 'trend-pullback',
  name: 'Trend pullback',
  rules:
    `Candles of 60 seconds. The trend is up when the average of the newest ${count} closes is higher than ${since} ` +
    'candles ago, and down when it is lower. In an uptrend, when a candle closes below its open but still above the ' +
    'average, BUY for 180 seconds. In a downtrend, when a candle closes above its open but still below the average, ' +
    'SELL for 180 seconds. Otherwise, do nothing.',
  candleS: 60,
  lookback: count + since,
  decide(view) {
    const seen = newest(view, count + since)
    if (!seen) return null
    const closes = seen.map(({ close }) => close)
    const [earlier, now] = [mean(closes.slice(0, count)), mean(closes.slice(since))]
    const { open, close } = seen.at(-1)!
    if (now > earlier && close < open && close > now)
      return { type: 'BUY', intervalS: 180, reason: 'a step back in an uptrend' }
    if (now < earlier && close > open && close < now)
      return { type: 'SELL', intervalS: 180, reason: 'a step up in a downtrend' }
    return null
  },
}
