import { useEffect, useRef } from 'react'
import { writesText } from '../../ui/commands/page-keys.ts'
import { type Shortcut, shortcutOf } from './keyboard-map.ts'

/** Calls `act` for each shortcut key, unless a text field or a dialog handles the key. */
export function useShortcuts(act: (shortcut: Shortcut) => void) {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat } = event
      const inField = writesText(document.activeElement as HTMLElement | null)
      const shortcut = shortcutOf({
        key,
        ctrlKey,
        metaKey,
        altKey,
        repeat,
        inField,
        inDigits: (document.activeElement as HTMLElement | null)?.inputMode === 'decimal',
        inDialog: document.querySelector('dialog[open]') !== null,
      })
      if (!shortcut || event.defaultPrevented) return
      event.preventDefault()
      latest.current(shortcut)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
