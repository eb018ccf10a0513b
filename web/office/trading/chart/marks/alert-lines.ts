import { t } from '@lingui/core/macro'
import type { OverlayCreate, OverlayEvent, OverlayFigure, OverlayTemplate } from 'klinecharts'
import { priceText } from '../../../../ui/text/number-text.ts'
import type { ChartColors } from '../chart-theme.ts'
import { labelStyles } from './mark-styles.ts'

/** A price alert of the shown symbol that waits for its price. */
export type AlertLine = { id: string; price: string }

export const alertOverlay = 'alertLine'
type Extend = { line: AlertLine; colors: ChartColors }

/** Returns the overlay of an alert. `onRemove` is called with the alert's id when its label is clicked. */
export function alertOverlayOf(line: AlertLine, colors: ChartColors, onRemove: (id: string) => void): OverlayCreate {
  return {
    name: alertOverlay,
    groupId: alertOverlay,
    lock: true,
    points: [{ value: Number(line.price) }],
    extendData: { line, colors } satisfies Extend,
    onClick: (_event: OverlayEvent<unknown>) => onRemove(line.id),
    // A right click removes overlays by default, without the alert.
    onRightClick: ({ preventDefault }: OverlayEvent<unknown>) => preventDefault?.(),
  }
}

/** Draws an alert: a dashed line across the chart, and a label that removes the alert. */
export const alertTemplate: OverlayTemplate<Extend> = {
  name: alertOverlay,
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures({ coordinates: [at], bounding, overlay }): OverlayFigure[] {
    if (!at) return []
    const { line, colors } = overlay.extendData
    const price = priceText(line.price)
    return [
      {
        type: 'line',
        ignoreEvent: true,
        attrs: {
          coordinates: [
            { x: 0, y: at.y },
            { x: bounding.width, y: at.y },
          ],
        },
        styles: { style: 'dashed', dashedValue: [6, 4], color: colors.accent, size: 1 },
      },
      {
        type: 'text',
        attrs: { x: 8, y: at.y, text: `${t`Alert ${price}`} ×`, align: 'left', baseline: 'middle' },
        styles: labelStyles(colors.accent, colors),
      },
    ]
  },
}
