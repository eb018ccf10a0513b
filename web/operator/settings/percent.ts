/** Converts a rate in basis points to a percentage as text, exactly: 8050 is `80.5`. */
export function percentOfBps(bps: number): string {
  const [whole, rest] = [Math.trunc(bps / 100), bps % 100]
  return rest === 0 ? String(whole) : `${whole}.${String(rest).padStart(2, '0').replace(/0$/, '')}`
}

/**
 * Converts a typed percentage to basis points, exactly. Accepts a decimal comma and a percent sign. Returns anything
 * else as typed, so that the server refuses it, and null for an empty text.
 */
export function bpsOfPercent(text: string): number | string | null {
  const typed = text.trim()
  if (typed === '') return null
  const [, whole, rest = ''] = /^(\d{1,4})(?:[.,](\d{1,2}))?\s?%?$/.exec(typed) ?? []
  return whole === undefined ? typed : Number(whole) * 100 + Number(rest.padEnd(2, '0'))
}
