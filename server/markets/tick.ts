import { createHash } from 'node:crypto'

/**
 * One price of one symbol. `bid`, `ask` and `price` are whole numbers of the symbol's smallest step, ten to the minus
 * `scale` (catalogue.ts); `price` decides trades. Source: docs/spec/markets.md.
 */
export type Tick = {
  symbol: string
  /** Counts the symbol's ticks from 1 without gaps. */
  seq: number
  /** Epoch milliseconds on the product's clock. */
  atMs: number
  bid: number
  ask: number
  price: number
  /** Where the price comes from, such as `simulated:1` or `replay:EURUSD_tick_20140508.csv#123`. */
  source: string
  /** The symbol's hash chain up to and with this tick, 64 hexadecimal digits (`tickHash`). */
  hash: string
}

/** What a source hands to the gate: a tick without its place in the record. */
export type RawTick = Omit<Tick, 'seq' | 'hash'> & {
  /** Milliseconds on the source's own time line, where that isn't the product's clock: recorded time, at any speed of a replay. */
  sourceMs?: number
}

/** The hash that a symbol's first tick extends. */
export const chainStart = '0'.repeat(64)

/**
 * The hash of a tick: SHA-256 over the 32 bytes of the hash before it and the UTF-8 bytes of
 * `symbol|seq|atMs|bid|ask|price|source`, the numbers as plain decimals. Whoever holds a run of ticks and the hash before it
 * can check that none was changed, left out or added.
 */
export function tickHash(before: string, tick: Omit<Tick, 'hash'>): string {
  const text = `${tick.symbol}|${tick.seq}|${tick.atMs}|${tick.bid}|${tick.ask}|${tick.price}|${tick.source}`
  return createHash('sha256').update(before, 'hex').update(text, 'utf8').digest('hex')
}

/** Checks a run of consecutive ticks of one symbol against the hash before it. Returns the first tick that does not fit. */
export function findBrokenLink(before: string, ticks: readonly Tick[]): Tick | undefined {
  let previous = before
  let seq: number | undefined
  for (const tick of ticks) {
    if (seq !== undefined && tick.seq !== seq + 1) return tick
    if (tickHash(previous, tick) !== tick.hash) return tick
    previous = tick.hash
    seq = tick.seq
  }
  return undefined
}
