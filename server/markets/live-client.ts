import type { WebSocket } from 'ws'
import type { ConflationSlots } from './conflation.ts'
import type { Visitor } from './live-admission.ts'
import type { Tick } from './tick.ts'

/** One connection of `/live`. */
export type Client = {
  socket: WebSocket
  ip: string
  visitor: Visitor
  greeted: boolean
  secrete: string | undefined
  sessionId: string | undefined
  customerId: string | undefined
  symbols: Set<string>
  /** Symbols of which it is still sent the past, each with the last number it holds; memory keeps the ticks meanwhile. */
  behind: Map<string, number>
  /** Per symbol, up to which number the client was sent the past, and when. */
  past: Map<string, { seq: number; atMs: number }>
  /** Names the subscription, so that clients with the same one share a frame. */
  frameKey: string
  slots: ConflationSlots
  /** Symbols whose state changed while it was slow. */
  states: Set<string>
  alive: boolean
}

/** What a reader gets once it has caught up. Symbols that it is still sent the past of come with that. */
export function conflate(client: Client, ticks: readonly Tick[]): void {
  for (const tick of ticks)
    if (client.symbols.has(tick.symbol) && !client.behind.has(tick.symbol)) client.slots.put(tick)
}

export function setFrameKey(client: Client): void {
  client.frameKey = [...client.symbols]
    .filter((symbol) => !client.behind.has(symbol))
    .sort()
    .join()
}
