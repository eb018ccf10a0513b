import type { OutputOf } from '../../../api/call.ts'
import { formatAmount } from '../../../api/money.ts'
import type { tradingDeskCalls } from '../../../api/calls/trading/trading-desk.ts'
import type { TradingContext } from '../context.ts'
import { listExposures } from './desk-store.ts'

const shown = 20

/**
 * `trading.exposure`: returns the largest amounts the house can owe per symbol, currency and second, with the limit.
 */
export async function showExposure({
  db,
  clock,
  limits,
}: TradingContext): Promise<OutputOf<(typeof tradingDeskCalls)['trading.exposure']>> {
  const { total, exposures } = await listExposures(db, clock.nowMs(), shown)
  return {
    limit: formatAmount(limits.USD.maxExposureMinor, 'USD'),
    total,
    exposures: exposures.map(({ symbol, asset, expiresAtS, profitsMinor }) => ({
      id: `${symbol} ${asset} ${expiresAtS}`,
      symbol,
      asset,
      expiresAt: expiresAtS * 1_000,
      amount: formatAmount(profitsMinor, asset),
      shareBps: basisPointsOf(profitsMinor, limits[asset].maxExposureMinor),
    })),
  }
}

/** Returns a share in basis points, rounded down; 100% for a limit of 0. */
function basisPointsOf(partMinor: bigint, wholeMinor: bigint): number {
  if (wholeMinor === 0n) return 10_000
  const bps = (partMinor * 10_000n) / wholeMinor
  return Number(bps)
}
