import type { SettingValue } from '../../../api/calls/operators/desk-settings.ts'
import { parseAmount, type CashAsset } from '../../../api/money.ts'
import { invariant } from '../../platform/http/refused.ts'

/** Trading limits in one currency. Amounts are in minor units. */
export type TradingLimits = {
  minStakeMinor: bigint
  maxStakeMinor: bigint
  /** Maximum number of open trades per customer. */
  maxOpenTrades: number
  /** Maximum total of open stakes per customer. */
  maxOpenStakeMinor: bigint
  /** Maximum total profit that the house may owe on one symbol for trades that expire in the same second. */
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
 * The minimum stake is specified in docs/spec/product.md section 9. The other limits are settings of this installation,
 * with the same numbers in each currency.
 */
export const defaultLimits: Readonly<Record<CashAsset, TradingLimits>> = { USD: limits, EUR: limits, GBP: limits }

/**
 * Returns limits that always reflect the operators' current settings. `read` must return the same object until a
 * setting changes.
 */
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

/** Returns each currency's limits. All currencies have the same number of decimals, so one amount applies to each. */
function limitsFrom({
  minStake,
  maxStake,
  maxOpenTrades,
  maxOpenStake,
  maxExposure,
}: SettingValue<'tradingLimits'>): TradingLimits {
  const minor = (amount: string) => {
    const amountMinor = parseAmount(amount, 'USD')
    invariant(amountMinor !== undefined, 'the setting is a valid amount')
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

/** Maximum number of orders that wait for a batch. Further orders are refused with `busy`. */
export const maxWaitingOrders = 4096
