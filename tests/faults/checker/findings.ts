/**
 * `lost`: acknowledged but not stored. `altered`: stored with other values. `phantom`: stored, although it was refused
 * or never sent. `doubled`: stored more than once. `sums`: the ledger contradicts itself.
 */
export type Fault = 'lost' | 'altered' | 'phantom' | 'doubled' | 'sums'
export type Finding = { fault: Fault; subject: string; detail: string }

export const faultNames: readonly Fault[] = ['lost', 'altered', 'phantom', 'doubled', 'sums']

/** Returns an `altered` finding for each field whose stored value differs from the acknowledged one. */
export function differences(
  subject: string,
  expected: Record<string, unknown>,
  stored: Record<string, unknown>,
): Finding[] {
  return Object.keys(expected)
    .filter((name) => String(expected[name]) !== String(stored[name]))
    .map((name) => ({
      fault: 'altered',
      subject,
      detail: `${name}: ${String(expected[name])} acknowledged, ${String(stored[name])} stored`,
    }))
}

/** Converts '12.5' to 1250 minor units. Throws unless the text is a plain decimal with at most two places. */
export function centsOf(text: string): bigint {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) throw new Error(`not an amount: ${text}`)
  return BigInt(match[1]! + (match[2] ?? '').padEnd(2, '0'))
}
