import { t } from '@lingui/core/macro'

/** What a key does on the trading screen. `interval` carries its place in the list of intervals, from 0. */
export type Shortcut =
  | { action: 'buy' | 'sell' | 'search' | 'amount' | 'more' | 'less' | 'favourite' | 'say-price' | 'history' | 'help' }
  | { action: 'interval'; index: number }

export type KeyPress = {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** The key is held down: orders must not repeat. */
  repeat: boolean
  /** Focus is in a field where keys write text. */
  inField: boolean
  /** A dialog is open: its keys are its own. */
  inDialog: boolean
}

/** The list that the help shows, in its order. */
export const shortcutHelp = (): { keys: string[]; does: string }[] => [
  { keys: ['B'], does: t`BUY with the ticket as it stands` },
  { keys: ['S'], does: t`SELL with the ticket as it stands` },
  { keys: ['/'], does: t`Find a symbol` },
  { keys: ['A'], does: t`Go to the amount` },
  { keys: ['+', '−'], does: t`Raise or lower the amount` },
  { keys: ['1', '…', '5'], does: t`Choose 5, 10, 30, 60 or 180 seconds` },
  { keys: ['F'], does: t`Make the symbol a favourite, or no longer` },
  { keys: ['P'], does: t`Say the price (screen reader)` },
  { keys: ['H'], does: t`Go to the trade history` },
  { keys: ['?'], does: t`Show these keys` },
]

const actions: Record<string, Exclude<Shortcut['action'], 'interval'>> = {
  b: 'buy', s: 'sell', '/': 'search', a: 'amount', '+': 'more', '=': 'more', '-': 'less', f: 'favourite', p: 'say-price', h: 'history', '?': 'help',
}

/** The shortcut of a key press, or null where the key belongs to a field, a dialog or the browser. */
export function shortcutOf(press: KeyPress): Shortcut | null {
  if (press.inField || press.inDialog || press.ctrlKey || press.metaKey || press.altKey) return null
  if (/^[1-5]$/.test(press.key)) return { action: 'interval', index: Number(press.key) - 1 }
  const action = actions[press.key.toLowerCase()]
  if (!action || (press.repeat && action !== 'more' && action !== 'less')) return null
  return { action }
}

/** Whether keys pressed in `element` write text there. Radio buttons, check boxes and sliders do not. */
export function writesText(element: { tagName: string; type?: string; isContentEditable?: boolean } | null): boolean {
  if (!element) return false
  if (element.isContentEditable || element.tagName === 'TEXTAREA' || element.tagName === 'SELECT') return true
  return element.tagName === 'INPUT' && !['radio', 'checkbox', 'button', 'submit', 'range'].includes(element.type ?? 'text')
}
