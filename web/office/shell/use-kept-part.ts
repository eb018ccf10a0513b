import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { useIdle } from '../../ui/use-idle.ts'

type Loaded<P> = { default: ComponentType<P> }

/**
 * Loads a part of a page once the browser is idle, or on first use, and keeps it mounted while it is closed, so that it
 * opens in one frame. If loading fails, the next attempt loads again.
 */
export function useKeptPart<P>(load: () => Promise<Loaded<P>>): {
  Part: ComponentType<P> | null
  open: boolean
  show: () => void
  hide: () => void
} {
  const [part, setPart] = useState<Loaded<P> | null>(null)
  const [open, setOpen] = useState(false)
  const latest = useRef(load)
  const show = useCallback(() => {
    setOpen(true)
    latest.current().then(setPart, () => setOpen(false))
  }, [])
  const hide = useCallback(() => setOpen(false), [])
  const idle = useIdle()
  useEffect(() => {
    if (idle) latest.current().then(setPart, () => {})
  }, [idle])
  return { Part: part?.default ?? null, open, show, hide }
}
