import { mean } from './averages.ts'
import { newest, type Strategy } from './strategy.ts'

const fast = 5
const slow = 20

/** Trades when two moving averages cross. */
export const averageCross: Strategy = {
  id: 'average-cross',
  name: 'Moving average cross',
  rules:
    `Candles of 30 seconds. When the average of the newest ${fast} closes rises from at or below the average of the ` +
    `newest ${slow} to above it, BUY for 180 seconds; when it falls from at or above to below, SELL for 180 seconds. ` +
    'Otherwise, do nothing.',
  candleS: 30,
  lookback: slow + 1,
  decide(view) {
    const closes = newest(view, slow + 1)?.map(({ close }) => close)
    if (!closes) return null
    const before = lead(closes.slice(0, -1))
    const after = lead(closes.slice(1))
    if (before <= 0 && after > 0)
      return { type: 'BUY', intervalS: 180, reason: `the average of ${fast} rose above that of ${slow}` }
    if (before >= 0 && after < 0)
      return { type: 'SELL', intervalS: 180, reason: `the average of ${fast} fell below that of ${slow}` }
    return null
  },
}

/** Returns how far the fast average is above the slow one, at the last of `slow` closes. */
function lead(closes: readonly number[]): number {
  return mean(closes.slice(slow - fast)) - mean(closes)
}
