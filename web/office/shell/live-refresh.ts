import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { translated } from '../../data/call.ts'
import { live } from '../../data/live.ts'
import { showSettled } from '../trading/trades/trade-cache.ts'
import { clearSecret } from '../../data/session.ts'

/**
 * Applies the settlements that `/live` reports, and refetches the calls that another message makes stale. After a
 * reconnect, refetches everything, because messages may have been missed.
 */
export function useLiveRefresh() {
  const queries = useQueryClient()
  useEffect(() => {
    let wasConnected = false
    const unsubscribe = live.onMessage((message) => {
      if (message.kind === 'signed_out') clearSecret()
      if (message.kind === 'changed')
        for (const name of message.calls) void queries.invalidateQueries({ queryKey: [name] })
      if (message.kind === 'welcome') {
        if (wasConnected) void queries.invalidateQueries()
        wasConnected = true
      }
      if (message.kind === 'trade') void translated(message).then((settled) => showSettled(queries, settled))
    })
    const release = live.hold()
    return () => {
      release()
      unsubscribe()
    }
  }, [queries])
}
