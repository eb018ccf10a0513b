/** Withdrawals are done within this many business days. Source: docs/spec/product.md section 9. */
export const promisedBusinessDays = 3

const dayMs = 86_400_000

/** Monday to Friday in UTC. Public holidays count as business days: they differ from country to country. */
function isBusinessDay(atMs: number): boolean {
  // The epoch began on a Thursday.
  const weekday = (Math.floor(atMs / dayMs) + 4) % 7
  return weekday !== 0 && weekday !== 6
}

/**
 * The moment at which `days` business days after `fromMs` are over. They are counted as 24 hours each from the request on; a weekend
 * stops the count, so that a request on a Saturday counts from Monday 00:00 UTC.
 */
export function afterBusinessDays(fromMs: number, days: number): number {
  let atMs = fromMs
  let leftMs = days * dayMs
  while (true) {
    const dayEndMs = (Math.floor(atMs / dayMs) + 1) * dayMs
    if (isBusinessDay(atMs)) {
      if (leftMs <= dayEndMs - atMs) return atMs + leftMs
      leftMs -= dayEndMs - atMs
    }
    atMs = dayEndMs
  }
}
