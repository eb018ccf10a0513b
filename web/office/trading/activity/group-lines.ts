import type { Line } from './activity-words.ts'

/** Lines that are shown as one: entries of one event, such as a deposit and the contract it paid for. */
export type LineGroup = readonly [Line, ...Line[]]

/** Returns whether two neighbouring lines are entries of one event. */
function belongTogether({ entry: a, ...lineA }: Line, { entry: b, ...lineB }: Line): boolean {
  if (a === null || b === null || a.reference === null) return false
  return a.reference === b.reference && a.state === b.state && lineA.asset === lineB.asset
}

/** Groups neighbouring entries with the same reference, asset and state. */
export function grouped(lines: readonly Line[]): LineGroup[] {
  const groups: [Line, ...Line[]][] = []
  for (const line of lines) {
    const last = groups.at(-1)
    if (last && belongTogether(last[0], line)) last.push(line)
    else groups.push([line])
  }
  return groups
}

/**
 * Returns the sum of the amounts of a group as a decimal. What moves between the customer's own accounts sums to zero.
 */
export function sumOf(lines: LineGroup): string {
  const decimals = lines[0].amount.split('.')[1]?.length ?? 0
  const minor = lines.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${minor < 0n ? '-' : ''}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`
}
