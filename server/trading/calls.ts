import { sentenceFields } from '../../contract/sentences/sentences.ts'
import type { tradingDeskCalls } from '../../contract/calls/trading-desk.ts'
import type { tradingCalls } from '../../contract/calls/trading.ts'
import { tradeIntervals } from '../../contract/calls/trading.ts'
import { formatAmount } from '../../contract/money.ts'
import type { Bindings } from '../platform/http/http.ts'
import type { TradingContext } from './context.ts'
import { listTrades } from './records/list-trades.ts'
import type { createOpenTrade } from './orders/open-trade.ts'
import { rulesHistory, rulesInForce } from './results/rules.ts'
import { showExposure } from './records/show-exposure.ts'
import { showReceipt } from './records/show-receipt.ts'
import { showUnsettled } from './results/show-unsettled.ts'
import { countTrades } from './store.ts'
import { showPortfolio, totalBalance } from './records/total-balance.ts'

/** Binds the trading calls to their actions. Source: contract/calls/trading.ts and trading-desk.ts. */
export function bindTradingCalls(
  context: TradingContext,
  openTrade: ReturnType<typeof createOpenTrade>,
): Bindings<typeof tradingCalls & typeof tradingDeskCalls> {
  return {
    trade: openTrade,
    trades: ({ p }, { session }) => listTrades(context, session, p),
    'trades.count': async (_input, { session }) => {
      const {
        OPEN: open = 0,
        WON: won = 0,
        LOST: lost = 0,
        TIE: tie = 0,
        VOID: isVoid = 0,
      } = await countTrades(context.db, session)
      return { all: open + won + lost + tie + isVoid, open, won, lost, tie, void: isVoid }
    },
    'trades.terms': async (_input, { session }) => {
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
    },
    'trades.receipt': ({ id }, { session }) => showReceipt(context, session, id),
    totalbalance: (_input, { session }) => totalBalance(context, session),
    portfolio: (_input, { session }) => showPortfolio(context, session),
    'trading.exposure': () => showExposure(context),
    'trading.unsettled': () => showUnsettled(context),
  }
}
