import type { Ledger } from '../ledger/public.ts'
import type { Platform } from '../platform/platform.ts'
import type { LogSigner } from './signer/log-signer.ts'
import type { LogSource } from './sources.ts'

export type TransparencyNeighbours = { ledger: Pick<Ledger, 'batchesAfter' | 'encodingsOf'> }

/** Dependencies of the module's actions. */
export type TransparencyContext = Pick<Platform, 'db' | 'clock' | 'alarms'> & {
  signer: Pick<LogSigner, 'sign'>
  /**
   * The size of the tree that the signer refused; undefined if it refused none since it last signed. `isClear` once it
   * is known that no alarm is raised.
   */
  refused: { size: number | undefined; isClear: boolean }
  ledger: TransparencyNeighbours['ledger']
  sources: readonly LogSource[]
}
