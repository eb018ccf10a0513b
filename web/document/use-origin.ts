import { useHydrated } from '../ui/hydrated.ts'
import { useRootData } from './root-data.ts'

/** Returns the origin under which the reader opened the page; while the server renders it, the installation's URL. */
export function useOrigin(): string {
  const publicUrl = useRootData()?.publicUrl ?? ''
  return useHydrated() ? location.origin : publicUrl
}
