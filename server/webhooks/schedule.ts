const secondMs = 1_000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/** Pauses after the first failed attempt, the second, and so on. Source: Standard Webhooks 1.0.0, "Retry schedule". */
const pausesMs = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 14 * hourMs]

/**
 * An endpoint without a successful response for this long is disabled when one of its messages runs out of attempts.
 */
const deadAfterMs = 24 * hourMs

/** How long messages are also signed with the previous secret after a rotation. */
export const oldSecretMs = 24 * hourMs

const goneStatus = 410

/** The result of an attempt: the HTTP status, or none. */
export type Tried = { statusCode: number | null }

/** What to do after an attempt. `switchOff` is why the endpoint is disabled until its customer enables it. */
export type Verdict =
  | { state: 'sent' }
  | { state: 'waiting'; nextMs: number }
  | { state: 'failed'; switchOff?: 'failing' | 'gone' }

/**
 * Returns what to do with a message after an attempt. `attempts` includes this one; `answeredAtMs` is the endpoint's
 * last successful response.
 */
export function judge({ statusCode }: Tried, attempts: number, answeredAtMs: number | null, nowMs: number): Verdict {
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { state: 'sent' }
  if (statusCode === goneStatus) return { state: 'failed', switchOff: 'gone' }
  const pauseMs = pausesMs[attempts - 1]
  if (pauseMs !== undefined) return { state: 'waiting', nextMs: nowMs + pauseMs }
  const isDead = answeredAtMs === null || nowMs - answeredAtMs >= deadAfterMs
  return { state: 'failed', ...(isDead && { switchOff: 'failing' as const }) }
}

/**
 * How many endpoints are served at once, how many of them may be slow or failing, and how many may belong to one
 * customer.
 */
const maxLanes = 100
const maxSlowLanes = 50
const lanesOfCustomer = 2

/** An endpoint and its owner. */
export type Lane = { id: string; customerId: string }

/**
 * Returns which of the `due` endpoints to serve now, in the same order. `running` endpoints are being served already.
 * Endpoints in `slow`, and the endpoints of one customer, get only part of the lanes, so that they never block others.
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
    const hasNoLane = slow.has(lane.id) && chosen.filter(({ id }) => slow.has(id)).length >= maxSlowLanes
    if (isRunning || hasNoLane || chosen.length >= maxLanes || ofCustomer >= lanesOfCustomer) return false
    chosen.push(lane)
    return true
  })
}
