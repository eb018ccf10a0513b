import { useEffect, useState } from 'react'
import { call } from '../../data/call.ts'

/** Which announcements that must be seen the customer confirmed, on any device: undefined until it is known. `confirm` adds one. */
export function useConfirmedNotices() {
  const [confirmed, setConfirmed] = useState<string[]>()
  const add = (ids: readonly string[]) => setConfirmed((before = []) => [...before, ...ids])
  useEffect(() => {
    void call('announcements.own', {}).then(add, () => {})
  }, [])

  function confirm(id: string) {
    add([id])
    // It comes back if the server doesn't know of it: otherwise other devices would show it and this one would not.
    call('announcements.confirm', { id }).catch(() => setConfirmed((before = []) => before.filter((one) => one !== id)))
  }
  return { confirmed, confirm }
}
