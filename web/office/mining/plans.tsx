import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { coinAssets } from '../../../contract/assets.ts'
import { hashRateWords, minedFor } from '../../../contract/mining-coins.ts'
import { assetLabels } from '../../language/asset-labels.ts'
import { errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Empty, Failed, Loading } from '../../ui/page-state.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { PlanList } from '../payments/plan-list.tsx'

export const meta = officeMeta(() => t`Mining plans`)

/** Default amount of a custom plan. Source: docs/spec/product.md section 9. */
const customStart = 300

/** Lists the operator's mining plans by coin, from the `mplans` call. */
export default function MiningPlans() {
  const plans = useCall('mplans', {})
  const user = useCall('user', {})
  const byCoin = coinAssets
    .map((coin) => ({ coin, own: plans.data?.filter(({ symbol }) => symbol === coin) ?? [] }))
    .filter(({ own }) => own.length > 0)
  return (
    <Page
      title={t`Mining plans`}
      words={
        <Trans>
          Hash-rate plans of the simulated practice pool. A contract starts when your deposit is confirmed. It pays its
          first output 48 hours later, then daily for a year.
        </Trans>
      }
    >
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
          <Empty title={t`The operator offers no mining plans yet.`} icon="mining" />
        </Panel>
      )}
      {byCoin.map(({ coin, own }) => (
        <Panel key={coin} title={assetLabels[coin].label}>
          {minedFor(coin) !== coin && <Unmined coin={coin} />}
          <PlanList
            kind="mining"
            plans={own.map((plan) => ({
              ...plan,
              detail: hashRateWords(BigInt(Math.round(plan.hash * 1e12)), minedFor(coin)),
            }))}
            cur={user.data?.cur ?? '$'}
            startAmount={customStart}
            payHref={({ plan }, amount) =>
              path('officeMiningPayment', { query: { amount, title: plan, symbol: coin } })
            }
          />
        </Panel>
      ))}
    </Page>
  )
}

function Unmined({ coin }: { coin: (typeof coinAssets)[number] }) {
  const { unit } = assetLabels[coin]
  return (
    <p>
      <Trans>
        {coin} can’t be mined. These plans mine BTC and pay out in {unit} at the day’s rate.
      </Trans>
    </p>
  )
}
