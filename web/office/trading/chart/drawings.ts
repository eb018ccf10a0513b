import { t } from '@lingui/core/macro'
import type { Drawing } from '../../../../api/calls/trading/workspace.ts'
import { workspaceLimits } from '../../../../api/workspace.ts'

export type { Drawing }

/** Tools in the drawing menu, in order. Each has the name of an overlay of the chart. */
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
  { name: 'rectangle', label: () => t`Rectangle` },
  { name: 'note', label: () => t({ message: 'Text', comment: 'Drawing tool' }) },
  { name: 'brush', label: () => t`Brush` },
] as const

const known = new Set<string>(drawingTools.map((tool) => tool.name))

/** Returns the drawings whose tool exists. Older ones may have been made with a tool that no longer does. */
export function knownDrawings(drawings: readonly Drawing[] | undefined): Drawing[] {
  return (drawings ?? []).filter((one) => known.has(one.name) && Array.isArray(one.points))
}

/**
 * Returns drawings as they are stored: only the newest, without the chart's own fields. A long brush stroke keeps
 * evenly spaced points.
 */
export function storableDrawings(drawings: readonly Drawing[]): Drawing[] {
  return drawings.slice(-workspaceLimits.drawings).map(({ name, points, text, colour, locked }) => ({
    name,
    points: thinned(points).map(({ timestamp, value }) => ({
      ...(timestamp !== undefined && { timestamp }),
      ...(value !== undefined && { value }),
    })),
    ...(text && { text: text.slice(0, workspaceLimits.textCharacters) }),
    ...(colour && { colour }),
    ...(locked && { locked }),
  }))
}

const brushPoints = 120

function thinned<T>(points: readonly T[]): readonly T[] {
  if (points.length <= brushPoints) return points
  const step = (points.length - 1) / (brushPoints - 1)
  return Array.from({ length: brushPoints }, (_, index) => points[Math.round(index * step)]!)
}
