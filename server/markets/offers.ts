import { catalogue, findSymbol, type SymbolClass, type SymbolInfo } from './catalogue.ts'
import { invariant } from '../platform/refused.ts'

/** The payout rate in basis points that operators have set for a class of symbols; null for that of the catalogue. */
export type PayoutOf = (symbolClass: SymbolClass) => number | null

/** A change of the payout rates by operators: what `PayoutOf` answers from a moment on. */
export type PayoutChange = { fromMs: number; payoutOf: PayoutOf }

/** A payout rate that was offered for a symbol from a moment to the next change, in epoch ms. */
export type AnnouncedPayout = { symbol: string; payoutBps: number; fromMs: number; untilMs: number }

/** Returns every payout rate that was offered, by symbol, oldest first. `changes` are in order of time. */
export function announcedPayouts(changes: readonly PayoutChange[]): AnnouncedPayout[] {
  const all: PayoutChange[] = [{ fromMs: 0, payoutOf: () => null }, ...changes]
  return catalogue.flatMap((info) => {
    const offered: AnnouncedPayout[] = []
    for (const { fromMs, payoutOf } of all) {
      const payoutBps = payoutOf(info.class) ?? info.payoutBps
      const last = offered.at(-1)
      if (last?.payoutBps === payoutBps) continue
      if (last) last.untilMs = fromMs
      offered.push({ symbol: info.symbol, payoutBps, fromMs, untilMs: Infinity })
    }
    return offered
  })
}

/** The catalogue with the payout rates that are offered now. What was ordered before keeps the rate that is stored with it. */
export class Offers {
  readonly #payoutOf: PayoutOf
  readonly #changed = new Map<string, SymbolInfo>()

  constructor(payoutOf: PayoutOf = () => null) {
    this.#payoutOf = payoutOf
  }

  find(symbol: string): SymbolInfo | undefined {
    const info = findSymbol(symbol)
    const payoutBps = info && this.#payoutOf(info.class)
    if (!info || payoutBps === null || payoutBps === undefined) return info
    const known = this.#changed.get(symbol)
    if (known?.payoutBps === payoutBps) return known
    const offered = { ...info, payoutBps }
    this.#changed.set(symbol, offered)
    return offered
  }

  /** Throws for an unknown symbol. */
  payoutBps(symbol: string): number {
    const info = this.find(symbol)
    invariant(info, `there is no symbol ${symbol}`)
    return info.payoutBps
  }
}
