import { straightness } from './averages.ts'
import { newest, type Strategy } from './strategy.ts'

const count = 30
const sideways = 0.25
const edge = 0.1

/** Trades against the edges of a sideways range. */
export const rangeFade: Strategy = {
  id: 'range-fade',
  name: 'Range fade',
  rules:
    `Candles of 10 seconds. The newest ${count} closes are sideways when their net move is at most ${sideways * 100}% ` +
    `of the sum of their moves. While they are: when the newest close is in the top ${edge * 100}% of their range, ` +
    `SELL for 30 seconds; when it is in the bottom ${edge * 100}%, BUY for 30 seconds. Otherwise, do nothing.`,
  candleS: 10,
  lookback: count,
  decide(view) {
    const closes = newest(view, count)?.map(({ close }) => close)
    if (!closes || straightness(closes) > sideways) return null
    const [low, high] = [Math.min(...closes), Math.max(...closes)]
    if (low === high) return null
    const place = (closes.at(-1)! - low) / (high - low)
    if (place >= 1 - edge) return { type: 'SELL', intervalS: 30, reason: 'at the top of a sideways range' }
    if (place <= edge) return { type: 'BUY', intervalS: 30, reason: 'at the bottom of a sideways range' }
    return null
  },
}
