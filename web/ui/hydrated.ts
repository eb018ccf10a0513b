import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and until the page's scripts run; forms stay disabled so long, so that nothing typed is lost. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
