import { useCallback, useSyncExternalStore } from 'react'
import type { CandleInterval } from '../../../contract/markets.ts'

/** What the trading screen remembers on this device. */
export type Preferences = {
  /** Empty until the person has chosen one. */
  symbol: string
  favourites: string[]
  amount: string
  interval: number
  candles: CandleInterval
  chartType: 'candles' | 'hollow' | 'bars' | 'area' | 'line'
  indicators: string[]
  showTrades: boolean
  tapePaused: boolean
}

export const defaultPreferences: Preferences = {
  symbol: '',
  favourites: [],
  amount: '10',
  interval: 30,
  candles: '5s',
  chartType: 'candles',
  indicators: ['MA'],
  showTrades: true,
  tapePaused: false,
}

const storageKey = 'trading'
const listeners = new Set<() => void>()
let held: Preferences | undefined

/** Takes what fits the kind of each default; anything else, such as an older form, falls back to the default. */
export function readPreferences(text: string | null): Preferences {
  let stored: Record<string, unknown> = {}
  try {
    stored = (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>
  } catch {
    // Unreadable: the defaults hold.
  }
  const entries = Object.entries(defaultPreferences).map(([key, standard]) => [
    key,
    isLike(stored[key], standard) ? stored[key] : standard,
  ])
  return Object.fromEntries(entries) as Preferences
}

function isLike(value: unknown, standard: unknown): boolean {
  if (Array.isArray(standard)) return Array.isArray(value) && value.every((one) => typeof one === 'string')
  return typeof value === typeof standard
}

function current(): Preferences {
  held ??= readPreferences(localStorage.getItem(storageKey))
  return held
}

function change<K extends keyof Preferences>(key: K, value: Preferences[K]): void {
  held = { ...current(), [key]: value }
  try {
    localStorage.setItem(storageKey, JSON.stringify(held))
  } catch {
    // No room or no permission: the choice lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** One remembered choice and the way to change it. While rendering on the server: the default. */
export function usePreference<K extends keyof Preferences>(key: K): [Preferences[K], (value: Preferences[K]) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => current()[key],
    () => defaultPreferences[key],
  )
  const set = useCallback((next: Preferences[K]) => change(key, next), [key])
  return [value, set]
}
