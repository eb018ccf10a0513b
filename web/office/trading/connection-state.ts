import { t } from '@lingui/core/macro'
import type { LiveStatus } from '../../data/live.ts'

export type Connection = 'connecting' | 'no_symbols' | 'live' | 'slow' | 'catching_up' | 'reconnecting' | 'offline'

/**
 * State of the symbol catalogue. Until it has loaded, the page subscribes to no prices, so an open connection delivers
 * none.
 */
export type Catalogue = 'loading' | 'here' | 'failed'

/** A round trip above this is long enough to notice between a click and its answer. */
const slowAboveMs = 500

/**
 * Returns the state for the connection indicator. `online` is `navigator.onLine`; `catchingUp` is true while missed
 * ticks load; `latencyMs` is the last round trip.
 */
export function connectionOf(
  status: LiveStatus,
  online: boolean,
  catchingUp: boolean,
  catalogue: Catalogue,
  latencyMs: number | null,
): Connection {
  if (!online) return 'offline'
  if (status === 'lost') return 'reconnecting'
  if (catalogue === 'failed') return 'no_symbols'
  if (status !== 'live' || catalogue === 'loading') return 'connecting'
  if (catchingUp) return 'catching_up'
  return latencyMs !== null && latencyMs > slowAboveMs ? 'slow' : 'live'
}

/** Returns the indicator's label and a sentence that explains it. */
export const connectionWords = (): Record<Connection, { label: string; explanation: string }> => ({
  connecting: { label: t`Connecting`, explanation: t`Loading the first prices.` },
  no_symbols: { label: t`No prices`, explanation: t`The symbols could not be loaded.` },
  live: { label: t`Live`, explanation: t`Prices arrive as they are published.` },
  slow: { label: t`Slow`, explanation: t`Prices and orders take longer than usual.` },
  catching_up: { label: t`Catching up`, explanation: t`Loading missed prices.` },
  reconnecting: {
    label: t`Reconnecting`,
    explanation: t`The connection was lost. Reconnecting automatically.`,
  },
  offline: {
    label: t`Offline`,
    explanation: t`This device is offline. Open trades continue and settle on the server.`,
  },
})
