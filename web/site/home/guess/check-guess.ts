import type { CallOutput } from '../../../data/call.ts'
import { priceSteps, tickHashOf } from '../../../data/tick-hash.ts'

type Receipt = CallOutput<'guess.result'>
type Published = CallOutput<'ticks'>[number]

/** What a check found. `wrong_ticks`: a tick differs from the published one. */
export type Finding = 'correct' | 'wrong_ticks' | 'broken_hash_chain' | 'wrong_result'

/** Derives a guess's result from its ticks under the rules of docs/spec/truth.md section 3. */
function resultOf({ type, acceptedAt, expiresAt, toleranceMs, ticks: { ticks } }: Receipt): Receipt['status'] {
  const strike = ticks.find(({ at }) => at > acceptedAt && at <= expiresAt)
  const exit = ticks.findLast(({ at }) => at <= expiresAt)
  if (!strike || !exit || strike.at - acceptedAt > toleranceMs || expiresAt - exit.at > toleranceMs) return 'VOID'
  const [from, to] = [priceSteps(strike.price), priceSteps(exit.price)]
  if (from === to) return 'TIE'
  return to > from === (type === 'BUY') ? 'WON' : 'LOST'
}

/** Recomputes a settled guess from its receipt and the ticks that the call `ticks` publishes for the same time. */
export function checkGuess(receipt: Receipt, published: readonly Published[]): Finding {
  const { symbol, ticks, status } = receipt
  const bySeq = new Map(published.map((tick) => [tick.seq, tick]))
  let { before } = ticks
  let seq = ticks.ticks[0]?.seq
  for (const tick of ticks.ticks) {
    const known = bySeq.get(tick.seq)
    if (!known || known.at !== tick.at || known.price !== tick.price || known.hash !== tick.hash) return 'wrong_ticks'
    if (tick.seq !== seq || tickHashOf(before, symbol, tick) !== tick.hash) return 'broken_hash_chain'
    before = tick.hash
    seq += 1
  }
  // Ticks can't show that the record restarted in between.
  if (receipt.reasonPhrase?.phrase === 'void_record_restarted') return 'correct'
  return resultOf(receipt) === status ? 'correct' : 'wrong_result'
}
