import type { OverlayCreate, OverlayFigure, OverlayTemplate } from 'klinecharts'
import type { CallOutput } from '../../data/call.ts'
import type { ChartColors } from './chart-theme.ts'

/** A refused price as the chart marks it; without a price where what came was none. */
export type RefusedMark = { id: string; atMs: number; price: number | null }

/** Older ones are only in the list, so that the chart stays readable. */
const marked = 100

/** Marks of refused prices, the newest first as given. */
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

/** Where a mark is drawn, in pixels from the top: at its price, or at the edge beyond which its price lies. */
export function placeOfRefused(y: number | null, heightPx: number): number {
  return y === null ? heightPx - edgePx : Math.min(Math.max(y, edgePx), heightPx - edgePx)
}

export const refusedOverlay = 'refusedPrice'
type Extend = { hasPrice: boolean; colors: ChartColors }

/** The overlay of one mark. */
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

/** How the chart draws a mark: a cross. */
export const refusedTemplate: OverlayTemplate<Extend> = {
  name: refusedOverlay,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures({ chart, coordinates: [at], bounding, overlay }) {
    const oldestMs = chart.getDataList()[0]?.timestamp
    const atMs = overlay.points[0]?.timestamp
    // The library would put what is older than its candles onto the first of them.
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
