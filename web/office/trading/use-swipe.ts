import { type TouchEvent, useRef } from 'react'

/** How far a finger must move, in pixels, and how many times farther than in the other direction. */
const swipePx = 60
const slope = 2

type Swipes = {
  /** Called with 1 for a swipe to the left (the next) and -1 for one to the right. */
  onSideways?: (step: 1 | -1) => void
  onUp?: () => void
}

/** Returns touch handlers that call a function for each swipe with one finger. */
export function useSwipe({ onSideways, onUp }: Swipes) {
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
      if (Math.abs(dx) >= swipePx && Math.abs(dx) > slope * Math.abs(dy)) onSideways?.(dx < 0 ? 1 : -1)
      else if (dy <= -swipePx && -dy > slope * Math.abs(dx)) onUp?.()
    },
  }
}
