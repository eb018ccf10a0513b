import type { LiveTick } from '../../../../api/live.ts'
import type { CallOutput } from '../../../data/call.ts'

export type SymbolInfo = CallOutput<'symbols'>[number]

/** Returns the default symbol: EURUSD if it is live, otherwise the first live symbol, otherwise EURUSD. */
export function firstChoice(symbols: readonly Pick<SymbolInfo, 'symbol' | 'state'>[]): string | undefined {
  const trading = symbols.filter((one) => one.state === 'live')
  const usual = (list: typeof trading) => list.find((one) => one.symbol === 'EURUSD')
  return (usual(trading) ?? trading[0] ?? usual([...symbols]) ?? symbols[0])?.symbol
}

/** The latest price of a symbol and its direction: 1 up, -1 down, 0 unknown or unchanged. */
export type Quote = { price: string; at: number; direction: 1 | 0 | -1 }

/** Minimum time between price updates on the page, in milliseconds. Nobody can follow faster updates. */
const showEveryMs = 200
/** Number of symbols whose listeners are called in one go, so that showing all prices doesn't hold up a frame. */
const symbolsAtOnce = 6
const betweenPartsMs = 16
type Later = (notify: () => void, afterMs: number) => void

/** Enough for the longest trade and its entry at one tick per second. */
const keptTicks = 400

/**
 * Holds the latest prices of all symbols. Listeners subscribe to one symbol and are called at most once per
 * `showEveryMs`, a few symbols at a time. `later` runs a function after a pause.
 */
export class PriceBoard {
  readonly #quotes = new Map<string, Quote>()
  readonly #recent = new Map<string, LiveTick[]>()
  readonly #listeners = new Map<string, Set<() => void>>()
  readonly #changed = new Set<string>()
  readonly #later: Later
  #waiting = false

  constructor(later: Later = (notify, afterMs) => void setTimeout(notify, afterMs)) {
    this.#later = later
  }

  quote = (symbol: string): Quote | undefined => this.#quotes.get(symbol)

  /** Returns the latest ticks of a symbol since the page was opened, oldest first. */
  recent = (symbol: string): readonly LiveTick[] => this.#recent.get(symbol) ?? []

  /** Sets prices from the catalogue unless a newer live price exists. */
  seed(symbols: readonly Pick<SymbolInfo, 'symbol' | 'price' | 'at'>[]): void {
    for (const { symbol, price, at } of symbols) if (price !== null && at !== null) this.#set(symbol, price, at)
  }

  accept(ticks: readonly LiveTick[]): void {
    for (const tick of ticks) {
      const list = this.#recent.get(tick.symbol) ?? []
      list.push(tick)
      if (list.length > keptTicks) list.splice(0, list.length - keptTicks)
      this.#recent.set(tick.symbol, list)
      this.#set(tick.symbol, tick.price, tick.at)
    }
  }

  subscribe(symbol: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(symbol) ?? new Set()
    this.#listeners.set(symbol, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  #set(symbol: string, price: string, at: number): void {
    const before = this.#quotes.get(symbol)
    if (before && before.at > at) return
    const direction = before ? (Math.sign(Number(price) - Number(before.price)) as 1 | 0 | -1) : 0
    if (before && direction === 0 && before.price === price) return void (before.at = at)
    this.#quotes.set(symbol, { price, at, direction })
    this.#changed.add(symbol)
    this.#wait()
  }

  #wait(): void {
    if (this.#waiting) return
    this.#waiting = true
    this.#later(() => this.#notify([...this.#changed]), showEveryMs)
  }

  #notify(due: string[]): void {
    for (const symbol of due.slice(0, symbolsAtOnce)) {
      this.#changed.delete(symbol)
      for (const listener of this.#listeners.get(symbol) ?? []) listener()
    }
    const rest = due.slice(symbolsAtOnce)
    if (rest.length > 0) return this.#later(() => this.#notify(rest), betweenPartsMs)
    this.#waiting = false
    if (this.#changed.size > 0) this.#wait()
  }
}

/**
 * Returns the strike of a trade that was just placed: the first tick after acceptance. Returns undefined if the ticks
 * held here don't reach back to the acceptance, because an earlier tick may be missing. Source: docs/spec/truth.md
 * section 3.
 */
export function strikeAmong(ticks: readonly LiveTick[], acceptedAtMs: number): string | undefined {
  const first = ticks.findIndex((tick) => tick.at > acceptedAtMs)
  const whole = first > 0 && ticks[first]!.seq === ticks[first - 1]!.seq + 1
  return whole ? ticks[first]!.price : undefined
}
