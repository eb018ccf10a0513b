import type { Identity } from '../identity/public.ts'
import type { Markets } from '../markets/public.ts'
import type { Platform } from '../platform/platform.ts'

export type AlertsNeighbours = {
  markets: Pick<Markets, 'symbol' | 'lastTick' | 'lastTickAt' | 'ticksBetween' | 'onTick'>
  identity: Pick<Identity, 'addExporter' | 'onClosed'>
}

/** Dependencies of this module's actions. */
export type AlertsContext = Pick<Platform, 'bus' | 'clock' | 'db' | 'random'> & Pick<AlertsNeighbours, 'markets'>
