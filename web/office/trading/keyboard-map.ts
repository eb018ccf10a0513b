import { t } from '@lingui/core/macro'

type Action =
  | 'buy'
  | 'sell'
  | 'repeat'
  | 'reverse'
  | 'search'
  | 'amount'
  | 'more'
  | 'less'
  | 'favourite'
  | 'say_price'
  | 'replay'
  | 'history'
  | 'full_screen'

/** Action of a key on the trading screen. For `interval`, `index` is the position in the list of intervals, from 0. */
export type Shortcut = { action: Action } | { action: 'interval'; index: number }

export type KeyPress = {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  /** The key is held down. Orders must not repeat. */
  repeat: boolean
  /** The focus is in a text field. */
  inField: boolean
  /** The text field takes only digits, so letters are shortcuts there too. */
  inDigits: boolean
  /** A dialog is open and handles its own keys. */
  inDialog: boolean
}

type TradingKey = {
  action: Shortcut['action']
  /** Values of `KeyboardEvent.key`, in lower case. */
  presses: readonly string[]
  /** How the help shows the keys, if different. */
  written?: readonly string[]
  does: () => string
  /** Repeats while the key is held down. */
  repeats?: boolean
}

/** Every key on the trading screen, in the order of the help. */
export const tradingKeys: readonly TradingKey[] = [
  { action: 'buy', presses: ['b'], does: () => t`BUY with the current ticket` },
  { action: 'sell', presses: ['s'], does: () => t`SELL with the current ticket` },
  { action: 'repeat', presses: ['r'], does: () => t`Repeat your last order` },
  { action: 'reverse', presses: ['x'], does: () => t`Repeat your last order on the other side` },
  { action: 'search', presses: ['/'], does: () => t`Find a symbol` },
  { action: 'amount', presses: ['a'], does: () => t`Go to the amount` },
  { action: 'more', presses: ['+', '='], written: ['+'], does: () => t`Raise the amount`, repeats: true },
  { action: 'less', presses: ['-'], written: ['−'], does: () => t`Lower the amount`, repeats: true },
  {
    action: 'interval',
    presses: ['1', '2', '3', '4', '5'],
    written: ['1', '…', '5'],
    does: () => t`Select 5, 10, 30, 60 or 180 seconds`,
  },
  { action: 'favourite', presses: ['f'], does: () => t`Add the symbol to favourites or remove it` },
  { action: 'say_price', presses: ['p'], does: () => t`Read the price aloud (screen reader)` },
  { action: 'replay', presses: ['l'], does: () => t`Replay the latest result` },
  { action: 'history', presses: ['h'], does: () => t`Go to the trade history` },
  { action: 'full_screen', presses: ['w'], does: () => t`Enter or exit full screen` },
]

/** Returns the shortcut for a key press, or null if a text field, a dialog or the browser handles the key. */
export function shortcutOf(press: KeyPress): Shortcut | null {
  const pressed = press.key.toLowerCase()
  const isTyped = press.inField && !(press.inDigits && /^[a-z]$/.test(pressed))
  if (isTyped || press.inDialog || press.ctrlKey || press.metaKey || press.altKey) return null
  const found = tradingKeys.find(({ presses }) => presses.includes(pressed))
  if (!found || (press.repeat && !found.repeats)) return null
  return found.action === 'interval'
    ? { action: 'interval', index: found.presses.indexOf(pressed) }
    : { action: found.action }
}
