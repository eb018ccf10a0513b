import type { InputOf, OutputOf } from '../../../api/call.ts'
import { guessSeconds, type guess } from '../../../api/calls/trading/guess.ts'
import { tradeTypes } from '../../../api/calls/trading/trading.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { TradingContext } from '../context.ts'
import { checkMarket } from '../orders/order-checks.ts'
import { acceptanceMs } from '../orders/order-intake.ts'
import { rulesInForce } from '../results/rules.ts'
import { writeGuess } from './guess-text.ts'

/**
 * `guess`: signs a visitor's guess with its time of acceptance, which is chosen as for a trade. Throws
 * `unknown_symbol`, `bad_type`, `market_closed`, `symbol_stale`.
 */
export async function acceptGuess(
  context: TradingContext,
  { symbols, TYPE }: InputOf<typeof guess>,
): Promise<OutputOf<typeof guess>> {
  const { clock, markets } = context
  const info = markets.symbol(symbols)
  if (!info) throw new Refused('unknown_symbol', { symbol: symbols })
  const { symbol, staleAfterMs: toleranceMs } = info
  const type = tradeTypes.find((known) => known === TYPE)
  if (!type) throw new Refused('bad_type')
  const nowMs = clock.nowMs()
  checkMarket(symbol, markets.isTradable(symbol, nowMs))
  const acceptedAtMs = acceptanceMs(context, { symbol }, nowMs)
  const expiresAtMs = acceptedAtMs + guessSeconds * 1000
  return {
    guess: writeGuess(context, { symbol, type, acceptedAtMs, expiresAtMs, toleranceMs, rules: rulesInForce.id }),
    acceptedAt: acceptedAtMs,
    expiresAt: expiresAtMs,
  }
}
