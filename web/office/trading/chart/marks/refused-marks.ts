import type { OverlayCreate, OverlayFigure, OverlayTemplate } from 'klinecharts'
import type { CallOutput } from '../../../../data/call.ts'
import type { ChartColors } from '../chart-theme.ts'

/** A refused price on the chart. `price` is null if the received value wasn't a number. */
export type RefusedMark = { id: string; atMs: number; price: number | null }

/** Maximum number of marks, so that the chart stays readable. Older refused prices have no mark. */
const marked = 100

/** Returns marks for refused prices, in the given order, newest first. */
export function refusedMarks(
  refused: readonly Pick<CallOutput<'prices.refused'>[number], 'id' | 'at' | 'price'>[],
): RefusedMark[] {
  return refused.slice(0, marked).map(({ id, at, price }) => ({
    id,
    atMs: at,
    price: price !== null && Number.isFinite(Number(price)) ? Number(price) : null,
  }))
}

const armPx = 4
const edgePx = 6

/** Returns a mark's position in pixels from the top: at its price, or at the edge if its price is out of view. */
export function placeOfRefused(y: number | null, heightPx: number): number {
  return y === null ? heightPx - edgePx : Math.min(Math.max(y, edgePx), heightPx - edgePx)
}

export const refusedOverlay = 'refusedPrice'
type Extend = { hasPrice: boolean; colors: ChartColors }

/** Returns the overlay for a mark. */
export function refusedOverlayOf({ id, atMs, price }: RefusedMark, colors: ChartColors): OverlayCreate {
  const extendData: Extend = { hasPrice: price !== null, colors }
  return {
    name: refusedOverlay,
    id: `refused-${id}`,
    groupId: refusedOverlay,
    lock: true,
    points: [{ timestamp: atMs, value: price ?? 0 }],
    extendData,
  }
}

/** Draws a mark as a cross. */
export const refusedTemplate: OverlayTemplate<Extend> = {
  name: refusedOverlay,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures({ chart, coordinates: [at], bounding, overlay }) {
    const oldestMs = chart.getDataList()[0]?.timestamp
    const atMs = overlay.points[0]?.timestamp
    // The library would draw marks older than its candles on the first candle.
    if (!at || oldestMs === undefined || atMs === undefined || atMs < oldestMs) return []
    const { hasPrice, colors } = overlay.extendData
    const y = placeOfRefused(hasPrice ? at.y : null, bounding.height)
    const arm = (slope: 1 | -1): OverlayFigure => ({
      type: 'line',
      ignoreEvent: true,
      attrs: {
        coordinates: [
          { x: at.x - armPx, y: y - slope * armPx },
          { x: at.x + armPx, y: y + slope * armPx },
        ],
      },
      styles: { style: 'solid', color: colors.ink, size: 1.75 },
    })
    return [arm(1), arm(-1)]
  },
}
