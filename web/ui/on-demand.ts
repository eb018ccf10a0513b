import { type ComponentType, useCallback, useRef, useState } from 'react'

type Loaded<P> = { default: ComponentType<P> }

/**
 * A part of a page that is loaded when it is first wanted, and whether it is shown. Where it cannot be loaded the page stays as it is
 * and the next try loads again.
 */
export function useOnDemand<P>(load: () => Promise<Loaded<P>>): {
  Part: ComponentType<P> | null
  show: () => void
  hide: () => void
} {
  const [part, setPart] = useState<Loaded<P> | null>(null)
  const [shown, setShown] = useState(false)
  const latest = useRef(load)
  const show = useCallback(() => {
    setShown(true)
    latest.current().then(setPart, () => setShown(false))
  }, [])
  const hide = useCallback(() => setShown(false), [])
  return { Part: shown ? (part?.default ?? null) : null, show, hide }
}
