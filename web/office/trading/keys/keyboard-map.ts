import { t } from '@lingui/core/macro'
import type { ChartInterval, KeyAction, KeyChoices } from '../../../../api/workspace.ts'

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
  action: KeyAction
  /** Values of `KeyboardEvent.key`, in lower case. The help shows the first. */
  presses: readonly [string, ...string[]]
  does: () => string
  /** Repeats while the key is held down. */
  repeats?: boolean
}

/** The intervals that keys select, in seconds. Source: docs/spec/product.md section 5. */
const intervalSeconds = [5, 10, 30, 60, 180] as const

const intervalKeys = intervalSeconds.map((seconds, index): TradingKey => ({
  action: `interval_${index + 1}` as KeyAction,
  presses: [String(index + 1)],
  does: () => t`Select ${seconds} seconds`,
}))

/** Candle lengths with a key of their own. */
export const candleKeys: Partial<Record<KeyAction, ChartInterval>> = {
  candles_5s: '5s',
  candles_15s: '15s',
  candles_1m: '1m',
  candles_5m: '5m',
  candles_1h: '1h',
}

const lengthKeys = Object.entries(candleKeys).map(([action, length], index): TradingKey => ({
  action: action as KeyAction,
  presses: [String((index + 6) % 10)],
  does: () => t`Show ${length} candles`,
}))

/** Every key on the trading screen, in the order of the help. */
export const tradingKeys: readonly TradingKey[] = [
  { action: 'buy', presses: ['b'], does: () => t`BUY with the current ticket` },
  { action: 'sell', presses: ['s'], does: () => t`SELL with the current ticket` },
  { action: 'repeat', presses: ['r'], does: () => t`Repeat your last order` },
  { action: 'reverse', presses: ['x'], does: () => t`Repeat your last order on the other side` },
  { action: 'search', presses: ['/'], does: () => t`Find a symbol` },
  { action: 'amount', presses: ['a'], does: () => t`Go to the amount` },
  { action: 'more', presses: ['+', '='], does: () => t`Raise the amount`, repeats: true },
  { action: 'less', presses: ['-'], does: () => t`Lower the amount`, repeats: true },
  ...intervalKeys,
  { action: 'shorter_candles', presses: [','], does: () => t`Show shorter candles` },
  { action: 'longer_candles', presses: ['.'], does: () => t`Show longer candles` },
  ...lengthKeys,
  { action: 'favourite', presses: ['f'], does: () => t`Add the symbol to favourites or remove it` },
  { action: 'say_price', presses: ['p'], does: () => t`Read the price aloud (screen reader)` },
  { action: 'replay', presses: ['l'], does: () => t`Replay the latest result` },
  { action: 'history', presses: ['h'], does: () => t`Go to the trade history` },
  { action: 'full_screen', presses: ['w'], does: () => t`Enter or exit full screen` },
]

/** Returns the keys of an action: the one that the customer chose, or the usual ones. */
const pressesOf = ({ action, presses }: TradingKey, choices: KeyChoices): readonly string[] =>
  choices[action] === undefined ? presses : [choices[action]]

/** Returns the key of an action as a value of `KeyboardEvent.key`, in lower case. */
export const keyOf = (action: KeyAction, choices: KeyChoices): string =>
  pressesOf(
    tradingKeys.find((one) => one.action === action)!,
    choices,
  )[0]!

/** Returns how the page shows a key. */
export const writtenKey = (key: string): string => (key === '-' ? '−' : key.toUpperCase())

/** Returns the action for a key press, or null if a text field, a dialog or the browser handles the key. */
export function shortcutOf(press: KeyPress, choices: KeyChoices): KeyAction | null {
  const pressed = press.key.toLowerCase()
  const isTyped = press.inField && !(press.inDigits && /^\p{L}$/u.test(pressed))
  if (isTyped || press.inDialog || press.ctrlKey || press.metaKey || press.altKey) return null
  const found = tradingKeys.find((one) => pressesOf(one, choices).includes(pressed))
  return found && (!press.repeat || found.repeats) ? found.action : null
}

/**
 * Returns the choices with another key for an action, or why the key can't be used. `pressed` is a value of
 * `KeyboardEvent.key`.
 */
export function withKey(
  choices: KeyChoices,
  action: KeyAction,
  pressed: string,
): { choices: KeyChoices } | { problem: string } {
  const key = pressed.toLowerCase()
  if (!/^[^\s\p{Lu}]$/u.test(key)) return { problem: t`Choose a letter, digit or punctuation mark.` }
  const written = writtenKey(key)
  if (key === '?') return { problem: t`${written} shows this list. Choose another key.` }
  const other = tradingKeys.find((one) => one.action !== action && pressesOf(one, choices).includes(key))
  const does = other?.does()
  if (does)
    return { problem: t`${written} is already the key for “${does}”. Choose another key, or change that one first.` }
  const { [action]: _before, ...others } = choices
  const usual: readonly string[] = tradingKeys.find((one) => one.action === action)!.presses
  return { choices: usual[0] === key ? others : { ...others, [action]: key } }
}
