import { z } from 'zod'
import { phraseOutput } from '../../sentences/phrase-output.ts'
import { defineCall, numberInput, pageInput } from '../../call.ts'
import { coinAssets } from '../../money.ts'
import { liveTick } from '../../live.ts'

const symbol = z.string().trim().toUpperCase().max(12)
const unknownSymbol = { status: 400, message: 'The symbol {symbol} doesn’t exist.' }

export const symbolClasses = ['stocks', 'forex', 'crypto'] as const

export const symbols = defineCall({
  name: 'symbols',
  weight: 2,
  module: 'markets',
  method: 'GET',
  access: 'public',
  summary: 'Returns the catalogue: every symbol with its class, tick size, payout rate, hours and current state.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      symbol: z.string(),
      name: z.string(),
      class: z.enum(symbolClasses),
      /** Number of decimals in the price; the smallest step is 10 to the power of minus `scale`. */
      scale: z.number().int(),
      tickSize: z.string(),
      /** Profit of a winning trade, in basis points of its stake: 8500 pays 85% in addition to the stake. */
      payoutBps: z.number().int(),
      /** The symbol is stale after this long without a tick. */
      staleAfterMs: z.number().int(),
      state: z.enum(['live', 'stale', 'closed']),
      /**
       * State of the symbol's source: `waiting` for its part of a recording, `playing`, `ended` with its recording, or
       * `unfed` if the installation has no prices for it.
       */
      feed: z.enum(['waiting', 'playing', 'ended', 'unfed']),
      /** Number of rows of the symbol's recording that couldn't be read so far. */
      skippedRows: z.number().int(),
      /** Epoch ms of the next opening, if the market is closed. */
      opensAt: z.number().nullable(),
      hours: z.string(),
      hoursPhrase: phraseOutput,
      source: z.string(),
      price: z.string().nullable(),
      at: z.number().nullable(),
      /**
       * Change from the price 24 hours ago (or the oldest stored one), in basis points; null without an earlier price.
       */
      changeBps: z.number().int().nullable(),
    }),
  ),
  refusals: {},
})

export const symbolsTrends = defineCall({
  name: 'symbols.trends',
  weight: 2,
  module: 'markets',
  method: 'GET',
  access: 'public',
  summary: 'Returns the closing prices of each symbol’s last 24 hours, one an hour, for small charts.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      symbol: z.string(),
      /** Oldest first, as whole numbers of the tick size. Hours without a price are left out. */
      closes: z.array(z.number().int()),
    }),
  ),
  refusals: {},
})

export const symbolsPayouts = defineCall({
  name: 'symbols.payouts',
  weight: 2,
  module: 'markets',
  method: 'GET',
  access: 'public',
  summary:
    'Lists every payout rate offered for a symbol, newest first, with the time from which it applied. A change ' +
    'reaches all orders within ten seconds.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      symbol: z.string(),
      /** Profit of a winning trade, in basis points of its stake. */
      payoutBps: z.number().int(),
      /** Epoch ms; 0 for the catalogue's rate, before any change. */
      from: z.number(),
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
  summary: 'Lists a symbol’s stored ticks from `from` to `to` (epoch ms, inclusive), oldest first, at most 5,000.',
  input: z.object({ symbol, from: numberInput, to: numberInput }),
  output: z.array(liveTick.extend({ id: z.string(), source: z.string(), hash: z.string() })),
  refusals: {
    unknown_symbol: unknownSymbol,
    bad_range: { status: 400, message: 'Enter a range that starts before it ends.' },
  },
})

/** Candle intervals, as text and in seconds. */
export const candleIntervals = {
  '1s': 1,
  '5s': 5,
  '15s': 15,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14400,
  '1d': 86400,
} as const
export type CandleInterval = keyof typeof candleIntervals

export const candles = defineCall({
  name: 'candles',
  weight: 3,
  module: 'markets',
  method: 'GET',
  access: 'public',
  summary:
    'Lists a symbol’s last candles up to `to` (epoch ms; now by default), oldest first, at most 1,000. ' +
    'Intervals without a price have no candle; an empty response means that there are no older candles.',
  input: z.object({
    symbol,
    interval: z.enum(Object.keys(candleIntervals) as [CandleInterval, ...CandleInterval[]]),
    to: numberInput.optional(),
    limit: numberInput.pipe(z.number().int().min(1).max(1000)).default(300),
  }),
  output: z.array(
    z.object({
      id: z.string(),
      at: z.number(),
      open: z.string(),
      high: z.string(),
      low: z.string(),
      close: z.string(),
      ticks: z.number().int(),
    }),
  ),
  refusals: { unknown_symbol: unknownSymbol },
})

