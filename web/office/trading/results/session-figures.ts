import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import { minorOf } from '../ticket/stake.ts'

/** A longer break between two orders ends a session. */
const breakMs = 30 * 60_000

export type SessionFigures = {
  /** Settled trades; void ones don't count. */
  count: number
  won: number
  /** Wins and losses; a tie is neither. */
  decided: number
  netMinor: bigint
  /** The average result of the same stakes if a win is as likely as a loss: negative, because of the house edge. */
  expectedMinor: bigint
  /** The share of trades that must win to break even, weighted by stake; null before the first trade. */
  breakEvenBps: number | null
  /** How many of the newest decided trades have the same result. */
  streak: { result: 'WON' | 'LOST'; length: number } | null
}

/**
 * Returns the figures of the current session: the settled trades since the last break of half an hour. `trades` are in
 * the order of acceptance. Empty if the last order is older than that.
 */
export function sessionFigures(trades: readonly TradeRecord[], nowMs: number): SessionFigures {
  const figures: SessionFigures = {
    count: 0,
    won: 0,
    decided: 0,
    netMinor: 0n,
    expectedMinor: 0n,
    breakEvenBps: null,
    streak: null,
  }
  let stakes = 0n
  let weightedBreakEven = 0n
  let streakEnds = false
  let laterMs = nowMs
  for (const trade of trades.toReversed()) {
    if (laterMs - trade.acceptedAt > breakMs) break
    laterMs = Math.min(laterMs, trade.acceptedAt)
    if (trade.returned === null || trade.status === 'VOID') continue
    const stake = minorOf(trade.amount)
    const payoutBps = BigInt(trade.payoutBps)
    figures.count += 1
    figures.netMinor += minorOf(trade.returned) - stake
    figures.expectedMinor += (stake * (payoutBps - 10_000n)) / 20_000n
    stakes += stake
    weightedBreakEven += (stake * 100_000_000n) / (10_000n + payoutBps)
    if (trade.status !== 'WON' && trade.status !== 'LOST') continue
    figures.decided += 1
    if (trade.status === 'WON') figures.won += 1
    streakEnds ||= figures.streak !== null && figures.streak.result !== trade.status
    if (!streakEnds) figures.streak = { result: trade.status, length: (figures.streak?.length ?? 0) + 1 }
  }
  return stakes > 0n ? { ...figures, breakEvenBps: Number(weightedBreakEven / stakes) } : figures
}
