import { straightness } from './averages.ts'
import { newest, type Strategy } from './strategy.ts'

const count = 30
const sideways = 0.25
const edge = 0.1

/** Trades against the edges of a sideways range. */
export const rangeFade: Strategy = {
  id: 'range-fade',
  name: { phrase: 'strategy_range_fade' },
  rules: { phrase: 'rule_range_fade', values: { count, sideways: sideways * 100, edge: edge * 100 } },
  candleS: 10,
  lookback: count,
  decide(view) {
    const closes = newest(view, count)?.map(({ close }) => close)
    if (!closes || straightness(closes) > sideways) return null
    const [low, high] = [Math.min(...closes), Math.max(...closes)]
    if (low === high) return null
    const place = (closes.at(-1)! - low) / (high - low)
    if (place >= 1 - edge) return { type: 'SELL', intervalS: 30, reason: { phrase: 'signal_range_top' } }
    if (place <= edge) return { type: 'BUY', intervalS: 30, reason: { phrase: 'signal_range_bottom' } }
    return null
  },
}
