import type { InputOf, OutputOf } from '../../contract/call.ts'
import type { CallName, Calls } from '../../contract/calls.ts'
import type { SiteContext } from '../load-context.ts'

/**
 * The answer of a public call, or undefined where it fails: one part that is not available must not take the page
 * with it.
 */
export async function answerOrNothing<N extends CallName>(
  { call, reportError }: SiteContext,
  name: N,
  input: Partial<InputOf<Calls[N]>> = {},
): Promise<OutputOf<Calls[N]> | undefined> {
  try {
    return await call(name, input)
  } catch (error) {
    reportError(error)
    return undefined
  }
}
