import { firedAlert } from './calls/alerts/alerts.ts'
import { phraseOutput } from './sentences/phrase-output.ts'
import { z } from 'zod'
import { settledFigures, tradeStates } from './states/trade-states.ts'

/** Response (status 403) to a handshake from another site's page. */
export const foreignOrigin = { code: 'foreign_origin', msg: 'Only pages on this site can open this connection.' }

/**
 * Messages of the WebSocket `/live`. The client's first message is `hello`, with the session secret if signed in.
 * Prices are decimal strings in the symbol's tick size; `at` is epoch milliseconds; `seq` counts a symbol's ticks from
 * 1 without gaps. Source: docs/spec/architecture.md "The wire", docs/spec/markets.md.
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
  z
    .object({ kind: z.literal('hello'), secrete: z.string().max(200).optional() })
    .describe(
      'The first message, sent once. `secrete` is the secret of a session or of an API key with the scope `read`.',
    ),
  z
    .object({
      kind: z.literal('subscribe'),
      symbols: z.array(z.string().max(12)).max(64),
      since: z.record(z.string(), z.number().int()).optional(),
    })
    .describe(
      'Subscribes to ticks. `since` holds the last `seq` that the client has of each symbol. Missed ticks are sent ' +
        'first, as far as memory and the client’s budget allow.',
    ),
  z
    .object({ kind: z.literal('unsubscribe'), symbols: z.array(z.string().max(12)).max(64) })
    .describe('Unsubscribes from these symbols.'),
  z.object({ kind: z.literal('ping'), sentAt: z.number() }).describe('Requests a `pong`.'),
])
export type LiveFromClient = z.infer<typeof liveFromClient>

export const liveFromServer = z.discriminatedUnion('kind', [
  z
    .object({ kind: z.literal('welcome'), session: z.enum(['none', 'customer', 'refused']), now: z.number() })
    .describe('The response to `hello`. `session` is `refused` if the secret was not accepted.'),
  z
    .object({ kind: z.literal('ticks'), ticks: z.array(liveTick), conflated: z.array(z.string()).optional() })
    .describe('Ticks in order. `conflated` lists symbols for which a slow reader receives only the newest tick.'),
  z
    .object({ kind: z.literal('gap'), symbol: z.string(), from: z.number().int(), to: z.number().int() })
    .describe(
      'Ticks that aren’t sent here because they are no longer in memory, exceed the budget, or were just sent. Use ' +
        'the calls `ticks` and `candles`.',
    ),
  z
    .object({ kind: z.literal('status'), symbol: z.string(), state: z.enum(['live', 'stale', 'closed']) })
    .describe('The state of a symbol, sent after `subscribe` and on every change.'),
  z
    .object({
      kind: z.literal('trade'),
      id: z.string(),
      result: z.enum(tradeStates),
      settled: settledFigures,
      msg: z.string(),
      msgPhrase: phraseOutput.optional(),
    })
    .describe(
      'One of the customer’s trades was settled. `settled` completes its record and has the new balance of the ' +
        'trading account. Call `trades` for the reason of a void trade, and `totalbalance` for the new total.',
    ),
  firedAlert
    .extend({ kind: z.literal('alert') })
    .describe('One of the customer’s price alerts fired. `tick` is the sequence number of the tick that fired it.'),
  z
    .object({ kind: z.literal('changed'), calls: z.array(z.string()) })
    .describe('The customer’s data changed. Make these calls again.'),
  z.object({ kind: z.literal('signed_out') }).describe('The session ended. The connection closes with 4001.'),
  z
    .object({ kind: z.literal('pong'), sentAt: z.number(), now: z.number() })
    .describe('The response to `ping`. `now` is the server’s time.'),
])
export type LiveFromServer = z.infer<typeof liveFromServer>

/** Close codes that the server sends. */
export const liveCloseCodes = {
  signedOut: { code: 4001, meaning: 'The session ended.' },
  badMessage: { code: 4002, meaning: 'A message was not valid.' },
  tooMany: { code: 4003, meaning: 'Too many connections or messages. Wait before you connect again.' },
  noHello: { code: 4004, meaning: 'The first message was not `hello`, or arrived too late.' },
  tooSlow: { code: 4005, meaning: 'The client did not read the messages that were sent.' },
} as const
