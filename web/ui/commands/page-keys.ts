import { useEffect, useRef } from 'react'

/** Returns whether the user can type text into `element`, unlike radio buttons, checkboxes and sliders. */
export function writesText(element: { tagName: string; type?: string; isContentEditable?: boolean } | null): boolean {
  if (!element) return false
  if (element.isContentEditable || element.tagName === 'TEXTAREA' || element.tagName === 'SELECT') return true
  return (
    element.tagName === 'INPUT' && !['radio', 'checkbox', 'button', 'submit', 'range'].includes(element.type ?? 'text')
  )
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>

/** Ctrl+K, or Cmd+K on a Mac, opens the command palette, even while the user types. */
export const isPaletteKey = (press: Press) =>
  press.key.toLowerCase() === 'k' &&
  (press.ctrlKey || press.metaKey) &&
  !press.altKey &&
  !press.shiftKey &&
  !press.repeat

/** `?` opens the list of keyboard shortcuts. */
export const isHelpKey = (press: Press) =>
  press.key === '?' && !press.ctrlKey && !press.metaKey && !press.altKey && !press.repeat

/**
 * Opens the palette and, if present, the help. The keys do nothing behind an open dialog, and `?` does nothing while
 * the user types.
 */
export function usePageKeys(acts: { palette: () => void; help?: () => void }) {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return
      const act = isPaletteKey(event)
        ? latest.current.palette
        : isHelpKey(event) && !writesText(document.activeElement as HTMLElement | null)
          ? latest.current.help
          : undefined
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
