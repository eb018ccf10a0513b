import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Returns false on the server and until hydration. Forms stay disabled until then, so that no input is lost. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
