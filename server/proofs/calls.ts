import type { proofsCalls } from '../../contract/calls/proofs.ts'
import type { Bindings } from '../platform/http/http.ts'
import type { ProofsContext } from './context.ts'
import { showBatch } from './show-batch.ts'
import { createShowFigures } from './show-figures.ts'
import { showProof, showSolvency } from './show-solvency.ts'

/** Binds the calls of `contract/calls/proofs.ts` to their actions. */
export function bindProofsCalls(context: ProofsContext): Bindings<typeof proofsCalls> {
  const showFigures = createShowFigures(context)
  return {
    figures: () => showFigures(),
    solvency: (input) => showSolvency(context, input),
    'ledger.batch': (input) => showBatch(context, input),
    'solvency.proof': (input, { session }) => showProof(context, input, session),
  }
}
