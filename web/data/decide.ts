import type { CallName, Calls } from '../../api/calls.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { call, type CallInput, type CallOutput, CallRefused, ServerUnreachable } from './call.ts'

/** Names of the calls that carry out an operator's decision. */
export type DecisionName = { [N in CallName]: Calls[N] extends { decides: true } ? N : never }[CallName]

/** Delays, in milliseconds, before a decision whose outcome is unknown is sent again. */
const repeatPausesMs = [500, 2_000]

/** Keys of decisions whose outcome is unknown, by call and input. */
const openKeys = new Map<string, string>()

type Wait = (ms: number) => Promise<void>
const pause: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Sends an operator's decision, and retries while the outcome is unknown. The retries, and a later repetition by the
 * operator, use the same Idempotency-Key, so the response reports the first attempt's outcome. Throws the errors of
 * `call`.
 */
export async function decide<N extends DecisionName>(
  name: N,
  input: CallInput<N>,
  wait: Wait = pause,
): Promise<CallOutput<N>> {
  const decision = JSON.stringify([name, input])
  const idempotencyKey = openKeys.get(decision) ?? newIdempotencyKey()
  openKeys.set(decision, idempotencyKey)
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await call(name, input, { idempotencyKey })
      openKeys.delete(decision)
      return answer
    } catch (error) {
      if (!leavesOpen(error)) openKeys.delete(decision)
      const pauseMs = repeatPausesMs[attempt]
      if (!leavesOpen(error) || pauseMs === undefined) throw error
      await wait(pauseMs)
    }
  }
}

/** Returns whether the outcome is unknown: no response, a proxy error, or a refusal that says so. */
function leavesOpen(error: unknown): boolean {
  if (error instanceof CallRefused)
    return error.code === 'outcome_unknown' || (error.code === 'unknown' && error.status >= 502)
  return error instanceof ServerUnreachable
}
