import type { KeyboardEvent } from 'react'

/** Moves the focus among the buttons of a list with the left and right keys, so that the list is one tab stop. */
export function moveFocusAmongButtons(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return
  const items = [...event.currentTarget.querySelectorAll('button')]
  const next = items.indexOf(document.activeElement as HTMLButtonElement) + (event.key === 'ArrowRight' ? 1 : -1)
  event.preventDefault()
  items[(next + items.length) % items.length]?.focus()
}
