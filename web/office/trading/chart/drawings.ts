import { t } from '@lingui/core/macro'

/** A drawing by the customer: the name of the tool, and points with a time and a price. */
export type Drawing = { name: string; points: { timestamp?: number; value?: number }[] }

/** Tools in the drawing menu, in order. Each has the name of the chart library's overlay. */
export const drawingTools = [
  { name: 'horizontalStraightLine', label: () => t`Horizontal line` },
  { name: 'verticalStraightLine', label: () => t`Vertical line` },
  { name: 'segment', label: () => t`Trend line` },
  { name: 'rayLine', label: () => t`Ray` },
  { name: 'straightLine', label: () => t`Extended line` },
  { name: 'parallelStraightLine', label: () => t`Parallel lines` },
  { name: 'priceChannelLine', label: () => t`Price channel` },
  { name: 'fibonacciLine', label: () => t`Fibonacci retracement` },
  { name: 'priceLine', label: () => t`Price ray` },
  { name: 'brush', label: () => t`Brush` },
] as const

const storageKey = 'trading.drawings'
const maxPerSymbol = 50

/** Returns the drawings stored on this device for `symbol`. Skips unreadable ones. */
export function readDrawings(symbol: string, storage: Pick<Storage, 'getItem'> = localStorage): Drawing[] {
  try {
    const all = JSON.parse(storage.getItem(storageKey) ?? '{}') as Record<string, Drawing[]>
    const known = new Set<string>(drawingTools.map((tool) => tool.name))
    return (all[symbol] ?? []).filter((one) => known.has(one.name) && Array.isArray(one.points))
  } catch {
    return []
  }
}

/** Stores the drawings of `symbol`, replacing the previous ones. */
export function storeDrawings(
  symbol: string,
  drawings: readonly Drawing[],
  storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage,
): void {
  try {
    const all = JSON.parse(storage.getItem(storageKey) ?? '{}') as Record<string, Drawing[]>
    const kept = drawings
      .slice(-maxPerSymbol)
      .map(({ name, points }) => ({ name, points: points.map(({ timestamp, value }) => ({ timestamp, value })) }))
    storage.setItem(storageKey, JSON.stringify({ ...all, [symbol]: kept }))
  } catch {
    // Storage is full or blocked: the drawings last until the page is closed.
  }
}
