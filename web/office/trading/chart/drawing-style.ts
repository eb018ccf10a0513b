import { useSyncExternalStore } from 'react'
import type { DrawingStyle } from './chart-drawings.ts'

let style: DrawingStyle = { colour: 'blue', magnet: false }
const listeners = new Set<() => void>()
const first = style

function set(next: Partial<DrawingStyle>): void {
  style = { ...style, ...next }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the style of new drawings, which all charts share until the page is closed, and its setter. */
export function useDrawingStyle(): [DrawingStyle, (next: Partial<DrawingStyle>) => void] {
  return [
    useSyncExternalStore(
      subscribe,
      () => style,
      () => first,
    ),
    set,
  ]
}
