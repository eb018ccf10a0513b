import { type TouchEvent, useRef } from 'react'

/** How far a finger must move sideways, in pixels, and how many times farther than up or down. */
const swipePx = 60
const slope = 2

/** Returns touch handlers that call `onSwipe` with 1 for a swipe to the left (the next) and -1 for one to the right. */
export function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0]
      start.current = touches.length === 1 && touch ? { x: touch.clientX, y: touch.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const touch = changedTouches[0]
      if (!start.current || !touch) return
      const [dx, dy] = [touch.clientX - start.current.x, touch.clientY - start.current.y]
      start.current = null
      if (Math.abs(dx) >= swipePx && Math.abs(dx) > slope * Math.abs(dy)) onSwipe(dx < 0 ? 1 : -1)
    },
  }
}
