import type { CashAsset } from '../../contract/money.ts'

/** Limits of trading in one currency; amounts in minor units. */
export type TradingLimits = {
  minStakeMinor: bigint
  maxStakeMinor: bigint
  /** Trades that one customer may have open at one time. */
  maxOpenTrades: number
  /** Stakes that one customer may have open at one time. */
  maxOpenStakeMinor: bigint
  /** The most that the house may have to add to the stakes of one symbol that expire in the same second. */
  maxExposureMinor: bigint
}

const limits: TradingLimits = {
  minStakeMinor: 10_00n,
  maxStakeMinor: 5_000_00n,
  maxOpenTrades: 50,
  maxOpenStakeMinor: 25_000_00n,
  maxExposureMinor: 100_000_00n,
}

/** The smallest stake is product.md section 10; the others are this installation's settings, the same number in each currency. */
export const defaultLimits: Readonly<Record<CashAsset, TradingLimits>> = { USD: limits, EUR: limits, GBP: limits }

/** Orders that wait for a place in a batch; past this an order is refused as `busy`. */
export const maxWaitingOrders = 4096
