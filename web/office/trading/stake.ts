import { t } from '@lingui/core/macro'

/** Decimals of the practice currencies (US dollars, euros, pounds). Source: contract/money.ts. */
const cashDecimals = 2

export type Stake = { minor: bigint; problem?: undefined } | { minor?: undefined; problem: string }

/** Minor units of a decimal text the server has sent: `10.50` is 1050n. Zero where the text is none. */
export function minorOf(decimal: string): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal)
  if (!match) return 0n
  const [, sign, whole, decimals = ''] = match
  const minor = BigInt(whole! + decimals.slice(0, cashDecimals).padEnd(cashDecimals, '0'))
  return sign === '-' ? -minor : minor
}

/** Decimal text of minor units: 1050n is `10.50`. */
export function minorText(minor: bigint): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(cashDecimals + 1, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -cashDecimals)}.${digits.slice(-cashDecimals)}`
}

/** Grouping commas and spaces are forgiven, and a point at the end. Undefined where the text is no plain amount. */
function typedAmount(text: string): { whole: string; decimals: string } | undefined {
  const plain = text.trim().replace(/[,\s](?=\d{3}(\D|$))/g, '')
  const match = /^(\d{1,15})(?:\.(\d*))?$/.exec(plain)
  return match ? { whole: match[1]!, decimals: match[2] ?? '' } : undefined
}

const minorOfTyped = ({ whole, decimals }: { whole: string; decimals: string }) =>
  minorOf(`${whole}.${decimals.padEnd(cashDecimals, '0')}`)

/**
 * Reads what a person typed as a stake. The server checks again: this only tells early what it would refuse. `minAmount` and
 * `maxAmount` are decimal texts. Source: product.md section 5, "Trade".
 */
export function readStake(text: string, limits: { minAmount: string; maxAmount: string }): Stake {
  const { minAmount, maxAmount } = limits
  if (text.trim() === '') return { problem: t`Enter an amount.` }
  const typed = typedAmount(text)
  if (!typed) return { problem: t`Enter an amount as a plain number, such as 10 or 25.50.` }
  if (typed.decimals.length > cashDecimals) return { problem: t`Enter an amount with at most two decimals.` }
  const minor = minorOfTyped(typed)
  if (minor < minorOf(minAmount)) return { problem: t`The smallest trade is ${minAmount}.` }
  if (minor > minorOf(maxAmount)) return { problem: t`The largest trade is ${maxAmount}.` }
  return { minor }
}

/**
 * The next stake up or down in whole units, kept inside the limits: 10 and 25.50 step to 20 and 30. It reads the text as `readStake`
 * does; from a text that is no amount the steps begin at the smallest trade.
 */
export function stepStake(text: string, direction: 1 | -1, limits: { minAmount: string; maxAmount: string }): string {
  const min = minorOf(limits.minAmount)
  const max = minorOf(limits.maxAmount)
  const typed = typedAmount(text)
  const now = typed ? minorOfTyped(typed) : 0n
  const step = now + (direction < 0 ? -1n : 0n) >= 100_00n ? 50_00n : 10_00n
  const next = direction > 0 ? (now / step + 1n) * step : ((now - 1n) / step) * step
  const kept = next < min ? min : next > max ? max : next
  return minorText(kept).replace(/\.00$/, '')
}
