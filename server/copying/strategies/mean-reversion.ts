import { deviation, mean } from './averages.ts'
import { newest, type Strategy } from './strategy.ts'

const count = 20
const far = 2

/** Trades on Bollinger bands, which measure how many standard deviations a close is from the average. */
export const meanReversion: Strategy = {
  id: 'mean-reversion',
  name: { phrase: 'strategy_mean_reversion' },
  rules: { phrase: 'rule_mean_reversion', values: { far, count } },
  candleS: 15,
  lookback: count,
  decide(view) {
    const closes = newest(view, count)?.map(({ close }) => close)
    if (!closes) return null
    const width = deviation(closes)
    if (width === 0) return null
    const score = (closes.at(-1)! - mean(closes)) / width
    if (score >= far)
      return {
        type: 'SELL',
        intervalS: 30,
        reason: { phrase: 'signal_above_average', values: { score: score.toFixed(1) } },
      }
    if (score <= -far)
      return {
        type: 'BUY',
        intervalS: 30,
        reason: { phrase: 'signal_below_average', values: { score: (-score).toFixed(1) } },
      }
    return null
  },
}
