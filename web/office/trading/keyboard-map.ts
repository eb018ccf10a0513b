import { t } from '@lingui/core/macro'

type Action = 'buy' | 'sell' | 'search' | 'amount' | 'more' | 'less' | 'favourite' | 'say-price' | 'history'

/** What a key does on the trading screen. `interval` carries its place in the list of intervals, from 0. */
export type Shortcut = { action: Action } | { action: 'interval'; index: number }

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

type TradingKey = {
  action: Shortcut['action']
  /** As `KeyboardEvent.key` has them, in small letters. */
  presses: readonly string[]
  /** How the help writes them, where that is another way. */
  written?: readonly string[]
  does: () => string
  /** Goes on while the key is held down. */
  repeats?: boolean
}

/** Every key of the trading screen, in the order of the help. */
export const tradingKeys: readonly TradingKey[] = [
  { action: 'buy', presses: ['b'], does: () => t`BUY with the ticket as it stands` },
  { action: 'sell', presses: ['s'], does: () => t`SELL with the ticket as it stands` },
  { action: 'search', presses: ['/'], does: () => t`Find a symbol` },
  { action: 'amount', presses: ['a'], does: () => t`Go to the amount` },
  { action: 'more', presses: ['+', '='], written: ['+'], does: () => t`Raise the amount`, repeats: true },
  { action: 'less', presses: ['-'], written: ['−'], does: () => t`Lower the amount`, repeats: true },
  {
    action: 'interval',
    presses: ['1', '2', '3', '4', '5'],
    written: ['1', '…', '5'],
    does: () => t`Choose 5, 10, 30, 60 or 180 seconds`,
  },
  { action: 'favourite', presses: ['f'], does: () => t`Make the symbol a favourite, or no longer` },
  { action: 'say-price', presses: ['p'], does: () => t`Say the price (screen reader)` },
  { action: 'history', presses: ['h'], does: () => t`Go to the trade history` },
]

/** The shortcut of a key press, or null where the key belongs to a field, a dialog or the browser. */
export function shortcutOf(press: KeyPress): Shortcut | null {
  if (press.inField || press.inDialog || press.ctrlKey || press.metaKey || press.altKey) return null
  const pressed = press.key.toLowerCase()
  const found = tradingKeys.find(({ presses }) => presses.includes(pressed))
  if (!found || (press.repeat && !found.repeats)) return null
  return found.action === 'interval'
    ? { action: 'interval', index: found.presses.indexOf(pressed) }
    : { action: found.action }
}
