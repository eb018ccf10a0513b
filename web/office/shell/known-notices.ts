import { useState } from 'react'
import { useCall } from '../../data/queries.ts'
import { useHydrated } from '../../ui/hydrated.ts'

/**
 * Returns whether the notices above the page have loaded. Until then, the office shows no page, because a notice that
 * appears later would move it. A page that the server rendered already includes its notices.
 */
export function useNoticesKnown(): boolean {
  const isHydrated = useHydrated()
  const [wasKnown, setWasKnown] = useState(!isHydrated)
  const asked = [
    useCall('user', {}),
    useCall('terms', {}),
    useCall('security.rules', {}),
    useCall('announcements', {}, { staleTime: Infinity }),
    useCall('announcements.own', {}, { staleTime: Infinity }),
  ]
  const isKnown = wasKnown || asked.every(({ isPending }) => !isPending)
  // A notice refetches a refused response when it mounts. The page must not disappear meanwhile.
  if (isKnown && !wasKnown) setWasKnown(true)
  return isKnown
}
