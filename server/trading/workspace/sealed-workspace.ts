import { workspaceContent, type WorkspaceContent } from '../../../api/calls/trading/workspace.ts'
import type { UnreadableRows } from '../../platform/database/unreadable-rows.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSealer, type Sealer } from '../../platform/secrets/sealing.ts'
import { sealerOfPurpose, type SealedValues } from '../../platform/secrets/sealed-values.ts'

const workspacesKey = 'trading workspaces'

/** The encrypted column of workspaces: names and texts are free and may name people. */
export const workspaceSealed: SealedValues['columns'] = [
  {
    table: 'trading.workspaces',
    keys: ['shard', 'customer_id'],
    column: 'content_sealed',
    sealerOf: sealerOfPurpose(workspacesKey),
    boundTo: (row) => String(row['customer_id']),
  },
]

/** Encrypts and decrypts workspaces. */
export type Workspaces = {
  seal(content: WorkspaceContent, customerId: string): Buffer
  /** Returns null for a content that can't be decrypted, which raises an alarm, or that has another format. */
  open(sealed: Buffer, customerId: string): WorkspaceContent | null
}

export function createWorkspaces({ keys, random }: Pick<Platform, 'keys' | 'random'>, unreadable: UnreadableRows) {
  const sealer: Sealer = createSealer(keys, workspacesKey, random)
  return {
    seal: (content, customerId) => sealer.seal(JSON.stringify(content), customerId),
    open(sealed, customerId) {
      const text = unreadable.read(`workspace of ${customerId}`, () => sealer.open(sealed, customerId))
      return text === undefined ? null : (workspaceContent.safeParse(JSON.parse(text)).data ?? null)
    },
  } satisfies Workspaces
}
