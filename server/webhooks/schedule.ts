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

/** Endpoints that are sent to at once, how many of them may be slow or failing ones, and how many may be one customer's. */
const lanesAtMost = 100
const slowLanesAtMost = 50
const lanesOfCustomer = 2

/** An endpoint and whose it is. */
export type Lane = { id: string; customerId: string }

/**
 * Returns which of the `due` endpoints to send to now, in their order. `running` are sent to already, and the endpoints in `slow` are slow or
 * failing. Those, and each customer, get only a part of the lanes, so that they never take all of them.
 */
export function chooseLanes<T extends Lane>(
  due: readonly T[],
  running: readonly Lane[],
  slow: ReadonlySet<string>,
): T[] {
  const chosen: Lane[] = [...running]
  return due.filter((lane) => {
    const isRunning = chosen.some(({ id }) => id === lane.id)
    const ofCustomer = chosen.filter(({ customerId }) => customerId === lane.customerId).length
    const hasNoLane = slow.has(lane.id) && chosen.filter(({ id }) => slow.has(id)).length >= slowLanesAtMost
    if (isRunning || hasNoLane || chosen.length >= lanesAtMost || ofCustomer >= lanesOfCustomer) return false
    chosen.push(lane)
    return true
  })
}
