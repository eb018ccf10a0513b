import type { WebSocket } from 'ws'
import { liveCloseCodes, type LiveFromServer } from '../../api/live.ts'
import type { ConflationSlots } from './conflation.ts'
import type { Visitor } from './admission.ts'
import type { Tick } from '../markets/public.ts'

/**
 * A reader with more unsent bytes than this is disconnected instead of being sent another individual message, so that a
 * stalled reader uses at most 64 KiB (docs/spec/targets.md, P10).
 */
const stalledBytes = 48 * 1024

/** A connection to `/live`. */
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
  /** Too many bytes are unsent, so the client will get only the newest tick and state of each symbol. */
  slow: boolean
  /** Whether the client responded to the last ping. */
  alive: boolean
}

/** Sends a message to one client, or disconnects the client if it hasn't read earlier data. */
export function send(client: Client, message: LiveFromServer): void {
  sendText(client, JSON.stringify(message))
}

/** Sends serialised data as `send` does. */
export function sendText(client: Client, text: string): void {
  if (client.socket.readyState !== client.socket.OPEN) return
  if (client.socket.bufferedAmount > stalledBytes) return close(client, liveCloseCodes.tooSlow.code, 'does not read')
  client.socket.send(text)
}

/** Closes a connection and frees its data at once, however long the client takes to notice. */
export function close(client: Client, code: number, reason: string): void {
  client.socket.close(code, reason)
  client.customerId = undefined
  client.secrete = undefined
  client.symbols.clear()
  client.behind.clear()
  client.past.clear()
  client.states.clear()
  client.slots.take()
  client.slow = false
}

/**
 * Stores the newest ticks for a slow client. Skips symbols whose past ticks are still being sent, because the
 * past ticks include the new ones.
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
