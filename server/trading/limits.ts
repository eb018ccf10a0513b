import type { SettingValue } from '../../contract/desk-settings.ts'
import { parseAmount, type CashAsset } from '../../contract/money.ts'
import { invariant } from '../platform/refused.ts'

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

/**
 * The smallest stake is docs/spec/product.md section 9; the others are this installation's settings, the same number in
 * each currency.
 */
export const defaultLimits: Readonly<Record<CashAsset, TradingLimits>> = { USD: limits, EUR: limits, GBP: limits }

/** The limits that operators have set, as they are at each look. `read` answers the same object until something changes. */
export function limitsOfDesk(read: () => SettingValue<'tradingLimits'>): Readonly<Record<CashAsset, TradingLimits>> {
  let known: { set: SettingValue<'tradingLimits'>; limits: TradingLimits } | undefined
  const current = () => {
    const set = read()
    if (known?.set !== set) known = { set, limits: limitsFrom(set) }
    return known.limits
  }
  return {
    get USD() {
      return current()
    },
    get EUR() {
      return current()
    },
    get GBP() {
      return current()
    },
  }
}

/** All currencies have the same decimals, so that one number serves them all. */
function limitsFrom({
  minStake,
  maxStake,
  maxOpenTrades,
  maxOpenStake,
  maxExposure,
}: SettingValue<'tradingLimits'>): TradingLimits {
  const minor = (amount: string) => {
    const amountMinor = parseAmount(amount, 'USD')
    invariant(amountMinor !== undefined, 'the setting was checked')
    return amountMinor
  }
  return {
    minStakeMinor: minor(minStake),
    maxStakeMinor: minor(maxStake),
    maxOpenTrades,
    maxOpenStakeMinor: minor(maxOpenStake),
    maxExposureMinor: minor(maxExposure),
  }
}

/** Orders that wait for a place in a batch; past this an order is refused as `busy`. */
export const maxWaitingOrders = 4096
