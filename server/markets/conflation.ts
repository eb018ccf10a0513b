import type { Tick } from './tick.ts'

/** One slot per symbol for a reader that cannot keep up: however long it stalls, it costs one tick of each symbol. */
export class ConflationSlots {
  private readonly slots = new Map<string, { tick: Tick; replaced: number }>()

  put(tick: Tick): void {
    const slot = this.slots.get(tick.symbol)
    this.slots.set(tick.symbol, { tick, replaced: slot ? slot.replaced + 1 : 0 })
  }

  drop(symbol: string): void {
    this.slots.delete(symbol)
  }

  /** Empties the slots. `symbols` are those of which older ticks were dropped, `replaced` how many. */
  take(): { ticks: Tick[]; symbols: string[]; replaced: number } {
    const slots = [...this.slots.values()]
    this.slots.clear()
    const dropped = slots.filter((slot) => slot.replaced > 0)
    return {
      ticks: slots.map((slot) => slot.tick),
      symbols: dropped.map((slot) => slot.tick.symbol),
      replaced: dropped.reduce((sum, slot) => sum + slot.replaced, 0),
    }
  }
}
