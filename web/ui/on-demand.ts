import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { useIdle } from './use-idle.ts'

type Loaded<P> = { default: ComponentType<P> }

/**
 * Loads a part of a page on first use, and tracks whether it is shown. If loading fails, the page stays unchanged and
 * the next attempt loads again. `whenIdle` loads the part before, once the browser is idle. Public pages omit it,
 * because visitors seldom open the part and it would count towards the page's scripts.
 */
export function useOnDemand<P>(
  load: () => Promise<Loaded<P>>,
  { whenIdle = false } = {},
): {
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
  const idle = useIdle(whenIdle)
  useEffect(() => {
    if (idle) latest.current().then(setPart, () => {})
  }, [idle])
  const hide = useCallback(() => setShown(false), [])
  return { Part: shown ? (part?.default ?? null) : null, show, hide }
}
