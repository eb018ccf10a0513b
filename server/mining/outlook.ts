import { contractDays, dayMs } from '../../api/mining-coins.ts'
import { convert, type UsdRate } from '../markets/public.ts'
import { accruedParts, partsPerMinor, type AccrualTerms } from './reward.ts'

/** Rates of the mined coin, the coin paid out and the customer's currency. */
export type OutlookRates = { mined: UsdRate; coin: UsdRate; cash: UsdRate }

/**
 * A contract's total output in minor units of its coin, and its worth in the customer's currency. `paybackDays` is null
 * if the output of all days is worth less than the price. `boughtMinor` is what the price buys of the coin today.
 */
export type Outlook = {
  outputMinor: bigint
  worthMinor: bigint
  differenceMinor: bigint
  paybackDays: number | null
  boughtMinor: bigint
}

/**
 * Returns what a contract pays in total if prices and difficulty stay as they are today. It does no I/O. Every figure
 * is rounded against the contract, so that the result is never better than the statement will be.
 */
export function outlookOf(
  terms: Omit<AccrualTerms, 'fromMs' | 'toMs'>,
  priceMinor: bigint,
  { mined, coin, cash }: OutlookRates,
): Outlook {
  const minedMinor = accruedParts({ ...terms, fromMs: 0, toMs: contractDays * dayMs }) / partsPerMinor
  const outputMinor = convert(minedMinor, mined, coin)
  const worthMinor = convert(outputMinor, coin, cash)
  const days = worthMinor > 0n ? (priceMinor * BigInt(contractDays) + worthMinor - 1n) / worthMinor : undefined
  return {
    outputMinor,
    worthMinor,
    differenceMinor: worthMinor - priceMinor,
    paybackDays: days === undefined || days > contractDays ? null : Number(days),
    boughtMinor: convert(priceMinor, cash, coin),
  }
}
