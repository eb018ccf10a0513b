import type { InputOf } from '../../../api/call.ts'
import type { workspaceCalls } from '../../../api/calls/trading/workspace.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { CustomerRequest } from '../../platform/http/actions.ts'
import type { Session } from '../../platform/http/http.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { TradingContext } from '../context.ts'
import type { Workspaces } from './sealed-workspace.ts'
import { findWorkspace, writeWorkspace } from './workspace-store.ts'

export type WorkspaceContext = TradingContext & { workspaces: Workspaces }

/** Returns the customer's charts. */
export async function showWorkspace(
  { db, workspaces }: WorkspaceContext,
  _input: InputOf<(typeof workspaceCalls)['workspace']>,
  { session }: CustomerRequest,
) {
  const found = await findWorkspace(db, session)
  if (!found) return { version: 0, content: null }
  return { version: found.version, content: workspaces.open(found.contentSealed, session.customerId) }
}

/** Replaces the customer's charts, unless another window has changed them since `version`. */
export async function saveWorkspace(
  { db, clock, workspaces }: WorkspaceContext,
  { version, content }: InputOf<(typeof workspaceCalls)['workspace.save']>,
  { session }: CustomerRequest,
) {
  const contentSealed = workspaces.seal(content, session.customerId)
  const written = await writeWorkspace(db, session, { version, contentSealed, atMs: clock.nowMs() })
  if (!written) throw new Refused('workspace_changed')
  return { version: version + 1 }
}

/** Returns a customer's charts for the data download. Can be iterated more than once. */
export function exportWorkspace(workspaces: Workspaces, session: Session, snapshot: Executor) {
  return {
    async *[Symbol.asyncIterator]() {
      const found = await findWorkspace(snapshot, session)
      if (!found) return
      yield {
        at: new Date(found.changedAtMs).toISOString(),
        content: workspaces.open(found.contentSealed, session.customerId),
      }
    },
  }
}
