import { t } from '@lingui/core/macro'
import type { ChartInterval } from '../../../../api/workspace.ts'

/** Returns how the page shows a candle length. */
export const intervalName = (interval: ChartInterval) =>
  interval === 'tick' ? t({ message: 'Tick', comment: 'candle length' }) : interval
