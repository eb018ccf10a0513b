import type { TradeState } from '../../../api/states/trade-states.ts'
import { profitMinor } from '../../trading/public.ts'
import type { Weight } from './copy-rules.ts'

/** The fields of a settled trade that the gap ledger uses. */
export type Settled = { state: TradeState; stakeMinor: bigint; returnedMinor: bigint; payoutBps: number }

/**
 * The parts of the difference between the expert's result at the copier's weight and the copier's own result. They add
 * up to it exactly.
 */
export type Gap = {
  expertMinor: bigint
  skipMinor: bigint
  delayMinor: bigint
  priceMinor: bigint
  roundingMinor: bigint
  mineMinor: bigint
}

/** Returns the result of a trade with this stake and state, under the trading rules. */
function resultOf(state: TradeState, stakeMinor: bigint, payoutBps: number): bigint {
  if (state === 'WON') return profitMinor(stakeMinor, payoutBps)
  return state === 'LOST' ? -stakeMinor : 0n
}

/**
 * Splits the difference into its causes. Changes one thing at a time from the expert's trade to the copy, so that the
 * parts add up exactly:
 * - `expert`: the expert's result times the weight, rounded toward zero
 * - `rounding`: the copy's stake is a whole number of minor units, and its profit is rounded down
 * - `price`: the payout rate differs from the expert's
 * - `delay`: the result differs, because the copy was accepted at a different time and had a different strike or exit
 * - `skip`: the copy was not placed, so all of the expert's result is missing
 * Fees are charged weekly and have separate lines.
 */
export function gapOf(expert: Settled, weight: Weight, copy: Settled | null): Gap {
  const expertMinor = ((expert.returnedMinor - expert.stakeMinor) * weight.num) / weight.den
  if (!copy)
    return { expertMinor, skipMinor: -expertMinor, delayMinor: 0n, priceMinor: 0n, roundingMinor: 0n, mineMinor: 0n }
  const rounded = resultOf(expert.state, copy.stakeMinor, expert.payoutBps)
  const priced = resultOf(expert.state, copy.stakeMinor, copy.payoutBps)
  const mineMinor = copy.returnedMinor - copy.stakeMinor
  return {
    expertMinor,
    skipMinor: 0n,
    delayMinor: mineMinor - priced,
    priceMinor: priced - rounded,
    roundingMinor: rounded - expertMinor,
    mineMinor,
  }
}
