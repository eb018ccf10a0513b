import type { OverlayCreate, OverlayFigure, OverlayTemplate } from 'klinecharts'
import { t } from '@lingui/core/macro'
import { priceText } from '../../../../ui/text/number-text.ts'
import type { Tone } from '../../trades/settled.ts'
import type { ChartColors } from '../chart-theme.ts'
import { labelStyles, toneColor } from './mark-styles.ts'

/** The label of an open trade, at its strike. `shortText` is for charts that are too narrow for `text`. */
export type TradeLabel = { text: string; shortText: string; price: number; atMs: number; tone: Tone }

/** Height of a label with the gap to the next one, in pixels. */
const labelStepPx = 20
/** Space at the top for the candle's figures and the names of indicators, in pixels. */
const legendPx = 52
/** The same on a small chart, which has no figures. */
const smallTopPx = 14
const smallBelowPx = 240
const edgePx = 6
const mostLabels = 6
/** Charts narrower than this have short labels. */
const wideFromPx = 480

/**
 * Returns the middle of each label in pixels from the top, as close as possible to `wanted` and without overlaps. A
 * group of labels that would overlap is centred on their wanted places.
 */
export function placeLabels(wanted: readonly number[], top: number, bottom: number, step = labelStepPx): number[] {
  const order = wanted.map((_, index) => index).toSorted((a, b) => wanted[a]! - wanted[b]! || a - b)
  // Subtracting each label's place in the stack turns "at least a step apart" into "not decreasing", so groups that
  // violate it are merged into their mean.
  const groups: { sum: number; count: number }[] = []
  for (const [place, index] of order.entries()) {
    let group = { sum: wanted[index]! - place * step, count: 1 }
    for (let last = groups.at(-1); last && last.sum / last.count > group.sum / group.count; last = groups.at(-1)) {
      group = { sum: last.sum + group.sum, count: last.count + group.count }
      groups.pop()
    }
    groups.push(group)
  }
  const highest = Math.max(top, bottom - (wanted.length - 1) * step)
  const starts = groups.flatMap(({ sum, count }) =>
    Array.from({ length: count }, () => Math.min(Math.max(sum / count, top), highest)),
  )
  const placed = Array.from<number>({ length: wanted.length })
  for (const [place, index] of order.entries()) placed[index] = starts[place]! + place * step
  return placed
}

/** Returns how many labels fit between `top` and `bottom`; the last place is for the number of the others. */
export function shownLabels(count: number, top: number, bottom: number): number {
  const places = Math.max(1, Math.min(mostLabels, Math.floor((bottom - top) / labelStepPx) + 1))
  return count <= places ? count : places - 1
}

const labelOverlay = 'tradeLabels'
export const labelOverlayId = 'trade-labels'
type Extend = { count: number; labels: readonly TradeLabel[]; colors: ChartColors }

/** Returns the overlay for all labels: only one figure that draws all of them can keep them apart. */
export function labelOverlayOf(labels: readonly TradeLabel[], colors: ChartColors): OverlayCreate {
  return {
    name: labelOverlay,
    id: labelOverlayId,
    lock: true,
    zLevel: 10,
    points: labels.map(({ atMs, price }) => ({ timestamp: atMs, value: price })),
    // The library merges a new list into the previous one, which may have been longer.
    extendData: { count: labels.length, labels, colors } satisfies Extend,
  }
}

/** Draws the labels in the right margin, each with a line to its strike, and the strikes on the axis. */
export const labelTemplate: OverlayTemplate<Extend> = {
  name: labelOverlay,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures({ coordinates, bounding, overlay }) {
    const { count, labels, colors } = overlay.extendData
    const bottom = bounding.height - edgePx - labelStepPx / 2
    const topPx = bounding.height < smallBelowPx ? smallTopPx : legendPx
    const shown = shownLabels(count, topPx, bottom)
    const more = count - shown
    // A trade whose strike is out of view keeps its label, at the edge.
    const wanted = coordinates.slice(0, count).map(({ y }) => Math.min(Math.max(y, topPx), bottom))
    const places = placeLabels(more > 0 ? [...wanted.slice(0, shown), bottom] : wanted, topPx, bottom)
    const wide = bounding.width >= wideFromPx
    const figures: OverlayFigure[] = labels.slice(0, shown).flatMap((label, index) => {
      const color = toneColor(colors, label.tone)
      const text = wide ? label.text : label.shortText
      const right = bounding.width - edgePx
      return [labelFigure(text, right, places[index]!, color, colors)]
    })
    if (more > 0)
      figures.push(labelFigure(t`+${more} more`, bounding.width - edgePx, places[shown]!, colors.muted, colors))
    return figures
  },
  createYAxisFigures({ chart, coordinates, overlay, bounding, yAxis }) {
    const { count, labels, colors } = overlay.extendData
    const scale = chart.getSymbol()?.pricePrecision ?? 2
    const last = chart.getDataList().at(-1)?.close
    // The library's label of the last price has precedence.
    const taken = last === undefined || !yAxis ? [] : [yAxis.convertToPixel(last)]
    return labels.slice(0, count).flatMap(({ price, tone }, index) => {
      const y = coordinates[index]?.y
      if (y === undefined || taken.some((other) => Math.abs(other - y) < labelStepPx - 2)) return []
      taken.push(y)
      const attrs = { x: bounding.width, y, text: priceText(price.toFixed(scale)), align: 'right', baseline: 'middle' }
      return { type: 'text', ignoreEvent: true, attrs, styles: labelStyles(toneColor(colors, tone), colors) }
    })
  },
}

function labelFigure(text: string, right: number, y: number, color: string, colors: ChartColors): OverlayFigure {
  return {
    type: 'text',
    ignoreEvent: true,
    attrs: { x: right, y, text, align: 'right', baseline: 'middle' },
    styles: labelStyles(color, colors),
  }
}
