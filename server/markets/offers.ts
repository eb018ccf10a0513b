import { catalogue, findSymbol, type SymbolClass, type SymbolInfo } from './catalogue.ts'
import { invariant } from '../platform/http/refused.ts'

/**
 * Returns the payout rate, in basis points, that operators set for a class of symbols; null if the catalogue's rate
 * applies.
 */
export type PayoutOf = (symbolClass: SymbolClass) => number | null

/** A change to the payout rates by an operator: `payoutOf` applies from `fromMs` on. */
export type PayoutChange = { fromMs: number; payoutOf: PayoutOf }

/** A payout rate that was offered for a symbol from `fromMs` until the next change, in epoch ms. */
export type AnnouncedPayout = { symbol: string; payoutBps: number; fromMs: number; untilMs: number }

/** Returns every payout rate that was offered, by symbol, oldest first. `changes` must be in time order. */
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

/** The catalogue with the current payout rates. Earlier orders keep the rate stored with them. */
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
    invariant(info, `unknown symbol ${symbol}`)
    return info.payoutBps
  }
}
