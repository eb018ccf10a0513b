import type { workspaceCalls } from '../../../api/calls/trading/workspace.ts'
import { bindActions } from '../../platform/http/actions.ts'
import { saveWorkspace, showWorkspace, type WorkspaceContext } from './save-workspace.ts'

/** Binds the calls of `api/calls/trading/workspace.ts` to their actions. */
export const bindWorkspaceCalls = bindActions<WorkspaceContext, typeof workspaceCalls>({
  workspace: showWorkspace,
  'workspace.save': saveWorkspace,
})
