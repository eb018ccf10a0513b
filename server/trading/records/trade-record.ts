import { sentenceFields } from '../../../api/sentences/sentences.ts'
import { assets, formatAmount, formatScaled } from '../../../api/money.ts'
import type { TradeRecord } from '../../../api/calls/trading/trading.ts'
import { makerOf } from '../orders/makers.ts'
import { voidPhrase } from '../results/settlement.ts'
import type { Trade } from '../store.ts'

/** Returns a trade in the format of the calls. `scale`: the number of decimals in the symbol's prices. */
export function tradeRecordOf(trade: Trade, scale: number): TradeRecord {
  const price = (steps: number | null) => (steps === null ? null : formatScaled(BigInt(steps), scale))
  return {
    id: trade.id,
    by: makerOf(trade.key),
    amount: formatAmount(trade.stakeMinor, trade.asset),
    cur: assets[trade.asset].symbol,
    asset: trade.symbol,
    dt: new Date(trade.acceptedAtMs).toISOString(),
    type: trade.type,
    interval: (trade.expiresAtMs - trade.acceptedAtMs) / 1000,
    strike: price(trade.strike),
    exit: price(trade.exit),
    acceptedAt: trade.acceptedAtMs,
    expiresAt: trade.expiresAtMs,
    settledAt: trade.settledAtMs,
    status: trade.state,
    result: trade.state === 'OPEN' ? 'null' : trade.state === 'WON' ? 'true' : 'false',
    ...sentenceFields('reason', trade.voidCode && voidPhrase(trade.voidCode, trade.toleranceMs)),
    payoutBps: trade.payoutBps,
    returned: trade.returnedMinor === null ? null : formatAmount(trade.returnedMinor, trade.asset),
  }
}
