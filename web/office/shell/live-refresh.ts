import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { live } from '../../data/live.ts'
import { clearSecret } from '../../data/session.ts'

/** Asks again for what a message of `/live` has made old, on whichever page the customer is; after a break for everything, because nobody knows what was missed. */
export function useLiveRefresh() {
  const queries = useQueryClient()
  useEffect(() => {
    let wasConnected = false
    const forget = live.onMessage((message) => {
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
    const letGo = live.hold()
    return () => {
      letGo()
      forget()
    }
  }, [queries])
}
