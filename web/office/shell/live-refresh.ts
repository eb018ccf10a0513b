import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live } from '../../data/live.ts'
import { clearSecret } from '../../data/session.ts'

/**
 * Refetches the calls that a `/live` message makes stale. After a reconnect, refetches everything, because messages may
 * have been missed.
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
      if (message.kind !== 'trade') return
      for (const name of ['totalbalance', 'user', 'trades', 'trades.count'])
        void queries.invalidateQueries({ queryKey: [name] })
    })
    const release = live.hold()
    return () => {
      release()
      unsubscribe()
    }
  }, [queries])
}
