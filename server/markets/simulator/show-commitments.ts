import type { InputOf, OutputOf } from '../../../api/call.ts'
import type { marketCommitments } from '../../../api/calls/markets/markets.ts'
import type { MarketsCallsContext } from '../calls-context.ts'
import { readCommitments } from './store.ts'

/** Returns a page of the simulated market's hours with their commitments and revealed seeds, newest first. */
export const showCommitments = (
  { pool }: MarketsCallsContext,
  { p, hour }: InputOf<typeof marketCommitments>,
): Promise<OutputOf<typeof marketCommitments>> => readCommitments(pool, p, hour)
