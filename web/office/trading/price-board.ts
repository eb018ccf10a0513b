import type { LiveTick } from '../../../contract/live.ts'
import type { CallOutput } from '../../data/call.ts'

export type SymbolInfo = CallOutput<'symbols'>[number]

/** Before anything is chosen: EURUSD if it trades, else the first symbol that does, else EURUSD again. */
export function firstChoice(symbols: readonly Pick<SymbolInfo, 'symbol' | 'state'>[]): string | undefined {
  const trading = symbols.filter((one) => one.state === 'live')
  const usual = (list: typeof trading) => list.find((one) => one.symbol === 'EURUSD')
  return (usual(trading) ?? trading[0] ?? usual([...symbols]) ?? symbols[0])?.symbol
}

/** The newest price of a symbol, and where it went: 1 up, -1 down, 0 unknown or the same. */
export type Quote = { price: string; at: number; direction: 1 | 0 | -1 }

/** Prices on the page change at most this often: faster is no information for an eye, and no calm. */
export const showEveryMs = 200
/** Enough for the longest trade and its entry at one tick a second. */
const keptTicks = 400

/**
 * The newest prices of all symbols, for components that show one of them: each is told only about its own symbol, and not
 * more often than `showEveryMs`. `later` runs a function after that pause.
 */
export class PriceBoard {
  readonly #quotes = new Map<string, Quote>()
  readonly #recent = new Map<string, LiveTick[]>()
  readonly #listeners = new Map<string, Set<() => void>>()
  readonly #changed = new Set<string>()
  readonly #later: (tell: () => void) => void
  #waiting = false

  constructor(later: (tell: () => void) => void = (tell) => void setTimeout(tell, showEveryMs)) {
    this.#later = later
  }

  quote = (symbol: string): Quote | undefined => this.#quotes.get(symbol)

  /** The last ticks of a symbol since the page was opened, oldest first. */
  recent = (symbol: string): readonly LiveTick[] => this.#recent.get(symbol) ?? []

  /** Prices of the catalogue, where nothing newer came live. */
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
    if (this.#waiting) return
    this.#waiting = true
    this.#later(() => this.#tell())
  }

  #tell(): void {
    this.#waiting = false
    const changed = [...this.#changed]
    this.#changed.clear()
    for (const symbol of changed) for (const listener of this.#listeners.get(symbol) ?? []) listener()
  }
}

/**
 * The strike that the rule gives a trade just placed: the first tick after acceptance. Undefined where the ticks held here do
 * not reach back to the acceptance, so that an earlier one may be missing. Source: truth.md section 3.
 */
export function strikeAmong(ticks: readonly LiveTick[], acceptedAtMs: number): string | undefined {
  const first = ticks.findIndex((tick) => tick.at > acceptedAtMs)
  const whole = first > 0 && ticks[first]!.seq === ticks[first - 1]!.seq + 1
  return whole ? ticks[first]!.price : undefined
}
