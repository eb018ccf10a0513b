import type { Identity } from '../identity/public.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Platform } from '../platform/platform.ts'
import type { Sealer } from '../platform/secrets/sealing.ts'
import type { UnreadableRows } from '../platform/database/unreadable-rows.ts'
import type { Route } from './post-message.ts'

export type WebhooksNeighbours = {
  ledger: Pick<Ledger, 'entriesAfter' | 'newestIds' | 'ownersBetween'>
  identity: Pick<
    Identity,
    'requireProof' | 'lockCredentials' | 'standingIn' | 'write' | 'addExporter' | 'onClosed' | 'onNewPassword'
  >
}

/** Dependencies of this module's actions. */
export type WebhooksContext = Pick<Platform, 'bus' | 'clock' | 'config' | 'db' | 'log' | 'metrics' | 'random'> &
  WebhooksNeighbours & { sealer: Sealer; unreadable: UnreadableRows; route: Route }
