import { t } from '@lingui/core/macro'
import type { PriceChart } from './price-chart.ts'

type ChartKey = {
  /** Value of `KeyboardEvent.key`. */
  key: string
  /** How the help shows the key. Omitted for a second key with the same action. */
  written?: string
  does: () => string
  step: (chart: PriceChart) => void
}

/** Keys that work while the chart has focus. */
export const chartKeys: readonly ChartKey[] = [
  { key: 'ArrowLeft', written: '←', does: () => t`Scroll the chart back`, step: (chart) => chart.scroll(5) },
  { key: 'ArrowRight', written: '→', does: () => t`Scroll the chart forward`, step: (chart) => chart.scroll(-5) },
  { key: '+', written: '+', does: () => t`Zoom in`, step: (chart) => chart.zoom(1.2) },
  { key: '=', does: () => t`Zoom in`, step: (chart) => chart.zoom(1.2) },
  { key: '-', written: '−', does: () => t`Zoom out`, step: (chart) => chart.zoom(1 / 1.2) },
  {
    key: 'Delete',
    written: 'Del',
    does: () => t`Remove the selected drawing`,
    step: (chart) => chart.drawings.removeSelected(),
  },
  { key: 'End', written: 'End', does: () => t`Go to the latest price`, step: (chart) => chart.toNewest() },
]
