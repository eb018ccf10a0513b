import type { GateReason } from './gate.ts'
import type { RawTick } from '../tick.ts'

/** A price that the gate refused. Null: the source didn't send a whole number. `atMs` is on the product's clock. */
export type RefusedPrice = {
  symbol: string
  atMs: number
  bid: number | null
  ask: number | null
  price: number | null
  reason: GateReason
  source: string
}
/**
 * The number of prices refused on a day (UTC, days since the epoch), by symbol and reason. `unlistedThroughMs`: the
 * time of the newest price that was counted but not listed.
 */
export type RefusedCount = {
  symbol: string
  day: number
  reason: GateReason
  count: number
  unlistedThroughMs?: number
}

/**
 * Maximum number of refused prices per symbol, reason and batch that are stored individually; others are only counted.
 * This prevents a source that sends garbage from filling the disk.
 */
const maxPerBatch = 500
const dayMs = 86_400_000
const longestSource = 200

/**
 * Collects prices that the gate refused since the last batch. Duplicates are counted but not listed, because the same
 * price is already in the record. Prices of unknown symbols are ignored.
 */
export class RefusedPrices {
  #prices: RefusedPrice[] = []
  #counts = new Map<string, RefusedCount>()

  add(tick: RawTick, reason: GateReason, nowMs: number): void {
    if (reason === 'unknown_symbol') return
    const { symbol, source } = tick
    const atMs = Number.isSafeInteger(tick.atMs) && Math.abs(tick.atMs - nowMs) < dayMs ? tick.atMs : nowMs
    const day = Math.floor(atMs / dayMs)
    const key = `${symbol} ${day} ${reason}`
    const counted = this.#counts.get(key) ?? { symbol, day, reason, count: 0 }
    counted.count += 1
    this.#counts.set(key, counted)
    if (reason === 'duplicate') return
    if (counted.count > maxPerBatch) {
      counted.unlistedThroughMs = Math.max(atMs, counted.unlistedThroughMs ?? atMs)
      return
    }
    this.#prices.push({
      symbol,
      atMs,
      bid: whole(tick.bid),
      ask: whole(tick.ask),
      price: whole(tick.price),
      reason,
      source: source.slice(0, longestSource),
    })
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0
  }

  /** Returns and clears the collected prices. */
  take(): { refused: RefusedPrice[]; counts: RefusedCount[] } {
    const taken = { refused: this.#prices, counts: [...this.#counts.values()] }
    this.#prices = []
    this.#counts = new Map()
    return taken
  }
}

const whole = (price: number) => (Number.isSafeInteger(price) ? price : null)
