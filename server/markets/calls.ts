import type { marketsCalls } from '../../api/calls/markets/markets.ts'
import { bindActions } from '../platform/http/actions.ts'
import { Turns } from '../platform/database/turns.ts'
import type { MarketsCallsContext } from './calls-context.ts'
import { countRefused, showCandles, showRefused, showTicks } from './show-prices.ts'
import { showPayouts, showRates, showSymbols, showTrends } from './show-symbols.ts'
import { showCommitments } from './simulator/show-commitments.ts'

/**
 * Maximum number of queued requests for ticks. Reading and serialising 5,000 ticks blocks the event loop for about 30
 * ms.
 */
const tickRequestsWaiting = 100

const bind = bindActions<MarketsCallsContext, typeof marketsCalls>({
  symbols: showSymbols,
  'symbols.trends': showTrends,
  'symbols.payouts': showPayouts,
  ticks: showTicks,
  candles: showCandles,
  rates: showRates,
  'markets.commitments': showCommitments,
  'prices.refused': showRefused,
  'prices.refused.counts': countRefused,
})

/** Binds the calls of `api/calls/markets/markets.ts` to their actions. */
export const bindMarketsCalls = (context: Omit<MarketsCallsContext, 'turns' | 'dayAgo' | 'trends'>) =>
  bind({
    ...context,
    turns: new Turns(tickRequestsWaiting),
    dayAgo: { readAtMs: -Infinity, prices: new Map() },
    trends: { readAtMs: -Infinity, closes: new Map() },
  })
