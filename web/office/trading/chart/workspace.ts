import { useEffect, useSyncExternalStore } from 'react'
import type { WorkspaceContent } from '../../../../api/calls/trading/workspace.ts'
import { type IndicatorSet, type KeyChoices, type Layout, workspaceLimits } from '../../../../api/workspace.ts'
import { call, CallRefused } from '../../../data/call.ts'
import { changeCharts, defaultCharts, onPreferences, readStoredCharts } from '../preferences.ts'
import type { Drawing } from './drawings.ts'
import { mergeWorkspaces } from './workspace-merge.ts'

/** What the account stores in addition to the panes. This device keeps a copy. */
export type ChartStore = {
  layouts: Layout[]
  indicatorSets: IndicatorSet[]
  drawings: Record<string, Drawing[]>
  /** Keys that the customer changed. */
  keys: KeyChoices
}

const storageKey = 'trading.charts'
const saveAfterMs = 1_500
const nothing: ChartStore = { layouts: [], indicatorSets: [], drawings: {}, keys: {} }

type Held = ChartStore & {
  /** The account's version that this device last loaded or saved, and its content. */
  version: number
  base: WorkspaceContent | null
}

let held: Held | undefined
const listeners = new Set<() => void>()

function current(): Held {
  held ??= readHeld(localStorage.getItem(storageKey))
  return held
}

function readHeld(text: string | null): Held {
  try {
    const stored = JSON.parse(text ?? '{}') as Partial<Held>
    return { ...nothing, version: 0, base: null, ...stored }
  } catch {
    return { ...nothing, version: 0, base: null }
  }
}

function store(next: Held): void {
  held = next
  try {
    localStorage.setItem(storageKey, JSON.stringify(held))
  } catch {
    // Storage is full or blocked: the account has the charts.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the saved layouts, indicator sets and drawings. On the server, returns none. */
export function useChartStore(): ChartStore {
  return useSyncExternalStore<ChartStore>(subscribe, current, () => nothing)
}

/** Returns the keys that the customer changed. On the server, returns none. */
export function useKeyChoices(): KeyChoices {
  return useSyncExternalStore(
    subscribe,
    () => current().keys,
    () => nothing.keys,
  )
}

export function changeChartStore(change: (charts: ChartStore) => Partial<ChartStore>): void {
  store({ ...current(), ...change(current()) })
}

/** Stores the drawings of a symbol. If there are drawings of too many symbols, drops those of the oldest. */
export function storeDrawings(symbol: string, drawings: Drawing[]): void {
  changeChartStore(({ drawings: { [symbol]: _, ...others } }) => {
    const entries = Object.entries(others).slice(-(workspaceLimits.symbols - 1))
    return { drawings: Object.fromEntries(drawings.length > 0 ? [...entries, [symbol, drawings]] : entries) }
  })
}

/** The charts that a customer sees before the account stores any. */
const unsaved: WorkspaceContent = { format: 1, ...defaultCharts, ...nothing }

function contentNow(): WorkspaceContent {
  const { layouts, indicatorSets, drawings, keys } = current()
  return { format: 1, ...readStoredCharts(), layouts, indicatorSets, drawings: fitting(drawings), keys }
}

/** Returns as many drawings, newest symbols first, as the account stores. */
function fitting(drawings: ChartStore['drawings']): ChartStore['drawings'] {
  const entries = Object.entries(drawings)
  const characters = () => JSON.stringify(entries).length
  while (entries.length > 0 && characters() > workspaceLimits.characters * 0.7) entries.shift()
  return Object.fromEntries(entries)
}

function apply(version: number, content: WorkspaceContent, saved: WorkspaceContent): void {
  const { layouts, indicatorSets, drawings, keys = {}, grid, active, panes, panels } = content
  store({ version, base: saved, layouts, indicatorSets, drawings, keys })
  const charts = { grid, active, panes, panels }
  if (JSON.stringify(readStoredCharts()) !== JSON.stringify(charts)) changeCharts(() => charts)
}

/** Loads the account's charts and adds what changed only on this device. */
async function load(signal?: AbortSignal): Promise<void> {
  const { version, content } = await call('workspace', {}, signal ? { signal } : {})
  if (content) apply(version, mergeWorkspaces(current().base, contentNow(), content), content)
  else store({ ...current(), version, base: null })
}

async function save(): Promise<void> {
  const content = contentNow()
  const { version, base } = current()
  if (JSON.stringify(content) === JSON.stringify(base ?? unsaved)) return
  const saved = await call('workspace.save', { version, content })
  store({ ...current(), version: saved.version, base: content })
}

/** Saves changes. If another window saved first, its changes are loaded and merged before the second try. */
async function saveMerged(): Promise<void> {
  try {
    await save()
  } catch (error) {
    if (!(error instanceof CallRefused) || error.code !== 'workspace_changed') throw error
    await load()
    await save()
  }
}

/** Loads the account's charts, and saves each change. Returns a function that saves the last change and stops. */
function startSync(): () => void {
  const stopping = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> = Promise.resolve()
  let loaded = false
  const firstContent = JSON.stringify(contentNow())
  const later = () => {
    clearTimeout(timer)
    if (loaded) timer = setTimeout(flush, saveAfterMs)
  }
  const flush = () => {
    timer = undefined
    // A failed save is repeated with the next change; this device has the charts until then.
    saving = saving.then(saveMerged).catch(() => {})
  }
  const stops = [subscribe(later), onPreferences(later)]
  load(stopping.signal).then(
    () => {
      loaded = true
      if (current().version > 0 || JSON.stringify(contentNow()) !== firstContent) later()
    },
    () => {},
  )
  return () => {
    stopping.abort()
    for (const stop of stops) stop()
    if (timer === undefined) return
    clearTimeout(timer)
    flush()
  }
}

let sync: { users: number; stop: () => void } | undefined

/** Keeps the charts and keys in sync with the account while at least one caller is mounted. */
export function useWorkspaceSync(): void {
  useEffect(() => {
    sync ??= { users: 0, stop: startSync() }
    sync.users += 1
    return () => {
      if (!sync) return
      sync.users -= 1
      if (sync.users > 0) return
      sync.stop()
      sync = undefined
    }
  }, [])
}
