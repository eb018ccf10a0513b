import { useEffect, useRef } from 'react'

/** Whether keys pressed in `element` write text there. Radio buttons, check boxes and sliders do not. */
export function writesText(element: { tagName: string; type?: string; isContentEditable?: boolean } | null): boolean {
  if (!element) return false
  if (element.isContentEditable || element.tagName === 'TEXTAREA' || element.tagName === 'SELECT') return true
  return (
    element.tagName === 'INPUT' && !['radio', 'checkbox', 'button', 'submit', 'range'].includes(element.type ?? 'text')
  )
}

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat'>

/** Ctrl+K, and Cmd+K on a Mac: the command palette, also while typing. */
export const isPaletteKey = (press: Press) =>
  press.key.toLowerCase() === 'k' &&
  (press.ctrlKey || press.metaKey) &&
  !press.altKey &&
  !press.shiftKey &&
  !press.repeat

/** `?`: the list of keys. */
export const isHelpKey = (press: Press) =>
  press.key === '?' && !press.ctrlKey && !press.metaKey && !press.altKey && !press.repeat

/** Calls for the palette and, where there is one, for the help. No key acts below an open dialog, nor `?` while somebody types. */
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
