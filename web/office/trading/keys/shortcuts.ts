import { useEffect, useRef } from 'react'
import type { KeyAction } from '../../../../api/workspace.ts'
import { writesText } from '../../../ui/commands/page-keys.ts'
import { useKeyChoices } from '../chart/workspace.ts'
import { keyOf, shortcutOf, writtenKey } from './keyboard-map.ts'

/** Calls `act` for each shortcut key, unless a text field or a dialog handles the key. */
export function useShortcuts(act: (action: KeyAction) => void) {
  const choices = useKeyChoices()
  const latest = useRef({ act, choices })
  useEffect(() => {
    latest.current = { act, choices }
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat } = event
      const inField = writesText(document.activeElement as HTMLElement | null)
      const pressed = {
        key,
        ctrlKey,
        metaKey,
        altKey,
        repeat,
        inField,
        inDigits: (document.activeElement as HTMLElement | null)?.inputMode === 'decimal',
        inDialog: document.querySelector('dialog[open]') !== null,
      }
      const action = shortcutOf(pressed, latest.current.choices)
      if (!action || event.defaultPrevented) return
      event.preventDefault()
      latest.current.act(action)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

/** Returns the key of an action as `aria-keyshortcuts` names it. */
export function useKeyName(action: KeyAction): string {
  const key = keyOf(action, useKeyChoices())
  return key === '+' ? 'Plus' : writtenKey(key)
}
