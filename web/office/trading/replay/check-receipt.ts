import type { TradeReceipt } from '../../../../api/calls/trading/trading.ts'
import type { TradeState } from '../../../../api/states/trade-states.ts'
import { priceSteps, tickHashOf } from '../../../data/tick-hash.ts'
import { minorOf, minorText } from '../ticket/stake.ts'
import { replaySpan } from './replay-path.ts'

type Run = TradeReceipt['ticks']['entry']
type ReceiptTick = Run['ticks'][number]
type Published = Pick<ReceiptTick, 'seq' | 'at' | 'price'>

export const receiptChecks = ['hashChain', 'published', 'result', 'payout'] as const
export type ReceiptCheck = (typeof receiptChecks)[number]

/** Returns whether each tick of a run follows from the one before it, without a gap. */
function isChained(symbol: string, { before, ticks }: Run): boolean {
  let [hash, seq] = [before, ticks[0]?.seq]
  for (const tick of ticks) {
    if (tick.seq !== seq || tickHashOf(hash, symbol, tick) !== tick.hash) return false
    hash = tick.hash
    seq += 1
  }
  return true
}

/** Derives the result from the ticks under the rules of docs/spec/truth.md section 3. */
function resultOf({ order, rules, ticks }: TradeReceipt): Exclude<TradeState, 'OPEN'> {
  const { acceptedAt, expiresAt, type } = order
  const all = [...ticks.entry.ticks, ...ticks.exit.ticks]
  const strike = all.find(({ at }) => at > acceptedAt && at <= expiresAt)
  const exit = all.findLast(({ at }) => at <= expiresAt)
  if (!strike || !exit) return 'VOID'
  if (strike.at - acceptedAt > rules.strikeToleranceMs || expiresAt - exit.at > rules.exitToleranceMs) return 'VOID'
  const [from, to] = [priceSteps(strike.price), priceSteps(exit.price)]
  if (from === to) return 'TIE'
  return to > from === (type === 'BUY') ? 'WON' : 'LOST'
}

function returnedBy({ order }: TradeReceipt, status: TradeState): string | null {
  const stakeMinor = minorOf(order.amount)
  if (status === 'WON') return minorText(stakeMinor + (stakeMinor * BigInt(order.payoutBps)) / 10_000n)
  return status === 'OPEN' ? null : minorText(status === 'LOST' ? 0n : stakeMinor)
}

/**
 * Returns whether the published ticks include each tick of a receipt. `published` covers the replay of the trade; a run
 * can begin or end outside it.
 */
function isPublished({ order, ticks }: TradeReceipt, published: readonly Published[]): boolean {
  const bySeq = new Map(published.map((tick) => [tick.seq, tick]))
  const { fromMs, toMs } = replaySpan(order)
  return [...ticks.entry.ticks, ...ticks.exit.ticks].every(({ seq, at, price }) => {
    const known = bySeq.get(seq)
    return known ? known.at === at && known.price === price : at < fromMs || at > toMs
  })
}

/**
 * Recomputes a settled trade from its receipt and the published ticks of its replay, without the server. Returns which
 * checks hold. `npm run verify:receipt` checks more: the digest, the rules' text and the ledger's transfers.
 */
export function checkReceiptHere(
  receipt: TradeReceipt,
  published: readonly Published[],
): Record<ReceiptCheck, boolean> {
  const { order, outcome, seams, ticks } = receipt
  // A record that restarted during the trade makes it void, whatever its prices.
  const isAcrossSeam = (seams ?? []).some(({ at }) => at > order.acceptedAt && at <= order.expiresAt)
  const result = isAcrossSeam ? 'VOID' : resultOf(receipt)
  return {
    hashChain: [ticks.entry, ticks.exit].every((run) => isChained(order.symbol, run)),
    published: isPublished(receipt, published),
    result: result === outcome.status && outcome.status === order.status,
    payout: outcome.returned === returnedBy(receipt, outcome.status),
  }
}
