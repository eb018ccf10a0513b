import type { proofsCalls } from '../../api/calls/proofs/proofs.ts'
import type { deskFiguresCalls } from '../../api/calls/proofs/desk-figures.ts'
import { bindActions } from '../platform/http/actions.ts'
import { Cached } from '../platform/time/cached.ts'
import type { ProofsContext } from './context.ts'
import { showDeskFigures, type DeskFiguresContext } from './desk/show-desk-figures.ts'
import { showBatch } from './show-batch.ts'
import { showFigures, type FiguresContext } from './show-figures.ts'
import { showProof, showSolvency } from './show-solvency.ts'

const figuresCachedMs = 60_000
const deskFiguresCachedMs = 30_000

const bind = bindActions<FiguresContext & DeskFiguresContext, typeof proofsCalls & typeof deskFiguresCalls>({
  figures: showFigures,
  solvency: showSolvency,
  'ledger.batch': showBatch,
  'solvency.proof': showProof,
  'desk.figures': showDeskFigures,
})

/** Binds the calls of `api/calls/proofs/proofs.ts` and `proofs/desk-figures.ts` to their actions. */
export const bindProofsCalls = (context: ProofsContext) =>
  bind({
    ...context,
    figures: new Cached(context.clock, figuresCachedMs),
    deskFigures: new Cached(context.clock, deskFiguresCachedMs),
  })
