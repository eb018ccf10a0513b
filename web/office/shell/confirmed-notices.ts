import { useEffect, useState } from 'react'
import { call } from '../../data/call.ts'

/**
 * Returns the IDs of mandatory announcements that the customer confirmed on any device, undefined while loading.
 * `confirm` adds one.
 */
export function useConfirmedNotices() {
  const [confirmed, setConfirmed] = useState<string[]>()
  const add = (ids: readonly string[]) => setConfirmed((before = []) => [...before, ...ids])
  useEffect(() => {
    void call('announcements.own', {}).then(add, () => {})
  }, [])

  function confirm(id: string) {
    add([id])
    // If the server didn't record the confirmation, show the announcement again, as other devices do.
    call('announcements.confirm', { id }).catch(() => setConfirmed((before = []) => before.filter((one) => one !== id)))
  }
  return { confirmed, confirm }
}
