import type { Verdict } from '../../../api/activity.ts'
import { ratioOf } from '../../../api/money.ts'

/** The two-sided 95% quantile of the normal distribution. */
const z = 1.959964
const bpsOf = (share: number) => Math.round(share * 10_000)

/** Returns the share of won among won and lost trades in basis points; null without such a trade. */
export const winBps = (won: number, lost: number): number | null =>
  won + lost === 0 ? null : bpsOf(won / (won + lost))

/**
 * Returns the bounds of the 95% Wilson score interval of a win rate, as shares. Source: E. B. Wilson, "Probable
 * inference, the law of succession, and statistical inference", 1927.
 */
function wilson(won: number, lost: number): { low: number; high: number } {
  const n = won + lost
  const p = won / n
  const middle = (p + (z * z) / (2 * n)) / (1 + (z * z) / n)
  const half = (z / (1 + (z * z) / n)) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
  return { low: middle - half, high: middle + half }
}

/** Sums over won and lost trades, in minor units. `fullPayoutMinor`: what all of them would pay if they had won. */
export type Sums = {
  won: number
  lost: number
  stakeMinor: bigint
  fullPayoutMinor: bigint
}

/** The win rate at which the stakes and payouts neither gain nor lose, if wins fall on them evenly. */
const breakEven = ({ stakeMinor, fullPayoutMinor }: Sums) => ratioOf(stakeMinor, fullPayoutMinor)

/** Returns the rates of some trades in basis points; all are null without a won or lost trade. */
export function ratesOf(sums: Sums) {
  const { won, lost } = sums
  if (won + lost === 0) return { winBps: null, lowBps: null, highBps: null, breakEvenBps: null }
  const { low, high } = wilson(won, lost)
  return {
    winBps: winBps(won, lost),
    lowBps: bpsOf(low),
    highBps: bpsOf(high),
    breakEvenBps: bpsOf(breakEven(sums)),
  }
}

/**
 * Returns what stakes lose on average at even odds, in minor units, rounded down: each wins or loses half of the time,
 * so the house's edge is (1 − payout) / 2 of the stake.
 */
export const expectedLossMinor = ({ stakeMinor, fullPayoutMinor }: Sums): bigint =>
  (stakeMinor * 2n - fullPayoutMinor) / 2n

const fewTrades = 10

/** Returns how the 95% interval of the win rate lies to the break-even rate. */
export function verdictOf(sums: Sums): Verdict {
  const { won, lost } = sums
  if (won + lost < fewTrades) return 'too_few'
  const { low, high } = wilson(won, lost)
  if (low > breakEven(sums)) return 'above'
  return high < breakEven(sums) ? 'below' : 'unclear'
}

/**
 * Returns how many won and lost trades it takes to tell this win rate from the break-even rate, by the normal
 * approximation; null if they are equal or the number is beyond a million.
 */
export function tradesNeeded(sums: Sums): number | null {
  const { won, lost } = sums
  if (won + lost === 0) return null
  const rate = won / (won + lost)
  const gap = rate - breakEven(sums)
  const needed = Math.ceil((z * z * Math.max(rate * (1 - rate), 0.01)) / (gap * gap))
  return needed <= 1_000_000 ? Math.max(needed, fewTrades) : null
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Returns when the day began in a time zone that is `offset` minutes ahead of UTC. */
export const dayStartMs = (nowMs: number, offset: number): number =>
  Math.floor((nowMs + offset * minuteMs) / dayMs) * dayMs - offset * minuteMs

/** The longest break between two trades of a session, in milliseconds. */
export const sessionBreakMs = 30 * minuteMs
/** How far back the beginning of a session is searched. */
export const sessionWithinMs = dayMs
