import { Refused } from '../platform/http/refused.ts'
import { coversCost } from './interest.ts'
import type { Announcement } from './schedule.ts'

export type Rates = Pick<Announcement, 'weeklyPpm' | 'minimumPpm' | 'borrowPpm'>

/** 1% a week. Real rates are below 0.2%. */
const largestPpm = 10_000

/**
 * Parses weekly rates, given as percentages, for a plan with this maximum leverage. Throws `bad_rate`,
 * `minimum_above_rate` and `cost_above_minimum`.
 */
export function readRates(
  input: { weekly: string; minimum: string; borrowing: string },
  leverageHalves: number,
): Rates {
  const rates = {
    weeklyPpm: millionths(input.weekly),
    minimumPpm: millionths(input.minimum),
    borrowPpm: millionths(input.borrowing),
  }
  if (Object.values(rates).some((ppm) => ppm <= 0 || ppm > largestPpm)) throw new Refused('bad_rate')
  if (rates.minimumPpm > rates.weeklyPpm) throw new Refused('minimum_above_rate')
  requireCover(leverageHalves, rates)
  return rates
}

/** Throws `cost_above_minimum` unless the minimum covers the borrowing cost at this leverage. */
export function requireCover(leverageHalves: number, { minimumPpm, borrowPpm }: Rates): void {
  if (!coversCost(leverageHalves, minimumPpm, borrowPpm)) throw new Refused('cost_above_minimum')
}

/** Converts a percentage with up to four decimals to millionths, without rounding. */
function millionths(percent: string): number {
  const [whole = '0', decimals = ''] = percent.split('.')
  return Number(whole + decimals.padEnd(4, '0'))
}
