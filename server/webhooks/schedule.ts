const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Pauses after the first failed attempt, the second, and so on. Source: Standard Webhooks 1.0.0, "Retry schedule". */
const pausesMs = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 14 * hourMs]

/** An endpoint that has not answered with success for this long when a message is given up is switched off. */
const deadAfterMs = 24 * hourMs

/** How long the secret before a rotation signs too. */
export const oldSecretMs = 24 * hourMs

const goneStatus = 410

/** What an attempt came to: the HTTP status, or none. */
export type Tried = { statusCode: number | null }

/** What follows from an attempt. `switchOff`: why the endpoint gets nothing more until its customer switches it on. */
export type Verdict =
  | { state: 'sent' }
  | { state: 'waiting'; nextMs: number }
  | { state: 'failed'; switchOff?: 'failing' | 'gone' }

/** Returns what becomes of a message. `attempts` includes this one; `answeredAtMs` is when the endpoint last answered with success. */
export function judge({ statusCode }: Tried, attempts: number, answeredAtMs: number | null, nowMs: number): Verdict {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { state: 'sent' }
  if (statusCode === goneStatus) return { state: 'failed', switchOff: 'gone' }
  const pauseMs = pausesMs[attempts - 1]
  if (pauseMs !== undefined) return { state: 'waiting', nextMs: nowMs + pauseMs }
  const isDead = answeredAtMs === null || nowMs - answeredAtMs >= deadAfterMs
  return { state: 'failed', ...(isDead && { switchOff: 'failing' as const }) }
}

/** Endpoints that are sent to at once, and how many of them may be slow or failing ones. */
const lanesAtMost = 100
const slowLanesAtMost = 50

/**
 * Returns which of the `due` endpoints to send to now, in their order. `running` are sent to already. Slow and failing endpoints get only a part
 * of the lanes, so that they never take the lanes of the others.
 */
export function chooseLanes(due: readonly string[], running: ReadonlySet<string>, slow: ReadonlySet<string>): string[] {
  let free = lanesAtMost - running.size
  let freeForSlow = slowLanesAtMost - [...running].filter((id) => slow.has(id)).length
  return due.filter((id) => {
    if (running.has(id) || free <= 0 || (slow.has(id) && freeForSlow <= 0)) return false
    free--
    if (slow.has(id)) freeForSlow--
    return true
  })
}
