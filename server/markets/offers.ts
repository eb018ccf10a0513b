import { findSymbol, type SymbolClass, type SymbolInfo } from './catalogue.ts'
import { invariant } from '../platform/refused.ts'

/** The payout rate in basis points that operators have set for a class of symbols; null for that of the catalogue. */
export type PayoutOf = (symbolClass: SymbolClass) => number | null

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
