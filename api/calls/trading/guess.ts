import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { phraseOutput } from '../../sentences/phrase-output.ts'
import { tradeStates } from '../../states/trade-states.ts'
import { receiptTick, tradeTypes } from './trading.ts'

/** Length of a guess, in seconds: the shortest trade. */
export const guessSeconds = 5

export const guess = defineCall({
  name: 'guess',
  module: 'trading',
  method: 'POST',
  access: 'public',
  weight: 2,
  summary:
    'Accepts a visitor’s guess: will the price be higher (BUY) or lower (SELL) after 5 seconds? It involves no money ' +
    'and isn’t stored. `guess` is its signed text, from which `guess.result` computes the result.',
  input: z.object({
    symbols: z.string().trim().toUpperCase().max(12),
    TYPE: z.string().trim().toUpperCase().max(8),
  }),
  output: z.object({
    guess: z.string(),
    acceptedAt: z.number(),
    expiresAt: z.number(),
  }),
  refusals: {
    unknown_symbol: { status: 400, message: 'The symbol {symbol} doesn’t exist.' },
    bad_type: { status: 400, message: 'Choose BUY or SELL.' },
    market_closed: { status: 409, message: '{symbol} is now closed. Reload the page to guess on another symbol.' },
    symbol_stale: { status: 409, message: 'We have no current price for {symbol}. Try again when the price moves.' },
  },
})

/** The receipt of a guess. `tallystick-guess-1` uses the trading rules of `ruleVersion`. */
export const guessRecord = z.object({
  format: z.literal('tallystick-guess-1'),
  guess: z.string(),
  symbol: z.string(),
  scale: z.number().int(),
  type: z.enum(tradeTypes),
  acceptedAt: z.number(),
  expiresAt: z.number(),
  toleranceMs: z.number().int(),
  ruleVersion: z.string(),
  status: z.enum(tradeStates),
  strikeSeq: z.number().int().nullable(),
  exitSeq: z.number().int().nullable(),
  /** Why a guess is void. */
  reason: z.string().nullable(),
  reasonPhrase: phraseOutput.nullable(),
  /**
   * Consecutive ticks in the symbol’s hash chain, from the last one at or before acceptance to the first one after
   * expiry; empty while open. `before` is the hash before the first tick.
   */
  ticks: z.object({ before: z.string(), ticks: z.array(receiptTick) }),
})
export type GuessRecord = z.infer<typeof guessRecord>

export const guessResult = defineCall({
  name: 'guess.result',
  module: 'trading',
  method: 'GET',
  access: 'public',
  weight: 2,
  summary:
    'Returns the receipt of a guess, with the result that the trading rules derive from the published ticks. It is ' +
    'OPEN until the symbol’s record reaches the expiry.',
  input: z.object({ guess: z.string().max(120) }),
  output: guessRecord,
  refusals: { bad_guess: { status: 400, message: 'This guess wasn’t signed by this installation.' } },
})

/** Guesses by visitors. */
export const guessCalls = { guess, 'guess.result': guessResult }
