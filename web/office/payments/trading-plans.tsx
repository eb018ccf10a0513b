import { t } from '@lingui/core/macro'
import { errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Empty, Failed, Loading } from '../../ui/page-state.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { PlanList } from './plan-list.tsx'

export const meta = officeMeta(() => t`Trading`)

/** Lists the operator's trading plans, from the `tplans` call. */
export default function TradingPlans() {
  const plans = useCall('tplans', {})
  const user = useCall('user', {})
  return (
    <Page
      title={t`Trading plans`}
      words={t`Choose an amount to deposit into your trading account. Plans don’t change payouts or rules.`}
    >
      <Panel>
        {plans.isPending && <Loading />}
        {plans.isError && <Failed message={errorText(plans.error)} onRetry={() => plans.refetch()} />}
        {plans.data?.length === 0 && <Empty title={t`The operator offers no plans yet.`} icon="deposit" />}
        {plans.data && plans.data.length > 0 && (
          <PlanList
            kind="trading"
            plans={plans.data}
            cur={user.data?.cur ?? '$'}
            payHref={({ plan }, amount) => path('officeTradingPayment', { query: { title: plan, amount } })}
          />
        )}
      </Panel>
    </Page>
  )
}
