import { setTimeout as wait } from 'node:timers/promises'

/** Answers a public call of the installation whose documents are verified. */
export type PublicRecord = <T>(call: string, query?: Record<string, string | number>) => Promise<T>

/** What the record could not answer: a refusal with its status, or the network. */
export class RecordFailed extends Error {
  readonly status: number | undefined
  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** Reads the public calls at an address, such as `https://practice.example`. Waits where the installation asks for it. */
export function recordAt(address: string): PublicRecord {
  const answerOf = async <T>(call: string, query: Record<string, string | number> = {}): Promise<T> => {
    const url = new URL(
      `/api?${new URLSearchParams({ r: call, ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])) })}`,
      address,
    )
    const answer = await fetch(url).catch((error: unknown) => {
      throw new RecordFailed(`${address} can't be reached: ${String((error as Error).cause ?? error)}`)
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

/** Most ticks in one answer of the call `ticks`. */
const ticksAtOnce = 5_000

/** Returns the published ticks of a time, both ends included, oldest first. */
export async function ticksBetween(
  record: PublicRecord,
  symbol: string,
  fromMs: number,
  toMs: number,
): Promise<PublicTick[]> {
  const ticks: PublicTick[] = []
  for (let from = fromMs; from <= toMs;) {
    const page = await record<PublicTick[]>('ticks', { symbol, from, to: toMs })
    // A page that is full may end inside of a moment with several ticks: that moment is read again.
    const isFull = page.length >= ticksAtOnce && page[0]!.at < page.at(-1)!.at
    ticks.push(...(isFull ? page.filter(({ at }) => at < page.at(-1)!.at) : page))
    if (!isFull) break
    from = page.at(-1)!.at
  }
  return ticks
}

// Ten minutes where prices come every second, then as far back as a market closes over holidays.
const stretchesMs = [600_000, 3_600_000, 6 * 3_600_000, 24 * 3_600_000, 5 * 24 * 3_600_000]

/** Returns the last published tick at or before a moment; undefined if there is none in the five days before it. */
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
