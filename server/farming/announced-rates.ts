import { Refused } from '../platform/http/refused.ts'
import { coversCost } from './interest.ts'
import type { Announcement } from './schedule.ts'

export type Rates = Pick<Announcement, 'weeklyPpm' | 'minimumPpm' | 'borrowPpm'>

/** 1% a week. Real rates are below 0.2%. */
const largestPpm = 10_000

/**
 * Parses weekly rates in per cent for a plan with this maximum leverage. Throws `bad_rate`, `minimum_above_rate`,
 * `cost_above_minimum`.
 */
export function readRates(input: { weekly: string; minimum: string; borrowing: string }, leverHalves: number): Rates {
  const rates = {
    weeklyPpm: millionths(input.weekly),
    minimumPpm: millionths(input.minimum),
    borrowPpm: millionths(input.borrowing),
  }
  if (Object.values(rates).some((ppm) => ppm <= 0 || ppm > largestPpm)) throw new Refused('bad_rate')
  if (rates.minimumPpm > rates.weeklyPpm) throw new Refused('minimum_above_rate')
  requireCover(leverHalves, rates)
  return rates
}

/** Throws `cost_above_minimum`. */
export function requireCover(leverHalves: number, { minimumPpm, borrowPpm }: Rates): void {
  if (!coversCost(leverHalves, minimumPpm, borrowPpm)) throw new Refused('cost_above_minimum')
}

/** Converts per cent with up to four decimals exactly. */
function millionths(percent: string): number {
  const [whole = '0', decimals = ''] = percent.split('.')
  return Number(whole + decimals.padEnd(4, '0'))
}
