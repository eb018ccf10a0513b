import { useCallback, useSyncExternalStore } from 'react'
import {
  chartIntervals,
  chartTypes,
  type Charts,
  gridSizes,
  type IndicatorSetting,
  panelLimits,
  panelNames,
  type PanelName,
  type PanelSizes,
  type PaneSettings,
} from '../../../api/workspace.ts'
import type { SymbolOrder } from './symbols/symbol-search.ts'

/** Preferences of the trading screen that stay on this device. */
type DevicePreferences = {
  favourites: string[]
  symbolOrder: SymbolOrder
  /** Symbols that were chosen, newest first. */
  recentSymbols: string[]
  amount: string
  interval: number
  showTrades: boolean
  /** Sound and vibration when a trade settles. */
  settleSignal: boolean
}

/** What is stored on this device. The charts are also stored with the account (chart/workspace.ts). */
export type StoredPreferences = DevicePreferences & Charts

/** The settings of the active chart are preferences too: its symbol is the one that the ticket trades. */
export type Preferences = DevicePreferences & PaneSettings

const defaultPane: PaneSettings = {
  symbol: '',
  candles: '5s',
  chartType: 'candles',
  indicators: [{ name: 'MA', params: [9, 21], colours: [] }],
}

export const defaultCharts: Charts = { grid: 1, active: 0, panes: [defaultPane] }

export const defaultPreferences: StoredPreferences = {
  favourites: [],
  symbolOrder: 'recent',
  recentSymbols: [],
  amount: '10',
  interval: 30,
  showTrades: true,
  settleSignal: false,
  ...defaultCharts,
}

const storageKey = 'trading'
const listeners = new Set<() => void>()
let held: StoredPreferences | undefined

/**
 * Reads stored preferences. A value whose type differs from its default, for example from an older version, is ignored.
 */
export function readPreferences(text: string | null): StoredPreferences {
  let stored: Record<string, unknown> = {}
  try {
    stored = (JSON.parse(text ?? '{}') ?? {}) as Record<string, unknown>
  } catch {
    // Unreadable: use the defaults.
  }
  const { grid, active, panes, panels: _none, ...device } = defaultPreferences
  const entries = Object.entries(device).map(([key, fallback]) => [
    key,
    hasTypeOf(stored[key], fallback) ? stored[key] : fallback,
  ])
  return { ...(Object.fromEntries(entries) as DevicePreferences), ...readCharts(stored, { grid, active, panes }) }
}

function hasTypeOf(value: unknown, fallback: unknown): boolean {
  if (Array.isArray(fallback)) return Array.isArray(value) && value.every((one) => typeof one === 'string')
  return typeof value === typeof fallback
}

function readCharts(stored: Record<string, unknown>, fallback: Charts): Charts {
  // Earlier versions stored the settings of the only chart without a list.
  const panes = Array.isArray(stored['panes']) ? stored['panes'] : [stored]
  const read = panes.slice(0, 4).map((pane) => readPane(pane as Record<string, unknown> | null))
  const grid = gridSizes.find((size) => size === stored['grid']) ?? fallback.grid
  const active = Number(stored['active'] ?? 0)
  return {
    grid,
    active: Number.isInteger(active) && active >= 0 && active < Math.min(grid, read.length) ? active : 0,
    panes: read.length > 0 ? read : fallback.panes,
    ...readPanels(stored['panels']),
  }
}

/** Returns the sizes that are set, always in the same order, so that equal sizes have equal JSON. */
function readPanels(stored: unknown): { panels?: PanelSizes } {
  const given = (stored ?? {}) as Partial<Record<PanelName, unknown>>
  const sizes = panelNames.flatMap((name) => {
    const { least, most } = panelLimits[name]
    const px = given[name]
    return typeof px === 'number' && Number.isFinite(px)
      ? [[name, Math.min(most, Math.max(least, Math.round(px)))] as const]
      : []
  })
  return sizes.length > 0 ? { panels: Object.fromEntries(sizes) } : {}
}

function readPane(stored: Record<string, unknown> | null): PaneSettings {
  const { symbol, candles, chartType, indicators } = stored ?? {}
  return {
    symbol: typeof symbol === 'string' ? symbol : defaultPane.symbol,
    candles: chartIntervals.find((one) => one === candles) ?? defaultPane.candles,
    chartType: chartTypes.find((one) => one === chartType) ?? defaultPane.chartType,
    indicators: Array.isArray(indicators) ? indicators.filter(isIndicator) : defaultPane.indicators,
  }
}

