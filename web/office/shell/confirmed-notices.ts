import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'

/**
 * Returns the IDs of mandatory announcements that the customer confirmed on any device, undefined while loading.
 * `confirm` adds one.
 */
export function useConfirmedNotices() {
  const queries = useQueryClient()
  const { data: confirmed } = useCall('announcements.own', {}, { staleTime: Infinity })
  const change = (next: (ids: string[]) => string[]) =>
    queries.setQueryData<string[]>(['announcements.own', {}], (ids = []) => next(ids))

  function confirm(id: string) {
    change((ids) => [...ids, id])
    // If the server didn't record the confirmation, show the announcement again, as other devices do.
    call('announcements.confirm', { id }).catch(() => change((ids) => ids.filter((one) => one !== id)))
  }
  return { confirmed, confirm }
}
