import type { LiveStatus } from '../../data/live.ts'

export type Connection = 'connecting' | 'live' | 'catching-up' | 'reconnecting' | 'offline'

/** What the connection indicator shows. `online` is the browser's own word, `catchingUp`: missed ticks are being fetched. */
export function connectionOf(status: LiveStatus, online: boolean, catchingUp: boolean): Connection {
  if (!online) return 'offline'
  if (status === 'lost') return 'reconnecting'
  if (status !== 'live') return 'connecting'
  return catchingUp ? 'catching-up' : 'live'
}

export const connectionWords: Record<Connection, { label: string; says: string }> = {
  connecting: { label: 'Connecting', says: 'The first prices are on their way.' },
  live: { label: 'Live', says: 'Prices arrive as they are published.' },
  'catching-up': { label: 'Catching up', says: 'Prices that were missed are being fetched.' },
  reconnecting: { label: 'Reconnecting', says: 'The connection broke. It is tried again, at growing intervals, by itself.' },
  offline: { label: 'Offline', says: 'This device has no network. Open trades run on and settle on the server.' },
}
