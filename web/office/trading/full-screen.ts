import { type RefObject, useCallback, useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Returns whether an element fills the screen, and a function that changes it. `offered` is false on iPhones. */
export function useFullScreen(element: RefObject<HTMLElement | null>) {
  const isOn = useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null,
    () => false,
  )
  const offered = useSyncExternalStore(
    subscribe,
    () => document.fullscreenEnabled,
    () => false,
  )
  const toggle = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen()
    // Refused, for example, in a frame without permission: the page stays as it is.
    else void element.current?.requestFullscreen().catch(() => {})
  }, [element])
  return { isOn, offered, toggle }
}
