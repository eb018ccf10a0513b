import { useEffect, useState } from 'react'

/**
 * Returns false until the browser has been idle after the first render, so that unseen parts can wait. Stays false if
 * `enabled` is.
 */
export function useIdle(enabled = true): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!enabled) return
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true), 2_000)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(() => setIdle(true))
    return () => cancelIdleCallback(handle)
  }, [enabled])
  return idle
}
