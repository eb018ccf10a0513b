import type { proofsCalls } from '../../contract/calls/proofs.ts'
import { bindActions } from '../platform/http/actions.ts'
import type { ProofsContext } from './context.ts'
import { showBatch } from './show-batch.ts'
import { createShowFigures } from './show-figures.ts'
import { showProof, showSolvency } from './show-solvency.ts'

/** Binds the calls of `contract/calls/proofs.ts` to their actions. */
const bind = bindActions<ProofsContext & { figures: ReturnType<typeof createShowFigures> }, typeof proofsCalls>({
  figures: ({ figures }) => figures(),
  solvency: showSolvency,
  'ledger.batch': showBatch,
  'solvency.proof': showProof,
})

/** Binds the calls of `contract/calls/proofs.ts` to their actions. */
export const bindProofsCalls = (context: ProofsContext) => bind({ ...context, figures: createShowFigures(context) })
