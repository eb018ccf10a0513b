import type { OutputOf } from '../../../api/call.ts'
import { tradeIntervals, type tradesCount, type tradingTerms } from '../../../api/calls/trading/trading.ts'
import { formatAmount } from '../../../api/money.ts'
import { sentenceFields } from '../../../api/sentences/sentences.ts'
import type { CustomerRequest, VisitorRequest } from '../../platform/http/actions.ts'
import type { TradingContext } from '../context.ts'
import { rulesHistory, rulesInForce } from '../results/rules.ts'
import { countTrades } from '../store.ts'

/** `trades.count`: returns the number of the customer's trades by state. */
export async function showCounts(
  { db }: TradingContext,
  _input: unknown,
  { session }: CustomerRequest,
): Promise<OutputOf<typeof tradesCount>> {
  const {
    OPEN: open = 0,
    WON: won = 0,
    LOST: lost = 0,
    TIE: tie = 0,
    VOID: isVoid = 0,
  } = await countTrades(db, session)
  return { all: open + won + lost + tie + isVoid, open, won, lost, tie, void: isVoid }
}

/**
 * `trades.terms`: returns the rules in force, and the limits in the customer's currency, or in dollars for visitors.
 */
export async function showTerms(
  context: TradingContext,
  _input: unknown,
  { session }: VisitorRequest,
): Promise<OutputOf<typeof tradingTerms>> {
  const currency = session ? (await context.customer(session.customerId)).currency : 'USD'
  const { minStakeMinor, maxStakeMinor, maxOpenTrades, maxOpenStakeMinor } = context.limits[currency]
  return {
    ruleVersion: rulesInForce.version,
    ...sentenceFields('rules', { phrase: rulesInForce.phrase }),
    history: rulesHistory,
    cur: currency,
    intervals: [...tradeIntervals],
    minAmount: formatAmount(minStakeMinor, currency),
    maxAmount: formatAmount(maxStakeMinor, currency),
    maxOpenTrades,
    maxOpenStake: formatAmount(maxOpenStakeMinor, currency),
  }
}
