import { coinAssets } from '../../../contract/money.ts'
import { assetLabels } from '../../asset-labels.ts'
import { errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Empty, Failed, Loading } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'
import { PlanList } from '../payments/plan-list.tsx'

export const meta = officeMeta('Mining plans')

/** Source: product.md section 9. */
const customStart = 300

/** The operator's mining plans by coin, from the call `mplans`. */
export default function MiningPlans() {
  const plans = useCall('mplans', {})
  const user = useCall('user', {})
  const byCoin = coinAssets.map((coin) => ({ coin, own: plans.data?.filter(({ symbol }) => symbol === coin) ?? [] })).filter(({ own }) => own.length > 0)
  return (
    <OfficePage title="Mining plans" words="Hash-rate plans of the simulated practice pool. Until mining opens, what you pay is credited to your trading account.">
      {plans.isPending && (
        <Panel>
          <Loading />
        </Panel>
      )}
      {plans.isError && (
        <Panel>
          <Failed message={errorText(plans.error)} onRetry={() => plans.refetch()} />
        </Panel>
      )}
      {plans.data?.length === 0 && (
        <Panel>
          <Empty title="The operator offers no mining plans yet." icon="mining" />
        </Panel>
      )}
      {byCoin.map(({ coin, own }) => (
        <Panel key={coin} title={assetLabels[coin].label}>
          <PlanList
            plans={own.map((plan) => ({ ...plan, detail: `${plan.hash} TH/s` }))}
            cur={user.data?.cur ?? '$'}
            startAmount={customStart}
            payHref={({ plan }, amount) => path('officeMiningPayment', { query: { amount, title: plan, symbol: coin } })}
          />
        </Panel>
      ))}
    </OfficePage>
  )
}
