import { t } from '@lingui/core/macro'
import { officeMeta } from './meta.ts'
import { TradingDashboard } from './trading/dashboard.tsx'

export const meta = officeMeta(() => t`Trade`)

/** The trading screen. */
export default function Dashboard() {
  return <TradingDashboard />
}
