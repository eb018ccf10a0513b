import type { proofsCalls } from '../../api/calls/proofs/proofs.ts'
import { bindActions } from '../platform/http/actions.ts'
import { Kept } from '../platform/time/kept.ts'
import type { ProofsContext } from './context.ts'
import { showBatch } from './show-batch.ts'
import { showFigures, type FiguresContext } from './show-figures.ts'
import { showProof, showSolvency } from './show-solvency.ts'

const figuresKeptMs = 60_000

const bind = bindActions<FiguresContext, typeof proofsCalls>({
  figures: showFigures,
  solvency: showSolvency,
  'ledger.batch': showBatch,
  'solvency.proof': showProof,
})

/** Binds the calls of `api/calls/proofs/proofs.ts` to their actions. */
export const bindProofsCalls = (context: ProofsContext) =>
  bind({ ...context, figures: new Kept(context.clock, figuresKeptMs) })
