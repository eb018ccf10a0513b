import { useCallback, useSyncExternalStore } from 'react'
import type { SymbolOrder } from './symbols/symbol-search.ts'
import type { CandleInterval } from '../../../api/calls/markets/markets.ts'

/** Preferences of the trading screen, stored on this device. */
export type Preferences = {
  /** Empty until the customer chooses one. */
  symbol: string
  favourites: string[]
  symbolOrder: SymbolOrder
  amount: string
  interval: number
  candles: CandleInterval
  chartType: 'candles' | 'hollow' | 'bars' | 'area' | 'line'
  indicators: string[]
  showTrades: boolean
  /** Sound and vibration when a trade settles. */
  settleSignal: boolean
}

export const defaultPreferences: Preferences = {
  symbol: '',
  favourites: [],
  symbolOrder: 'catalogue',
  amount: '10',
  interval: 30,
  candles: '5s',
  chartType: 'candles',
  indicators: ['MA'],
  showTrades: true,
  settleSignal: false,
}

const storageKey = 'trading'
const listeners = new Set<() => void>()
let held: Preferences | undefined

/**
 * Reads stored preferences. A value whose type differs from its default, for example from an older version, is ignored.
 */
export function readPreferences(text: string | null): Preferences {
  let stored: Record<string, unknown> = {}
  try {
    stored = (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>
  } catch {
    // Unreadable: use the defaults.
  }
  const entries = Object.entries(defaultPreferences).map(([key, fallback]) => [
    key,
    hasTypeOf(stored[key], fallback) ? stored[key] : fallback,
  ])
  return Object.fromEntries(entries) as Preferences
}

function hasTypeOf(value: unknown, fallback: unknown): boolean {
  if (Array.isArray(fallback)) return Array.isArray(value) && value.every((one) => typeof one === 'string')
  return typeof value === typeof fallback
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
    // Storage is full or blocked: the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns one stored preference and its setter. On the server, returns the default. */
export function usePreference<K extends keyof Preferences>(key: K): [Preferences[K], (value: Preferences[K]) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => current()[key],
    () => defaultPreferences[key],
  )
  const set = useCallback((next: Preferences[K]) => change(key, next), [key])
  return [value, set]
}
