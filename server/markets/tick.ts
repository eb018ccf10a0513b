import { createHash } from 'node:crypto'

/**
 * One price of one symbol. `bid`, `ask` and `price` are whole numbers of the symbol's smallest step, 10^-scale
 * (catalogue.ts). `price` decides trades. Source: docs/spec/markets.md.
 */
export type Tick = {
  symbol: string
  /** Sequence number among the symbol's ticks, from 1 without gaps. */
  seq: number
  /** Epoch milliseconds on the product's clock. */
  atMs: number
  bid: number
  ask: number
  price: number
  /** Origin of the price, such as `simulated:1` or `replay:EURUSD_tick_20140508.csv#123`. */
  source: string
  /** Hash of this tick and all earlier ticks of the symbol, 64 hexadecimal digits (`tickHash`). */
  hash: string
}

/** A tick from a source, before it has a place in the record. */
export type RawTick = Omit<Tick, 'seq' | 'hash'> & {
  /**
   * Milliseconds on the source's own timeline if it isn't the product's clock: recorded time, whatever the replay
   * speed.
   */
  sourceMs?: number
}

/** The hash before a symbol's first tick. */
export const hashChainStart = '0'.repeat(64)

/**
 * Returns the hash of a tick: SHA-256 over the 32 bytes of the previous hash and the UTF-8 bytes of
 * `symbol|seq|atMs|bid|ask|price|source`, with numbers as plain decimals. Anyone with a run of ticks and the hash
 * before it can check that no tick was changed, removed or added.
 */
export function tickHash(before: string, tick: Omit<Tick, 'hash'>): string {
  const text = `${tick.symbol}|${tick.seq}|${tick.atMs}|${tick.bid}|${tick.ask}|${tick.price}|${tick.source}`
  return createHash('sha256').update(before, 'hex').update(text, 'utf8').digest('hex')
}

/** Verifies consecutive ticks of one symbol against the hash before them. Returns the first tick that doesn't match. */
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
