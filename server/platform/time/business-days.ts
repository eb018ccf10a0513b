const dayMs = 86_400_000

/**
 * Returns whether a day is Monday to Friday in UTC. Public holidays count as business days because they differ by
 * country.
 */
function isBusinessDay(atMs: number): boolean {
  // The epoch began on a Thursday.
  const weekday = (Math.floor(atMs / dayMs) + 4) % 7
  return weekday !== 0 && weekday !== 6
}

/**
 * Returns the moment `days` business days after `fromMs`. Each day is 24 hours, counted from the request. Weekends
 * are skipped, so a request on a Saturday counts from Monday 00:00 UTC.
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
