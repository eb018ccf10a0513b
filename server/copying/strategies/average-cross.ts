import { mean } from './averages.ts'
import { newest, type Strategy } from './strategy.ts'

const fast = 5
const slow = 20

/** Trades when two moving averages cross. */
export const averageCross: Strategy = {
  id: 'average-cross',
  name: { phrase: 'strategy_average_cross' },
  rules: { phrase: 'rule_average_cross', values: { fast, slow } },
  candleS: 30,
  lookback: slow + 1,
  decide(view) {
    const closes = newest(view, slow + 1)?.map(({ close }) => close)
    if (!closes) return null
    const before = lead(closes.slice(0, -1))
    const after = lead(closes.slice(1))
    if (before <= 0 && after > 0)
      return { type: 'BUY', intervalS: 180, reason: { phrase: 'signal_average_rose', values: { fast, slow } } }
    if (before >= 0 && after < 0)
      return { type: 'SELL', intervalS: 180, reason: { phrase: 'signal_average_fell', values: { fast, slow } } }
    return null
  },
}

/** Returns how far the fast average is above the slow one, at the last of `slow` closes. */
function lead(closes: readonly number[]): number {
  return mean(closes.slice(slow - fast)) - mean(closes)
}
