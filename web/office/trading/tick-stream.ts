import type { LiveTick } from '../../../contract/live.ts'

export type Split = {
  /** Follow on from what was held, without a hole. */
  ready: LiveTick[]
  /** Come after a hole and have to wait. */
  waiting: LiveTick[]
}

/** Parts `ticks` of one symbol at the first hole in their sequence numbers; what came before `lastSeq` is dropped. */
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
  /** Stored ticks from `fromMs` to `toMs`, oldest first. */
  fetchTicks: (symbol: string, fromMs: number, toMs: number, signal: AbortSignal) => Promise<readonly LiveTick[]>
  /** Ticks in order, each once, without holes. */
  onTicks: (ticks: LiveTick[]) => void
  /** True while missing ticks are being fetched. */
  onCatchingUp: (catchingUp: boolean) => void
  /** The hole could not be filled: whoever draws has to load anew. */
  onLost: () => void
}

/** More than this many answers of 5,000 ticks are not worth fetching: candles are loaded anew instead. */
const maxPages = 4

/**
 * One symbol's live ticks made whole: finds holes in the sequence (a broken connection, a slow reader) and fetches what is
 * missing before anything newer is passed on. Source: beyond.md, "sequence-gap detection".
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

  /** Takes ticks as they arrive. */
  accept(ticks: readonly LiveTick[]): void {
    if (this.#filling) {
      this.#waiting.push(...ticks)
      return
    }
    const { ready, waiting } = splitAtGap(this.#last?.seq ?? null, ticks)
    this.#pass(ready)
    if (waiting.length > 0) void this.#fill(waiting)
  }

  /** Ends what is under way; nothing is passed on any more. */
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
    // Whatever could not be had is given up: the next tick counts from the first one that waited.
    this.#last = held[0] ? { seq: held[0].seq - 1, at: held[0].at } : this.#last
    this.accept(held)
  }

  /** Passes on stored ticks before `end`; true when nothing is missing any more. */
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
