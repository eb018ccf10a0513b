import type { Verdict } from '../../../api/activity.ts'
import { ratioOf } from '../../../api/money.ts'

/** The two-sided 95% quantile of the normal distribution. */
const z = 1.959964
const bpsOf = (share: number) => Math.round(share * 10_000)

/** Returns the share of won trades among all won and lost ones, in basis points; null if there are none. */
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

/** The win rate at which these trades break even, if wins are spread evenly over stakes and payout rates. */
const breakEven = ({ stakeMinor, fullPayoutMinor }: Sums) => ratioOf(stakeMinor, fullPayoutMinor)

/** Returns the rates of trades in basis points; all are null if no trade was won or lost. */
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
 * Returns the average loss on these stakes at even odds, in minor units, rounded down: each wins or loses half of the
 * time, so the house's edge is (1 − payout) / 2 of the stake.
 */
export const expectedLossMinor = ({ stakeMinor, fullPayoutMinor }: Sums): bigint =>
  (stakeMinor * 2n - fullPayoutMinor) / 2n

const fewTrades = 10

/** Returns whether the 95% interval of the win rate is above or below the break-even rate, or includes it. */
export function verdictOf(sums: Sums): Verdict {
  const { won, lost } = sums
  if (won + lost < fewTrades) return 'too_few'
  const { low, high } = wilson(won, lost)
  if (low > breakEven(sums)) return 'above'
  return high < breakEven(sums) ? 'below' : 'unclear'
}

/**
 * Returns how many won and lost trades are needed to distinguish this win rate from the break-even rate, by the normal
 * approximation; null if the rates are equal or the number exceeds a million.
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

/** The longest break between two trades in a session, in milliseconds. */
export const sessionBreakMs = 30 * minuteMs
/** How far back to search for the start of a session. */
export const sessionWithinMs = dayMs
