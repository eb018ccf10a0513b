import type { OutputOf } from '../../../api/call.ts'
import { formatAmount } from '../../../api/money.ts'
import type { tradingDeskCalls } from '../../../api/calls/trading/trading-desk.ts'
import type { TradingContext } from '../context.ts'
import { listUnsettledWithTrades } from './desk-store.ts'

/** `trading.unsettled`: returns trades past their expiry that couldn't be settled, with the reason. */
export async function showUnsettled({
  db,
}: TradingContext): Promise<OutputOf<(typeof tradingDeskCalls)['trading.unsettled']>> {
  const unsettled = await listUnsettledWithTrades(db)
  return unsettled.map(({ id, customerId, code, reason, sinceMs, triedMs, tries, trade }) => ({
    id,
    customer: customerId,
    trade: trade && {
      symbol: trade.symbol,
      type: trade.type,
      stake: formatAmount(trade.stakeMinor, trade.asset),
      asset: trade.asset,
      expiresAt: trade.expiresAtMs,
    },
    code,
    reason,
    since: sinceMs,
    lastTry: triedMs,
    tries,
  }))
}
