import { newest, type Strategy } from './strategy.ts'

const minuteMs = 60_000
const halfHourMs = 30 * minuteMs
const minutes = 10

/** Trades only at fixed times of the day. */
export const halfHour: Strategy = {
  id: 'half-hour',
  name: 'Half-hour clock',
  rules:
    'Candles of one minute. Acts only when the minute before a full or half hour (UTC) has closed. When the newest ' +
    `${minutes} candles together rose, BUY for 180 seconds; when they fell, SELL for 180 seconds. At all other times, ` +
    'do nothing.',
  candleS: 60,
  lookback: minutes,
  decide(view) {
    const seen = newest(view, minutes)
    if (!seen || (seen.at(-1)!.atMs + minuteMs) % halfHourMs !== 0) return null
    const [from, to] = [seen[0]!.open, seen.at(-1)!.close]
    if (to > from) return { type: 'BUY', intervalS: 180, reason: `${minutes} minutes up before the half hour` }
    if (to < from) return { type: 'SELL', intervalS: 180, reason: `${minutes} minutes down before the half hour` }
    return null
  },
}
