import { z } from 'zod'

/** The answer, with status 403, to a handshake from a page of another site. */
export const foreignOrigin = { code: 'foreign_origin', msg: 'Only pages of this site can open this connection.' }

/**
 * Messages of the WebSocket `/live`. The client's first message is `hello`, with the session secret when signed in.
 * Prices are decimal texts in the symbol's tick size; `at` is epoch milliseconds; `seq` counts a symbol's ticks from 1
 * without gaps. Source: architecture.md "The wire", markets.md.
 */
export const liveTick = z.object({
  symbol: z.string(),
  seq: z.number().int(),
  at: z.number(),
  bid: z.string(),
  ask: z.string(),
  price: z.string(),
})
export type LiveTick = z.infer<typeof liveTick>

export const liveFromClient = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), secrete: z.string().max(200).optional() }),
  /** `since` is the last `seq` the client holds of each symbol: what it missed is sent first, as far as memory reaches. */
  z.object({ kind: z.literal('subscribe'), symbols: z.array(z.string().max(12)).max(64), since: z.record(z.string(), z.number().int()).optional() }),
  z.object({ kind: z.literal('unsubscribe'), symbols: z.array(z.string().max(12)).max(64) }),
  z.object({ kind: z.literal('ping'), sentAt: z.number() }),
])
export type LiveFromClient = z.infer<typeof liveFromClient>

export const liveFromServer = z.discriminatedUnion('kind', [
  /** Answer to `hello`. `session` tells whether the secret was good. */
  z.object({ kind: z.literal('welcome'), session: z.enum(['none', 'customer', 'refused']), now: z.number() }),
  /** Ticks in order. `conflated` names symbols of which a slow reader was sent only the newest. */
  z.object({ kind: z.literal('ticks'), ticks: z.array(liveTick), conflated: z.array(z.string()).optional() }),
  /** What the client missed is older than memory: it asks the call `ticks` or `candles` for it. */
  z.object({ kind: z.literal('gap'), symbol: z.string(), from: z.number().int(), to: z.number().int() }),
  /** A symbol went stale or came back, or its market opened or closed. */
  z.object({ kind: z.literal('status'), symbol: z.string(), state: z.enum(['live', 'stale', 'closed']) }),
  /** One of the customer's own trades has settled; the page asks `trades` and `totalbalance` again. */
  z.object({ kind: z.literal('trade'), id: z.string(), result: z.string(), msg: z.string() }),
  /** Something of the customer's own has changed: these calls answer anew. */
  z.object({ kind: z.literal('changed'), calls: z.array(z.string()) }),
  z.object({ kind: z.literal('signed_out') }),
  z.object({ kind: z.literal('pong'), sentAt: z.number(), now: z.number() }),
])
export type LiveFromServer = z.infer<typeof liveFromServer>
