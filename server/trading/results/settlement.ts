import { type PhraseValue, writePhrase } from '../../../api/sentences/sentences.ts'
import type { TradeType } from '../../../api/calls/trading/trading.ts'

/** A tick as the rules use it: sequence number, time in epoch ms, price in the symbol's smallest steps. */
export type RuleTick = { seq: number; atMs: number; price: number }

/** The terms that were agreed when the order was accepted. */
export type TradeTerms = { type: TradeType; acceptedAtMs: number; expiresAtMs: number; toleranceMs: number }

/**
 * Why a trade is void, as stored; `voidPhrase` returns the sentence. The first three follow from the ticks; settlement
 * sets the others.
 */
export const voidCodes = ['no_strike', 'strike_late', 'exit_stale', 'feed_stopped', 'record_restarted'] as const
export type VoidCode = (typeof voidCodes)[number]

export type Outcome = { status: 'WON' | 'LOST' | 'TIE'; voidCode: null } | { status: 'VOID'; voidCode: VoidCode }

/**
 * Returns the strike: the first tick after acceptance. `ticks`: the ticks of one symbol, in order. Source:
 * docs/spec/truth.md section 3.
 */
export function strikeOf<T extends RuleTick>(ticks: readonly T[], acceptedAtMs: number): T | undefined {
  return ticks.find((tick) => tick.atMs > acceptedAtMs)
}

/**
 * Returns the exit: the last tick at or before expiry. `ticks`: the ticks of one symbol, in order. Source:
 * docs/spec/truth.md section 3.
 */
export function exitOf<T extends RuleTick>(ticks: readonly T[], expiresAtMs: number): T | undefined {
  return ticks.findLast((tick) => tick.atMs <= expiresAtMs)
}

/**
 * Returns the result of a trade whose price record has reached the expiry. A pure function of the terms and two ticks.
 * `trading.void_code_of` and `trading.state_of` implement the same rules in SQL for bulk settlement; a property test
 * compares the two.
 */
export function outcomeOf(terms: TradeTerms, strike: RuleTick | undefined, exit: RuleTick | undefined): Outcome {
  const voidCode = voidCodeOf(terms, strike, exit)
  if (voidCode) return { status: 'VOID', voidCode }
  const move = Math.sign(exit!.price - strike!.price)
  if (move === 0) return { status: 'TIE', voidCode: null }
  return { status: move === (terms.type === 'BUY' ? 1 : -1) ? 'WON' : 'LOST', voidCode: null }
}

function voidCodeOf(terms: TradeTerms, strike: RuleTick | undefined, exit: RuleTick | undefined): VoidCode | undefined {
  if (!strike || strike.atMs > terms.expiresAtMs) return 'no_strike'
  if (strike.atMs - terms.acceptedAtMs > terms.toleranceMs) return 'strike_late'
  // A strike at or before the expiry is itself a candidate for the exit, so an exit exists here.
  if (terms.expiresAtMs - exit!.atMs > terms.toleranceMs) return 'exit_stale'
  return undefined
}

/** Returns why a trade is void. */
export const voidPhrase = (code: VoidCode, toleranceMs: number): PhraseValue => ({
  phrase: `void_${code}`,
  ...((code === 'strike_late' || code === 'exit_stale') && { values: { seconds: toleranceMs / 1000 } }),
})

/** Returns why a trade is void, in English. */
export const voidReason = (code: VoidCode, toleranceMs: number): string => writePhrase(voidPhrase(code, toleranceMs))
