import type { guessCalls } from '../../api/calls/trading/guess.ts'
import type { tradingDeskCalls } from '../../api/calls/trading/trading-desk.ts'
import type { tradingCalls } from '../../api/calls/trading/trading.ts'
import { bindActions, withOwnKey } from '../platform/http/actions.ts'
import { acceptGuess } from './guesses/accept-guess.ts'
import { showGuess } from './guesses/show-guess.ts'
import { listTrades } from './records/list-trades.ts'
import { placeOrder, type OrderContext } from './orders/open-trade.ts'
import { showCounts, showTerms } from './records/show-terms.ts'
import { showExposure } from './desk/show-exposure.ts'
import { showReceipt } from './records/show-receipt.ts'
import { showUnsettled } from './desk/show-unsettled.ts'
import { showPortfolio, totalBalance } from './records/total-balance.ts'

type AllCalls = typeof tradingCalls & typeof tradingDeskCalls & typeof guessCalls

/** Binds the trading calls to their actions. Source: api/calls/trading/trading.ts, trading-desk.ts and guess.ts. */
export const bindTradingCalls = bindActions<OrderContext, AllCalls>({
  trade: withOwnKey(placeOrder),
  trades: listTrades,
  'trades.count': showCounts,
  'trades.terms': showTerms,
  'trades.receipt': showReceipt,
  totalbalance: totalBalance,
  portfolio: showPortfolio,
  guess: acceptGuess,
  'guess.result': showGuess,
  'trading.exposure': showExposure,
  'trading.unsettled': showUnsettled,
})
