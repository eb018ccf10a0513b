import { t } from '@lingui/core/macro'
import type { MetaArgs } from '../site/page-meta.ts'
import { officeMeta } from './page.tsx'
import { TradingDashboard } from './trading/dashboard.tsx'

export const meta = (args: MetaArgs) => officeMeta(t`Trade`)(args)

/** The trading screen. */
export default function Dashboard() {
  return <TradingDashboard />
}
