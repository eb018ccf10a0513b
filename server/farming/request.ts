import { moneyOf } from '../../api/sentences/sentences.ts'
import { daysDefault, daysMax, daysMin, leverageMin } from '../../api/farming-rules.ts'
import { parseAmount, type CashAsset } from '../../api/money.ts'
import { Refused } from '../platform/http/refused.ts'
import type { Plan } from './store.ts'

/** A request as the form sends it. */
export type FarmInput = { plan: string; amount: string; lever?: string | undefined; duration?: string | undefined }
export type FarmRequest = { leverageHalves: number; durationDays: number; amountMinor: bigint }

export const largestDepositMinor = 1_000_000_00n

/**
 * Validates a request against its plan. Throws the refusals in docs/spec/product.md section 5; each bound has its own
 * refusal code.
 */
export function readRequest(plan: Plan, { lever, duration, amount }: FarmInput, currency: CashAsset): FarmRequest {
  return {
    leverageHalves: readLeverage(lever, plan.leverageHalves),
    durationDays: readDuration(duration),
    amountMinor: readAmount(amount, plan.minMinor, currency),
  }
}

function readLeverage(text: string | undefined, maxHalves: number): number {
  if (text === undefined) return maxHalves
  const match = /^(-?)(\d{1,6})(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) throw new Refused('bad_leverage')
  const [, sign, whole, rest = ''] = match
  const leverage = Number(`${sign}${whole}.${rest || '0'}`)
  if (leverage < leverageMin) throw new Refused('leverage_too_low', { min: String(leverageMin) })
  if (leverage * 2 > maxHalves) throw new Refused('leverage_too_high', { max: String(maxHalves / 2) })
  if (!Number.isInteger(leverage * 2)) throw new Refused('bad_leverage')
  return leverage * 2
}

function readDuration(text: string | undefined): number {
  if (text === undefined) return daysDefault
  if (!/^-?\d{1,9}$/.test(text)) throw new Refused('bad_duration')
  const days = Number(text)
  if (days < daysMin) throw new Refused('duration_too_short', { min: daysMin })
  if (days > daysMax) throw new Refused('duration_too_long', { max: daysMax })
  return days
}

function readAmount(text: string, minimumMinor: bigint, currency: CashAsset): bigint {
  const amountMinor = parseAmount(text, currency)
  if (amountMinor === undefined) throw new Refused('bad_amount')
  if (amountMinor < minimumMinor) throw new Refused('amount_too_small', { min: moneyOf(minimumMinor, currency) })
  if (amountMinor > largestDepositMinor)
    throw new Refused('amount_too_large', { max: moneyOf(largestDepositMinor, currency) })
  return amountMinor
}
