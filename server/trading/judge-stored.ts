import { tradeIntervals } from '../../api/calls/trading/trading.ts'
import type { JudgedTrade } from './books-store.ts'
import { returnedMinor } from './results/payout.ts'
import { outcomeOf, type RuleTick } from './results/settlement.ts'

/**
 * Upper bound of any symbol's payout rate, so that the house doesn't lose at even odds. Source: the setting
 * `payoutBps`.
 */
const maxPayoutBps = 9_900

/**
 * Reasons that ticks can't confirm: settlement decides on a stopped feed by time, and on a restarted record by its
 * seams.
 */
const beyondTicks = new Set<string>(['feed_stopped', 'record_restarted'])

export type StoredFault = { rule: string; expected: string; found: string }

/** Returns the errors in a stored trade, given the strike and exit from the tick record. */
export function judgeStored(
  trade: JudgedTrade,
  { strike, exit }: { strike?: RuleTick; exit?: RuleTick },
): StoredFault[] {
  const { state, voidCode, payoutBps, stakeMinor } = trade
  const faults: StoredFault[] = []
  if (payoutBps < 1 || payoutBps > maxPayoutBps)
    faults.push({ rule: 'payout within its bounds', expected: `1 to ${maxPayoutBps}`, found: String(payoutBps) })
  const seconds = (trade.expiresAtMs - trade.acceptedAtMs) / 1000
  if (!isOffered(seconds))
    faults.push({ rule: 'length is offered', expected: tradeIntervals.join(', '), found: String(seconds) })
  if (state === 'OPEN') return faults
  const outcome = outcomeOf(trade, strike, exit)
  const isBeyondTicks = voidCode !== null && beyondTicks.has(voidCode)
  const expectedState = isBeyondTicks ? 'VOID' : outcome.status
  if (state !== expectedState || (!isBeyondTicks && voidCode !== outcome.voidCode)) {
    faults.push({
      rule: 'result follows from ticks',
      expected: words(expectedState, isBeyondTicks ? voidCode : outcome.voidCode),
      found: words(state, voidCode),
    })
  }
  const returned = returnedMinor(state, stakeMinor, payoutBps)
  if (trade.returnedMinor !== returned)
    faults.push({ rule: 'payout follows from result', expected: String(returned), found: String(trade.returnedMinor) })
  const shown = [trade.strikeSeq, trade.strike, trade.exitSeq, trade.exit].join(' ')
  const recorded = [strike?.seq, strike?.price, exit?.seq, exit?.price].join(' ')
  if (!isBeyondTicks && shown !== recorded)
    faults.push({ rule: 'ticks of a trade are recorded', expected: recorded, found: shown })
  return faults
}

const isOffered = (seconds: number) => tradeIntervals.some((interval) => interval === seconds)

const words = (state: string, voidCode: string | null) => (voidCode ? `${state} ${voidCode}` : state)
