import { newest, type Strategy } from './strategy.ts'

const minuteMs = 60_000
const halfHourMs = 30 * minuteMs
const minutes = 10

/** Trades only at fixed times of the day. */
export const halfHour: Strategy = {
  id: 'half-hour',
  name: { phrase: 'strategy_half_hour' },
  rules: { phrase: 'rule_half_hour', values: { minutes } },
  candleS: 60,
  lookback: minutes,
  decide(view) {
    const seen = newest(view, minutes)
    if (!seen || (seen.at(-1)!.atMs + minuteMs) % halfHourMs !== 0) return null
    const [from, to] = [seen[0]!.open, seen.at(-1)!.close]
    if (to > from)
      return { type: 'BUY', intervalS: 180, reason: { phrase: 'signal_half_hour_up', values: { minutes } } }
    if (to < from)
      return { type: 'SELL', intervalS: 180, reason: { phrase: 'signal_half_hour_down', values: { minutes } } }
    return null
  },
}
