import type { Tone } from '../../trades/settled.ts'
import type { ChartColors } from '../chart-theme.ts'

export const toneColor = (colors: ChartColors, tone: Tone) =>
  tone === 'up' ? colors.up : tone === 'down' ? colors.down : colors.accent

/** Returns the styles of a label on the chart. */
export function labelStyles(color: string, colors: ChartColors) {
  return {
    style: 'stroke_fill',
    color,
    size: 11,
    family: "'Geist Variable', system-ui, sans-serif",
    weight: '600',
    backgroundColor: colors.surface,
    borderColor: color,
    borderSize: 1,
    borderRadius: 4,
    paddingLeft: 5,
    paddingRight: 5,
    paddingTop: 2,
    paddingBottom: 2,
  }
}