function isIndicator(value: unknown): value is IndicatorSetting {
  const { name, params, colours } = (value ?? {}) as Partial<IndicatorSetting>
  return typeof name === 'string' && Array.isArray(params) && Array.isArray(colours)
}

function current(): StoredPreferences {
  held ??= readPreferences(localStorage.getItem(storageKey))
  return held
}

function store(next: StoredPreferences): void {
  held = next
  try {
    localStorage.setItem(storageKey, JSON.stringify(held))
  } catch {
    // Storage is full or blocked: the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

/** Calls `listener` when a preference changes. Returns a function that stops this. */
export function onPreferences(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the pane of an index, or the default for one that hasn't been shown yet. */
export const paneAt = ({ panes }: Charts, index: number): PaneSettings => panes[index] ?? panes[0] ?? defaultPane

/** Returns charts with changed settings of one pane. */
export function withPane(charts: Charts, index: number, change: Partial<PaneSettings>): Charts {
  const panes = Array.from({ length: Math.max(charts.panes.length, index + 1) }, (_, place) => paneAt(charts, place))
  panes[index] = { ...panes[index]!, ...change }
  return { ...charts, panes }
}

const laterLengths = ['1m', '15s', '5m'] as const

/** Returns charts divided into `grid` panes. New panes show the active pane's symbol with other candle lengths. */
export function divided(charts: Charts, grid: Charts['grid']): Charts {
  const active = paneAt(charts, charts.active)
  const panes = Array.from(
    { length: Math.max(grid, charts.panes.length) },
    (_, index) => charts.panes[index] ?? { ...active, candles: laterLengths[(index - 1) % 3]!, indicators: [] },
  )
  // The ticket keeps its symbol: the active pane moves into view.
  if (charts.active >= grid) panes[0] = active
  return { ...charts, grid, active: charts.active < grid ? charts.active : 0, panes }
}

/** Returns the charts as stored on this device. */
export const readStoredCharts = (): Charts => chartsOf(current())
/** Returns only the charts of an object, such as a layout, with the panels' sizes. */
export const chartsOf = ({ grid, active, panes, panels }: Charts): Charts => ({ grid, active, panes, panels })

export function changeCharts(change: (charts: Charts) => Charts): void {
  store({ ...current(), ...change(chartsOf(current())) })
}

const isOfPane = (key: keyof Preferences): key is keyof PaneSettings => key in defaultPane

function valueOf<K extends keyof Preferences>(stored: StoredPreferences, key: K): Preferences[K] {
  const source = isOfPane(key) ? paneAt(stored, stored.active) : stored
  return (source as Preferences)[key]
}

/** Returns one stored preference and its setter. On the server, returns the default. */
export function usePreference<K extends keyof Preferences>(key: K): [Preferences[K], (value: Preferences[K]) => void] {
  const value = useSyncExternalStore(
    onPreferences,
    () => valueOf(current(), key),
    () => valueOf(defaultPreferences, key),
  )
  const set = useCallback(
    (next: Preferences[K]) => {
      if (isOfPane(key)) changeCharts((charts) => withPane(charts, charts.active, { [key]: next }))
      else store({ ...current(), [key]: next })
    },
    [key],
  )
  return [value, set]
}

let heldCharts: Charts = defaultCharts

/** Returns the same object until the charts change, so that other preferences don't rerender them. */
function currentCharts(): Charts {
  const next = chartsOf(current())
  const names = ['grid', 'active', 'panes', 'panels'] as const
  if (names.some((name) => heldCharts[name] !== next[name])) heldCharts = next
  return heldCharts
}

/** Returns the panes, their number, the active one and the panels' sizes. On the server, returns the defaults. */
export function useCharts(): Charts {
  return useSyncExternalStore(onPreferences, currentCharts, () => defaultCharts)
}

/** Sets the size of a panel in CSS pixels, within its limits. Null gives it its usual size. */
export function setPanelSize(name: PanelName, px: number | null): void {
  changeCharts(({ panels, ...charts }) => ({ ...charts, panels: undefined, ...readPanels({ ...panels, [name]: px }) }))
}
