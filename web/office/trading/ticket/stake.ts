import { t } from '@lingui/core/macro'

/** Number of decimals in the practice currencies (US dollars, euros, pounds). Source: api/money.ts. */
const cashDecimals = 2

export type Stake = { minor: bigint; problem?: undefined } | { minor?: undefined; problem: string }

/** Converts a decimal from the server to minor units: `10.50` is 1050n. Returns 0n for other text. */
export function minorOf(decimal: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal)
  if (!match) return 0n
  const [, sign, whole, decimals = ''] = match
  const minor = BigInt(whole! + decimals.slice(0, cashDecimals).padEnd(cashDecimals, '0'))
  return sign === '-' ? -minor : minor
}

/** Formats minor units as a decimal: 1050n is `10.50`. */
export function minorText(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(cashDecimals + 1, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -cashDecimals)}.${digits.slice(-cashDecimals)}`
}

/** Parses a typed amount. Accepts grouping commas, spaces and a trailing point. Returns undefined for other text. */
function typedAmount(text: string): { whole: string; decimals: string } | undefined {
  const plain = text.trim().replace(/[,\s](?=\d{3}(\D|$))/g, '')
  const match = /^(\d{1,15})(?:\.(\d*))?$/.exec(plain)
  return match ? { whole: match[1]!, decimals: match[2] ?? '' } : undefined
}

const minorOfTyped = ({ whole, decimals }: { whole: string; decimals: string }) =>
  minorOf(`${whole}.${decimals.padEnd(cashDecimals, '0')}`)

/**
 * Parses a typed stake, or returns why the server would refuse it. The server validates again. `minAmount` and
 * `maxAmount` are decimal strings. Source: docs/spec/product.md section 5, "Trade".
 */
export function readStake(text: string, limits: { minAmount: string; maxAmount: string }): Stake {
  const { minAmount, maxAmount } = limits
  if (text.trim() === '') return { problem: t`Enter an amount.` }
  const typed = typedAmount(text)
  if (!typed) return { problem: t`Enter an amount as a plain number, such as 10 or 25.50.` }
  if (typed.decimals.length > cashDecimals) return { problem: t`Enter an amount with at most two decimal places.` }
  const minor = minorOfTyped(typed)
  if (minor < minorOf(minAmount)) return { problem: t`The minimum stake is ${minAmount}.` }
  if (minor > minorOf(maxAmount)) return { problem: t`The maximum stake is ${maxAmount}.` }
  return { minor }
}

/**
 * Returns the next stake up or down in whole units within the limits: 10 and 25.50 step up to 20 and 30. Parses the
 * text as `readStake` does. Text that isn't an amount steps to the minimum stake.
 */
export function stepStake(text: string, direction: 1 | -1, limits: { minAmount: string; maxAmount: string }): string {
  const min = minorOf(limits.minAmount)
  const max = minorOf(limits.maxAmount)
  const typed = typedAmount(text)
  const now = typed ? minorOfTyped(typed) : 0n
  const step = now + (direction < 0 ? -1n : 0n) >= 100_00n ? 50_00n : 10_00n
  const next = direction > 0 ? (now / step + 1n) * step : ((now - 1n) / step) * step
  const clamped = next < min ? min : next > max ? max : next
  return minorText(clamped).replace(/\.00$/, '')
}
