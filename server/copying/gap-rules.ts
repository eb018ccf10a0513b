import type { TradeState } from '../../contract/trading.ts'
import { profitMinor } from '../trading/public.ts'
import type { Weight } from './copy-rules.ts'

/** A settled trade, as far as the gap ledger asks. */
export type Settled = { state: TradeState; stakeMinor: bigint; returnedMinor: bigint; payoutBps: number }

/** Parts of the difference between the expert's result at the copier's weight and the copier's own; they add up to the minor unit. */
export type Gap = {
  expertMinor: bigint
  skipMinor: bigint
  delayMinor: bigint
  priceMinor: bigint
  roundingMinor: bigint
  mineMinor: bigint
}

/** What a stake comes to in a state, by the rule of trading. */
function resultOf(state: TradeState, stakeMinor: bigint, payoutBps: number): bigint {
  if (state === 'WON') return profitMinor(stakeMinor, payoutBps)
  return state === 'LOST' ? -stakeMinor : 0n
}

/**
 * Where the difference went. From the expert to the copier one thing changes at a time, so that the parts add up exactly:
 * - `expert`: the expert's result times the weight, rounded towards zero
 * - `rounding`: the copy's stake is a whole number of minor units, and its profit is rounded down
 * - `price`: another payout rate than the expert's
 * - `delay`: another result, because the copy was accepted at another time and so had another strike or exit
 * - `skip`: not placed; all of the expert's result
 * Fees are taken by the week and stand in lines of their own.
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
