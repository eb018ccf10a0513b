import type { LiveTick } from '../../../../api/live.ts'

export type Split = {
  /** Ticks that continue the sequence without a gap. */
  ready: LiveTick[]
  /** Ticks after a gap, which have to wait. */
  waiting: LiveTick[]
}

/** Splits `ticks` of one symbol at the first gap in their sequence numbers. Drops ticks up to `lastSeq`. */
export function splitAtGap(lastSeq: number | null, ticks: readonly LiveTick[]): Split {
  const ready: LiveTick[] = []
  let expected = lastSeq === null ? null : lastSeq + 1
  for (const [index, tick] of ticks.entries()) {
    if (expected !== null && tick.seq < expected) continue
    if (expected !== null && tick.seq > expected)
      return { ready, waiting: ticks.slice(index).filter((one) => one.seq > expected!) }
    ready.push(tick)
    expected = tick.seq + 1
  }
  return { ready, waiting: [] }
}

type Options = {
  symbol: string
  /** Fetches stored ticks from `fromMs` to `toMs`, oldest first. */
  fetchTicks: (symbol: string, fromMs: number, toMs: number, signal: AbortSignal) => Promise<readonly LiveTick[]>
  /** Called with ticks in order, without duplicates or gaps. */
  onTicks: (ticks: LiveTick[]) => void
  /** True while missing ticks are being fetched. */
  onCatchingUp: (catchingUp: boolean) => void
  /** Called if a gap could not be filled. The chart must reload. */
  onLost: () => void
}

/** Maximum number of pages of 5,000 ticks to fetch. For longer gaps, reloading the candles is cheaper. */
const maxPages = 4

/**
 * Completes one symbol's live ticks: finds gaps in the sequence (after a broken connection, or if the reader is slow)
 * and fetches the missing ticks before passing on newer ones. Source: docs/spec/beyond.md, "sequence-gap detection".
 */
export class TickStream {
  readonly #options: Options
  readonly #abort = new AbortController()
  #last: { seq: number; at: number } | null = null
  #waiting: LiveTick[] = []
  #filling = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Accepts ticks as they arrive. */
  accept(ticks: readonly LiveTick[]): void {
    if (this.#filling) {
      this.#waiting.push(...ticks)
      return
    }
    const { ready, waiting } = splitAtGap(this.#last?.seq ?? null, ticks)
    this.#pass(ready)
    if (waiting.length > 0) void this.#fill(waiting)
  }

  /** Stops the stream and aborts running fetches. Passes nothing on afterwards. */
  stop(): void {
    this.#abort.abort()
  }

  #pass(ticks: LiveTick[]): void {
    const newest = ticks.at(-1)
    if (!newest || this.#abort.signal.aborted) return
    this.#last = { seq: newest.seq, at: newest.at }
    this.#options.onTicks(ticks)
  }

  async #fill(waiting: LiveTick[]): Promise<void> {
    this.#filling = true
    this.#waiting = waiting
    this.#options.onCatchingUp(true)
    const filled = await this.#fetchUpTo(waiting[0]!).catch(() => false)
    if (this.#abort.signal.aborted) return
    this.#filling = false
    this.#options.onCatchingUp(false)
    if (!filled) this.#options.onLost()
    const held = this.#waiting
    this.#waiting = []
    // Skips ticks that could not be fetched: the sequence continues at the first waiting tick.
    this.#last = held[0] ? { seq: held[0].seq - 1, at: held[0].at } : this.#last
    this.accept(held)
  }

  /** Passes on stored ticks before `end`. Returns true if none are missing. */
  async #fetchUpTo(end: LiveTick): Promise<boolean> {
    const { symbol, fetchTicks } = this.#options
    for (let page = 0; page < maxPages; page++) {
      const last = this.#last!
      const stored = await fetchTicks(symbol, last.at, end.at, this.#abort.signal)
      const missing = stored.filter((tick) => tick.seq > last.seq && tick.seq < end.seq)
      this.#pass(missing)
      if (this.#last!.seq === end.seq - 1) return true
      if (missing.length === 0) return false
    }
    return false
  }
}
