import { t } from '@lingui/core/macro'
import type { LiveStatus } from '../../data/live.ts'

export type Connection = 'connecting' | 'no-symbols' | 'live' | 'catching-up' | 'reconnecting' | 'offline'

/** The catalogue of symbols: without it no price is asked for, so that an open connection brings none. */
export type Catalogue = 'loading' | 'here' | 'failed'

/** What the connection indicator shows. `online` is the browser's own word, `catchingUp`: missed ticks are being fetched. */
export function connectionOf(
  status: LiveStatus,
  online: boolean,
  catchingUp: boolean,
  catalogue: Catalogue,
): Connection {
  if (!online) return 'offline'
  if (status === 'lost') return 'reconnecting'
  if (catalogue === 'failed') return 'no-symbols'
  if (status !== 'live' || catalogue === 'loading') return 'connecting'
  return catchingUp ? 'catching-up' : 'live'
}

/** What the indicator says: a word, and a sentence that explains it. */
export const connectionWords = (): Record<Connection, { label: string; says: string }> => ({
  connecting: { label: t`Connecting`, says: t`The first prices are on their way.` },
  'no-symbols': { label: t`No prices`, says: t`The symbols could not be loaded.` },
  live: { label: t`Live`, says: t`Prices arrive as they are published.` },
  'catching-up': { label: t`Catching up`, says: t`Prices that were missed are being fetched.` },
  reconnecting: {
    label: t`Reconnecting`,
    says: t`The connection broke. It is tried again, at growing intervals, by itself.`,
  },
  offline: { label: t`Offline`, says: t`This device has no network. Open trades run on and settle on the server.` },
})
