import { z } from 'zod'
import { defineCall, numberInput, pageInput } from './call.ts'
import { coinAssets } from './money.ts'
import { liveTick } from './live.ts'

const symbol = z.string().trim().toUpperCase().max(12)
const unknownSymbol = { status: 400, message: 'There is no symbol {symbol}.' }

export const symbolClasses = ['stocks', 'forex', 'crypto'] as const

export const symbols = defineCall({
  name: 'symbols',
  weight: 2,
  module: 'markets',
  method: 'GET',
  access: 'public',
  summary: 'The catalogue: every symbol with its class, tick size, payout rate, hours and present state.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      symbol: z.string(),
      name: z.string(),
      class: z.enum(symbolClasses),
      /** Decimals of the price; the smallest step is ten to the minus `scale`. */
      scale: z.number().int(),
      tickSize: z.string(),
      /** Profit per stake of a winning trade, in basis points: 8500 pays 85 % on top of the stake. */
      payoutBps: z.number().int(),
      /** After this long without a tick the symbol is stale. */
      staleAfterMs: z.number().int(),
      state: z.enum(['live', 'stale', 'closed']),
      /** Epoch ms of the next opening, where the market is closed. */
      opensAt: z.number().nullable(),
      hours: z.string(),
      source: z.string(),
      price: z.string().nullable(),
      at: z.number().nullable(),
      /** Change against the price 24 hours ago (or the oldest stored one), in basis points; null with no past. */
      changeBps: z.number().int().nullable(),
    }),
  ),
  refusals: {},
})

export const ticks = defineCall({
  name: 'ticks',
  weight: 10,
  module: 'markets',
  method: 'GET',
  access: 'public',
  summary: 'Stored ticks of a symbol from `from` to `to` (epoch ms, inclusive), oldest first, at most 5,000.',
  input: z.object({ symbol, from: numberInput, to: numberInput }),
  output: z.array(liveTick.extend({ id: z.string(), source: z.string(), hash: z.string() })),
  refusals: { unknown_symbol: unknownSymbol, bad_range: { status: 400, message: 'Give a range that starts before it ends.' } },
})

/** Lengths of a candle, as text and in seconds. */
export const candleIntervals = { '1s': 1, '5s': 5, '15s': 15, '1m': 60, '5m': 300, '15m': 900, '1h': 3600, '4h': 14400, '1d': 86400 } as const
export type CandleInterval = keyof typeof candleIntervals

export const candles = defineCall({
  name: 'candles',
  weight: 3,
  module: 'markets',
  method: 'GET',
  access: 'public',
  summary: 'The last candles of a symbol up to `to` (epoch ms, now without it), oldest first, at most 1,000. Times without a price have none; an empty answer means that none is older.',
  input: z.object({
    symbol,
    interval: z.enum(Object.keys(candleIntervals) as [CandleInterval, ...CandleInterval[]]),
    to: numberInput.optional(),
    limit: numberInput.pipe(z.number().int().min(1).max(1000)).default(300),
  }),
  output: z.array(
    z.object({ id: z.string(), at: z.number(), open: z.string(), high: z.string(), low: z.string(), close: z.string(), ticks: z.number().int() }),
  ),
  refusals: { unknown_symbol: unknownSymbol },
})

export const rates = defineCall({
  name: 'rates',
  module: 'markets',
  method: 'GET',
  access: 'public',
  summary: 'Coin rates in US dollars from our own feed, as symbol and rate pairs; 0 where there is no price yet.',
  input: z.object({}),
  output: z.array(z.object({ id: z.string(), symbol: z.enum(coinAssets), rate: z.string(), at: z.number().nullable() })),
  refusals: {},
})

export const marketCommitments = defineCall({
  name: 'markets.commitments',
  module: 'markets',
  method: 'GET',
  access: 'public',
  summary: 'What the simulated market committed to in advance, and the seeds revealed since, newest hour first, 24 a page. Checked by `npm run verify:market`.',
  input: z.object({ p: pageInput.default(1) }),
  output: z.array(
    z.object({
      id: z.string(),
      /** Hours since the epoch. */
      hour: z.number().int(),
      model: z.string(),
      /** Root of the chain of seeds, published when the chain was made, and the hours that the chain covers. */
      root: z.string(),
      firstHour: z.number().int(),
      hours: z.number().int(),
      /** The hour was over before its chain was made: it is the past that the charts begin with, published all at once with no customer there to trade in it. */
      beforeOpening: z.boolean(),
      /** SHA-256 of `model|hour|` and the seed's bytes, published before the hour's first tick: as it begins, or where no process runs then, when one starts. */
      commitment: z.string(),
      /** SHA-256 of the state at the hour's start, published with the commitment. */
      stateHash: z.string(),
      /** Published ten minutes after the hour, when every trade opened in it has run out. */
      seed: z.string().nullable(),
      state: z.string().nullable(),
      revealedAt: z.number().nullable(),
    }),
  ),
  refusals: {},
})

export const marketsCalls = { symbols, ticks, candles, rates, 'markets.commitments': marketCommitments }
