import { z } from 'zod'
import { defineCall, numberInput, type Call } from '../../call.ts'
import { workspaceContent } from '../../workspace.ts'

const workspace = defineCall({
  name: 'workspace',
  module: 'trading',
  method: 'GET',
  access: 'customer',
  summary:
    'Returns the charts of the customer’s trading screen: panes, named layouts, indicator sets and drawings. ' +
    '`version` is 0 and `content` null until something has been saved.',
  input: z.object({}),
  output: z.object({ version: z.number().int(), content: workspaceContent.nullable() }),
  refusals: {},
})

const save = defineCall({
  name: 'workspace.save',
  module: 'trading',
  method: 'POST',
  access: 'customer',
  summary:
    'Replaces the charts of the customer’s trading screen. `version` is the version that the change is based on. ' +
    'Returns the new version.',
  input: z.object({
    version: numberInput.pipe(z.number().int().min(0).max(2_000_000_000)),
    content: workspaceContent,
  }),
  output: z.object({ version: z.number().int() }),
  refusals: {
    workspace_changed: {
      status: 409,
      message: 'Your charts were changed in another window. Load them again before you save.',
    },
  },
})

/** Calls for the charts of a customer's trading screen. */
export const workspaceCalls = { workspace, 'workspace.save': save } as const satisfies Record<string, Call>
