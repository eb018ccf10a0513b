import type { proofsCalls } from '../../api/calls/proofs/proofs.ts'
import type { deskFiguresCalls } from '../../api/calls/proofs/desk-figures.ts'
import type { Bindings } from '../platform/http/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { bindProofsCalls } from './calls.ts'
import type { ProofsNeighbours } from './context.ts'
import { makeStatement } from './make-statement.ts'

export { publishedHeads, statementsAfter, type StatementHead } from './store.ts'
export { countSealed, digestOf, findSealBreaks, prepareSeals, type LoggedSeals } from './seal-rows.ts'
export { insertSeals, newestSeal, type Seal } from './seals-store.ts'
export type { ProofsNeighbours } from './context.ts'
export type { DeskFigureSources } from './desk/sources.ts'

export type Proofs = ModuleLife & {
  calls: Bindings<typeof proofsCalls & typeof deskFiguresCalls>
  /**
   * Creates today's statement of solvency unless it exists. Resolves with whether it created one. A job runs it after
   * midnight UTC.
   */
  makeStatement(): Promise<boolean>
}

/**
 * Creates the module for public verification: figures, and the daily statement of solvency with a proof for each
 * customer.
 */
export function createProofs(platform: Platform, neighbours: ProofsNeighbours): Proofs {
  const context = { ...platform, ...neighbours }
  const make = () => makeStatement(context)
  platform.jobs.define('solvency-statement', async () => void (await make()))
  platform.jobs.cron('solvency-statement', '5 0 * * *')
  return { calls: bindProofsCalls(context), makeStatement: make }
}
