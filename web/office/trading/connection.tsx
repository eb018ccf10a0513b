import { Trans } from '@lingui/react/macro'
import { useCallback, useSyncExternalStore } from 'react'
import { live, useLiveStatus } from '../../data/live.ts'
import { connectionOf, connectionWords } from './connection-state.ts'
import { useMarket } from './symbols/market.tsx'
import classes from './connection.module.css'

/**
 * Shows the price connection's state and the round trip of the last ping. Screen readers announce only state changes.
 */
export function ConnectionIndicator({ catchingUp }: { catchingUp: boolean }) {
  const { symbols, error } = useMarket()
  const latencyMs = useSyncExternalStore(live.onStatus, live.latencyMs, () => null)
  const state = connectionOf(
    useLiveStatus(),
    useOnline(),
    catchingUp,
    symbols.length > 0 ? 'here' : error ? 'failed' : 'loading',
    latencyMs,
  )
  const { label, explanation } = connectionWords()[state]
  return (
    <span className={classes.connection} data-state={state} title={explanation}>
      <span className={classes.dot} aria-hidden="true" />
      <span role="status">
        <span className="visually-hidden">
          <Trans>Prices:</Trans>{' '}
        </span>
        {label}
      </span>
      {(state === 'live' || state === 'slow') && latencyMs !== null && (
        <span className={classes.latency}>
          <span className="visually-hidden">
            , <Trans>round trip</Trans>{' '}
          </span>
          <span dir="ltr">{Math.max(1, Math.round(latencyMs))}&nbsp;ms</span>
        </span>
      )}
    </span>
  )
}

function useOnline(): boolean {
  const subscribe = useCallback((listener: () => void) => {
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
    return () => {
      window.removeEventListener('online', listener)
      window.removeEventListener('offline', listener)
    }
  }, [])
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}
