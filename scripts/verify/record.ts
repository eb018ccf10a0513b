import { setTimeout as wait } from 'node:timers/promises'

/** Makes a public call to the installation whose documents are verified. Throws `RecordFailed`. */
export type PublicRecord = <T>(call: string, query?: Record<string, string | number>) => Promise<T>

/** A public call failed: the server refused it with an HTTP status, or the network failed. */
export class RecordFailed extends Error {
  readonly status: number | undefined
  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/**
 * Returns a reader of the public calls at a URL such as `https://practice.example`. Waits as `Retry-After` requires.
 */
export function recordAt(address: string): PublicRecord {
  const answerOf = async <T>(call: string, query: Record<string, string | number> = {}): Promise<T> => {
    const entries = Object.entries(query).map(([name, value]) => [name, String(value)])
    const url = new URL(`/api?${new URLSearchParams([['r', call], ...entries])}`, address)
    const answer = await fetch(url).catch((error: unknown) => {
      throw new RecordFailed(`Could not reach ${address}: ${String((error as Error).cause ?? error)}`)
    })
    if (answer.status === 429) {
      await wait(Number(answer.headers.get('retry-after') ?? 1) * 1000)
      return answerOf(call, query)
    }
    if (!answer.ok) throw new RecordFailed(`${call}: ${answer.status} ${await answer.text()}`, answer.status)
    return (await answer.json()) as T
  }
  return answerOf
}

export type PublicTick = {
  id: string
  symbol: string
  seq: number
  at: number
  bid: string
  ask: string
  price: string
  source: string
  hash: string
}

/** Maximum number of ticks in one response of the call `ticks`. */
const ticksAtOnce = 5_000

/** Returns the published ticks between two times, both inclusive, oldest first. */
export async function ticksBetween(
  record: PublicRecord,
  symbol: string,
  fromMs: number,
  toMs: number,
): Promise<PublicTick[]> {
  const ticks: PublicTick[] = []
  for (let from = fromMs; from <= toMs;) {
    const page = await record<PublicTick[]>('ticks', { symbol, from, to: toMs })
    // A full page may end between ticks with the same time, so the next page starts at that time again.
    const isFull = page.length >= ticksAtOnce && page[0]!.at < page.at(-1)!.at
    ticks.push(...(isFull ? page.filter(({ at }) => at < page.at(-1)!.at) : page))
    if (!isFull) break
    from = page.at(-1)!.at
  }
  return ticks
}

// Ten minutes suffice where prices come every second; five days cover a market's longest holiday.
const stretchesMs = [600_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000, 5 * 24 * 3_600_000]

/** Returns the last published tick at or before a time; undefined if there is none in the five days before it. */
export async function lastTickAt(record: PublicRecord, symbol: string, atMs: number): Promise<PublicTick | undefined> {
  let toMs = atMs
  for (const stretchMs of stretchesMs) {
    const fromMs = Math.max(0, atMs - stretchMs)
    const last = (await ticksBetween(record, symbol, fromMs, toMs)).at(-1)
    if (last) return last
    toMs = fromMs - 1
  }
  return undefined
}
