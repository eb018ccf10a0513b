import type { InputOf, OutputOf } from '../../api/call.ts'
import type { CallName, Calls } from '../../api/calls.ts'
import type { SiteContext } from '../document/load-context.ts'

/**
 * Returns the response of a public call, or undefined if it fails, so that one unavailable part doesn't break the page.
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
