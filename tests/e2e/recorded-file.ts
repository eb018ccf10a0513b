import { readFileSync } from 'node:fs'

/** One row of a recording: its number from 1 after the header, its time in epoch ms, and its price in billionths. */
type Row = { number: number; atMs: number; price: bigint }

/** The result of a trade on a recording, as defined in docs/spec/truth.md section 3. A void trade has no prices. */
export type Expected = { status: 'WON' | 'LOST' | 'TIE'; strike: bigint; exit: bigint } | { status: 'VOID' }

type Frame = { rx_ms: number; msg: { stream: string; data: { a: string; b: string } } }

/**
 * Reads a recording without using any server code, and computes the expected results of trades on it. The product plays
 * the file from its first row; `playedFromMs` is when it published that row.
 */
export class RecordedFile {
  readonly #rows: Row[]

  /** Reads rows of `timestamp_ms,price`, or raw Binance frames if the file ends in `.ndjson`. */
  constructor(file: string) {
    const lines = readFileSync(file, 'utf8').trim().split(/\r?\n/)
    const prices = file.endsWith('.ndjson') ? pricesOfFrames(lines) : pricesOfRows(lines.slice(1))
    this.#rows = prices.map((row, index) => ({ number: index + 1, ...row }))
  }

  /** Returns the time when the product publishes a row. */
  publishedAtMs(number: number, playedFromMs: number): number {
    return playedFromMs + this.#rows[number - 1]!.atMs - this.#rows[0]!.atMs
  }

  /**
   * Returns a trade's result. Strike: the first price after acceptance. Exit: the last one at or before expiry. The
   * trade is void if no price lies between the two times, if the strike comes more than `toleranceMs` after acceptance,
   * or if the exit is older than `toleranceMs` at expiry. Source: docs/spec/truth.md section 3.
   */
  expected(
    type: string,
    acceptedAtMs: number,
    expiresAtMs: number,
    playedFromMs: number,
    toleranceMs: number,
  ): Expected {
    const published = this.#rows.map((row) => ({ ...row, atMs: this.publishedAtMs(row.number, playedFromMs) }))
    const strike = published.find(({ atMs }) => atMs > acceptedAtMs)
    const exit = published.findLast(({ atMs }) => atMs <= expiresAtMs)
    if (!strike || !exit || strike.atMs > expiresAtMs) return { status: 'VOID' }
    if (strike.atMs - acceptedAtMs > toleranceMs || expiresAtMs - exit.atMs > toleranceMs) return { status: 'VOID' }
    const prices = { strike: strike.price, exit: exit.price }
    if (exit.price === strike.price) return { status: 'TIE', ...prices }
    return { status: exit.price > strike.price === (type === 'BUY') ? 'WON' : 'LOST', ...prices }
  }
}

function pricesOfRows(lines: string[]): Omit<Row, 'number'>[] {
  return lines.map((line) => {
    const [atMs, price] = line.split(',')
    return { atMs: Number(atMs), price: billionths(price!) }
  })
}

/**
 * Returns the midpoint of best bid and ask at the time of receipt. Skips frames with the same bid and ask as the
 * previous frame.
 */
function pricesOfFrames(lines: string[]): Omit<Row, 'number'>[] {
  const quotes = lines.map((line) => JSON.parse(line) as Frame).filter(({ msg }) => msg.stream.endsWith('@bookTicker'))
  const isNew = ({ msg }: Frame, index: number) =>
    msg.data.b !== quotes[index - 1]?.msg.data.b || msg.data.a !== quotes[index - 1]?.msg.data.a
  return quotes
    .filter(isNew)
    .map(({ rx_ms, msg }) => ({ atMs: rx_ms, price: (billionths(msg.data.b) + billionths(msg.data.a)) / 2n }))
}

/** Converts a decimal to integer billionths, so prices compare exactly. */
export function billionths(decimal: string): bigint {
  const [whole, decimals = ''] = decimal.split('.')
  return BigInt(whole! + decimals.padEnd(9, '0').slice(0, 9))
}
