import type { WebSocket } from 'ws'
import type { ConflationSlots } from './conflation.ts'
import type { Visitor } from './admission.ts'
import type { Tick } from '../markets/public.ts'

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
  /** Symbols whose past ticks are still being sent, each with the last sequence number sent. Memory holds the rest. */
  behind: Map<string, number>
  /** Per symbol: the sequence number up to which past ticks were sent, and when. */
  past: Map<string, { seq: number; atMs: number }>
  /** Identifies the subscription, so that clients with equal subscriptions share a frame. */
  frameKey: string
  slots: ConflationSlots
  /** Symbols whose state changed while the client was slow. */
  states: Set<string>
  alive: boolean
}

/**
 * Stores the newest ticks for a slow client. Skips symbols whose past ticks are still being sent, because these include
 * the new ones.
 */
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
