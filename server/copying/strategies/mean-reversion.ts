import { deviation, mean } from './averages.ts'
import { newest, type Strategy } from './strategy.ts'

const count = 20
const far = 2

/** Trades on Bollinger bands: how many standard deviations a close is from the average. */
export const meanReversion: Strategy = {
  id: 'mean-reversion',
  name: 'Mean reversion',
  rules:
    `Candles of 15 seconds. When a close is ${far} or more standard deviations above the average of the newest ` +
    `${count} closes, SELL for 30 seconds; when it is as far below, BUY for 30 seconds. Otherwise, do nothing.`,
  candleS: 15,
  lookback: count,
  decide(view) {
    const closes = newest(view, count)?.map(({ close }) => close)
    if (!closes) return null
    const width = deviation(closes)
    if (width === 0) return null
    const score = (closes.at(-1)! - mean(closes)) / width
    if (score >= far)
      return { type: 'SELL', intervalS: 30, reason: `closed ${score.toFixed(1)} deviations above the average` }
    if (score <= -far)
      return { type: 'BUY', intervalS: 30, reason: `closed ${(-score).toFixed(1)} deviations below the average` }
    return null
  },
}
