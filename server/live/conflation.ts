import type { Tick } from '../markets/public.ts'

/**
 * Holds one slot per symbol for a slow reader, so that a stalled reader uses memory for at most one tick per symbol.
 */
export class ConflationSlots {
  readonly #slots = new Map<string, { tick: Tick; replaced: number }>()

  put(tick: Tick): void {
    const slot = this.#slots.get(tick.symbol)
    this.#slots.set(tick.symbol, { tick, replaced: slot ? slot.replaced + 1 : 0 })
  }

  drop(symbol: string): void {
    this.#slots.delete(symbol)
  }

  /** Empties the slots. `symbols` lists the symbols with dropped ticks; `replaced` is the number of those ticks. */
  take(): { ticks: Tick[]; symbols: string[]; replaced: number } {
    const slots = [...this.#slots.values()]
    this.#slots.clear()
    const dropped = slots.filter((slot) => slot.replaced > 0)
    return {
      ticks: slots.map((slot) => slot.tick),
      symbols: dropped.map((slot) => slot.tick.symbol),
      replaced: dropped.reduce((sum, slot) => sum + slot.replaced, 0),
    }
  }
}
