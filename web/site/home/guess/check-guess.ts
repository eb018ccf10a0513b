import type { CallOutput } from '../../../data/call.ts'
import { sha256 } from '../../../data/sha256.ts'

type Receipt = CallOutput<'guess.result'>
type Published = CallOutput<'ticks'>[number]

/** What a check found. `wrong_ticks`: a tick differs from the published one. */
export type Finding = 'correct' | 'wrong_ticks' | 'broken_chain' | 'wrong_result'

const bytesOfHex = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const steps = (price: string) => BigInt(price.replace('.', ''))

/** Returns a tick’s hash, as `tickHash` in server/markets/tick.ts does. */
export function tickHashOf(before: string, symbol: string, tick: Receipt['ticks']['ticks'][number]): string {
  const { seq, at, bid, ask, price, source } = tick
  const text = new TextEncoder().encode([symbol, seq, at, steps(bid), steps(ask), steps(price), source].join('|'))
  const link = bytesOfHex(before)
  const bytes = new Uint8Array(link.length + text.length)
  bytes.set(link)
  bytes.set(text, link.length)
  return sha256(bytes)
}

/** Derives a guess's result from its ticks under the rules of docs/spec/truth.md section 3. */
function resultOf({ type, acceptedAt, expiresAt, toleranceMs, ticks: { ticks } }: Receipt): Receipt['status'] {
  const strike = ticks.find(({ at }) => at > acceptedAt && at <= expiresAt)
  const exit = ticks.findLast(({ at }) => at <= expiresAt)
  if (!strike || !exit || strike.at - acceptedAt > toleranceMs || expiresAt - exit.at > toleranceMs) return 'VOID'
  const [from, to] = [steps(strike.price), steps(exit.price)]
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
    if (tick.seq !== seq || tickHashOf(before, symbol, tick) !== tick.hash) return 'broken_chain'
    before = tick.hash
    seq += 1
  }
  // Ticks can't show that the record restarted in between.
  if (receipt.reasonPhrase?.phrase === 'void_record_restarted') return 'correct'
  return resultOf(receipt) === status ? 'correct' : 'wrong_result'
}
