import type { GuessRecord } from '../../../api/calls/trading/guess.ts'
import { sentenceFields } from '../../../api/sentences/sentences.ts'
import { invariant, Refused } from '../../platform/http/refused.ts'
import type { TradingContext } from '../context.ts'
import { type Run, runOf } from '../records/show-receipt.ts'
import { rulesById } from '../results/rules.ts'
import { exitOf, type Outcome, outcomeOf, strikeOf, voidPhrase } from '../results/settlement.ts'
import { type Guess, readGuess } from './guess-text.ts'

/**
 * `guess.result`: computes a guess's result from the tick record, as for a trade. If the feed has stopped, the guess
 * stays open until the record continues. Throws `bad_guess`.
 */
export async function showGuess(context: TradingContext, { guess: text }: { guess: string }): Promise<GuessRecord> {
  const guess = readGuess(context, text)
  if (!guess) throw new Refused('bad_guess')
  const { symbol, type, acceptedAtMs, expiresAtMs, toleranceMs } = guess
  const info = context.markets.symbol(symbol)
  invariant(info, 'a signed guess has a symbol of the catalogue')
  const isOpen = context.markets.watermarkMs(symbol) < expiresAtMs
  const run = isOpen ? { before: '', ticks: [] } : await runOfGuess(context, guess)
  const strike = strikeOf(run.ticks, acceptedAtMs)
  const exit = isOpen ? undefined : exitOf(run.ticks, expiresAtMs)
  const outcome = isOpen ? undefined : await judge(context, guess, { strike, exit })
  return {
    format: 'tallystick-guess-1',
    guess: text,
    symbol,
    scale: info.scale,
    type,
    acceptedAt: acceptedAtMs,
    expiresAt: expiresAtMs,
    toleranceMs,
    ruleVersion: rulesById(guess.rules).version,
    status: outcome?.status ?? 'OPEN',
    strikeSeq: strike?.seq ?? null,
    exitSeq: exit?.seq ?? null,
    ...(outcome?.voidCode
      ? sentenceFields('reason', voidPhrase(outcome.voidCode, toleranceMs))
      : { reason: null, reasonPhrase: null }),
    ticks: runOf(run, info.scale),
  }
}

type Ends = { strike: Run['ticks'][number] | undefined; exit: Run['ticks'][number] | undefined }

async function judge({ markets }: TradingContext, guess: Guess, { strike, exit }: Ends): Promise<Outcome> {
  const seams = await markets.seamsBetween(guess.symbol, guess.acceptedAtMs, guess.expiresAtMs)
  return seams.length > 0 ? { status: 'VOID', voidCode: 'record_restarted' } : outcomeOf(guess, strike, exit)
}

/** Returns the ticks from the last one at or before acceptance to the first one after expiry. */
async function runOfGuess({ markets }: TradingContext, { symbol, acceptedAtMs, expiresAtMs }: Guess): Promise<Run> {
  const [first, last] = await Promise.all([
    markets.lastTickAt(symbol, acceptedAtMs),
    markets.lastTickAt(symbol, expiresAtMs),
  ])
  invariant(first && last, 'a guess is accepted only after a price')
  return markets.ticksAround(symbol, first.seq, 0, last.seq - first.seq + 1)
}
