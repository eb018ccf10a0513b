import { timingSafeEqual } from 'node:crypto'
import { guessSeconds } from '../../../api/calls/trading/guess.ts'
import { tradeTypes } from '../../../api/calls/trading/trading.ts'
import type { Platform } from '../../platform/platform.ts'
import { keyedHash, lookupKey } from '../../platform/secrets/sealing.ts'
import { rulesById } from '../results/rules.ts'
import type { TradeTerms } from '../results/settlement.ts'

/** A visitor's guess. `rules`: the number of the rules' version. */
export type Guess = TradeTerms & { symbol: string; rules: number }

type Signing = Pick<Platform, 'keys'>

const signatureOf = ({ keys }: Signing, terms: string) => keyedHash(lookupKey(keys, 'visitor guesses'), terms)

/** Returns a guess as signed text. Nothing is stored, so the text is the only copy. */
export function writeGuess(signing: Signing, { symbol, type, acceptedAtMs, toleranceMs, rules }: Guess): string {
  const terms = [symbol, type, acceptedAtMs, toleranceMs, rules].join('.')
  return `${terms}.${signatureOf(signing, terms).toString('base64url')}`
}

/** Returns the guess in a signed text, or undefined if this installation didn't sign it. */
export function readGuess(signing: Signing, text: string): Guess | undefined {
  const [symbol = '', side, accepted, tolerance, version, signature = ''] = text.split('.')
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(signing, [symbol, side, accepted, tolerance, version].join('.'))
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  const acceptedAtMs = Number(accepted)
  return {
    symbol,
    type: tradeTypes.find((known) => known === side)!,
    acceptedAtMs,
    expiresAtMs: acceptedAtMs + guessSeconds * 1000,
    toleranceMs: Number(tolerance),
    rules: rulesById(Number(version)).id,
  }
}