export const rates = defineCall({
  name: 'rates',
  module: 'markets',
  method: 'GET',
  access: 'public',
  summary:
    'Returns coin rates in US dollars from our own feed, as symbol and rate pairs; 0 if there is no price yet. If ' +
    '`state` isn’t `live`, the rate is the last known one.',
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      symbol: z.enum(coinAssets),
      rate: z.string(),
      at: z.number().nullable(),
      state: z.enum(['live', 'stale', 'closed']),
      source: z.string(),
    }),
  ),
  refusals: {},
})

export const marketCommitments = defineCall({
  name: 'markets.commitments',
  module: 'markets',
  method: 'GET',
  access: 'public',
  summary:
    'Lists the simulated market’s commitments and the seeds revealed since, newest hour first, 24 per page; with ' +
    '`hour`, that hour and the next. `npm run verify:market` checks them.',
  input: z.object({
    p: pageInput.default(1),
    /** Hours since the epoch. */
    hour: numberInput.pipe(z.number().int().min(0).max(100_000_000)).optional(),
  }),
  output: z.array(
    z.object({
      id: z.string(),
      /** Hours since the epoch. */
      hour: z.number().int(),
      model: z.string(),
      /** Root of the seed chain, published when the seed chain was created, and the hours that it covers. */
      root: z.string(),
      firstHour: z.number().int(),
      hours: z.number().int(),
      /**
       * True if the hour ended before its seed chain was created. Such hours give charts a history and were published
       * at once; nobody could trade in them.
       */
      beforeOpening: z.boolean(),
      /**
       * SHA-256 of `model|hour|` and the seed's bytes, published before the hour's first tick: at its start, or at
       * startup if no process was running then.
       */
      commitment: z.string(),
      /** SHA-256 of the state at the hour's start, published with the commitment. */
      stateHash: z.string(),
      /** Published ten minutes after the hour, when every trade opened in it has expired. */
      seed: z.string().nullable(),
      state: z.string().nullable(),
      revealedAt: z.number().nullable(),
    }),
  ),
  refusals: {},
})

/** Reasons for which the gate refuses a price, as text. */
export const refusedPriceReasons = {
  not_a_price: 'not a price',
  crossed: 'the bid was above the ask',
  outside_quotes: 'the price was not between its own bid and ask',
  back_in_time: 'older than the price before it',
  late: 'it arrived too late',
  ahead: 'its timestamp was ahead of our clock',
  duplicate: 'the same price again',
  jump: 'a jump of more than ten standard deviations that no second price confirmed',
} as const

export const refusedPrice = z.object({
  id: z.string(),
  /** Epoch ms. */
  at: z.number(),
  bid: z.string().nullable(),
  ask: z.string().nullable(),
  price: z.string().nullable(),
  reason: z.enum(Object.keys(refusedPriceReasons) as [keyof typeof refusedPriceReasons]),
  /** Where the price came from, such as the file and row of a recording. */
  source: z.string(),
})

export const pricesRefused = defineCall({
  name: 'prices.refused',
  module: 'markets',
  method: 'GET',
  access: 'public',
  summary:
    'Lists a symbol’s refused prices from `from` to `to` (epoch ms, inclusive), newest first, at most 500, with ' +
    'the reason. The newest 10,000 per symbol and reason are stored. Repeated prices are only counted.',
  input: z.object({ symbol, from: numberInput, to: numberInput }),
  output: z.array(refusedPrice),
  refusals: {
    unknown_symbol: unknownSymbol,
    bad_range: { status: 400, message: 'Enter a range that starts before it ends.' },
  },
})

export const pricesRefusedCounts = defineCall({
  name: 'prices.refused.counts',
  module: 'markets',
  method: 'GET',
  access: 'public',
  summary: 'Counts the prices refused in the last 30 days (UTC) by reason, most frequent first.',
  input: z.object({}),
  output: z.array(
    z.object({ id: z.string(), reason: refusedPrice.shape.reason, words: z.string(), count: z.number().int() }),
  ),
  refusals: {},
})

export const marketsCalls = {
  symbols,
  'symbols.trends': symbolsTrends,
  'symbols.payouts': symbolsPayouts,
  ticks,
  candles,
  rates,
  'markets.commitments': marketCommitments,
  'prices.refused': pricesRefused,
  'prices.refused.counts': pricesRefusedCounts,
}
