import { t } from '@lingui/core/macro'
import { data } from 'react-router'
import type { CallName, Calls } from '../../../api/calls.ts'
import type { InputOf, OutputOf } from '../../../api/call.ts'
import { type SentenceValues, writeSentence } from '../../../api/sentences/sentences.ts'
import { calls } from '../../../api/calls.ts'
import type { SiteContext } from '../../document/load-context.ts'

export type ChainProblemData = { found: undefined; message: string; away: boolean }

type ExplorerCall = Extract<CallName, `explorer.${string}`>

/** Returns the response of an explorer call, or its error message with the HTTP status for the page. */
export async function fetchFromChain<N extends ExplorerCall>(
  { call, reportError }: SiteContext,
  name: N,
  input: Partial<InputOf<Calls[N]>>,
) {
  try {
    return data({ found: (await call(name, input)) as OutputOf<Calls[N]> })
  } catch (error) {
    const { code, details } = error as { code?: string; details?: SentenceValues }
    const problem = (message: string, away: boolean, status: number) =>
      data<ChainProblemData>({ found: undefined, message, away }, { status })
    const { not_found: missing, chain_away: away } = calls[name].refusals
    if (code === 'not_found') return problem(writeSentence(missing.message, details), false, missing.status)
    if (code === 'bad_input')
      return problem(t`There is nothing at this URL: the coin, the hash or the height is wrong.`, false, missing.status)
    if (code === 'chain_away') return problem(writeSentence(away.message, details), true, away.status)
    reportError(error)
    throw error
  }
}
