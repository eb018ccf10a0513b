import { t } from '@lingui/core/macro'
import type { PriceChart } from './price-chart.ts'

type ChartKey = {
  /** As `KeyboardEvent.key` has it. */
  key: string
  /** How the help writes it; left out for a second key of the same step. */
  written?: string
  does: () => string
  step: (chart: PriceChart) => void
}

/** Keys while the chart has the focus. */
export const chartKeys: readonly ChartKey[] = [
  { key: 'ArrowLeft', written: '←', does: () => t`Scroll the chart back`, step: (chart) => chart.scroll(5) },
  { key: 'ArrowRight', written: '→', does: () => t`Scroll the chart forward`, step: (chart) => chart.scroll(-5) },
  { key: '+', written: '+', does: () => t`Zoom in`, step: (chart) => chart.zoom(1.2) },
  { key: '=', does: () => t`Zoom in`, step: (chart) => chart.zoom(1.2) },
  { key: '-', written: '−', does: () => t`Zoom out`, step: (chart) => chart.zoom(1 / 1.2) },
  { key: 'End', written: 'End', does: () => t`Go to the newest price`, step: (chart) => chart.toNewest() },
]
