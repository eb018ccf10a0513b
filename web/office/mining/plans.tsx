import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSearchParams } from 'react-router'
import { coinAssets } from '../../../api/assets.ts'
import { minedFor } from '../../../api/mining-coins.ts'
import { assetLabels } from '../../language/asset-labels.ts'
import { useCall } from '../../data/queries.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { PlanCard } from './plan-card.tsx'
import classes from './plans.module.css'

export const meta = officeMeta(() => t`Mining plans`)

/** Shows the operator's mining plans for one coin, from the `mplans` call. Query: `coin`. */
export default function MiningPlans() {
  const [query, setQuery] = useSearchParams()
  const plans = useCall('mplans', {})
  const user = useCall('user', {})
  const coins = coinAssets.filter((coin) => plans.data?.some(({ symbol }) => symbol === coin))
  const coin = coins.find((each) => each === query.get('coin')) ?? coins[0]
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
      {!plans.isSuccess && (
        <Panel>
          <Unanswered query={plans} lines={8} />
        </Panel>
      )}
      {plans.data?.length === 0 && (
        <Panel>
          <Empty title={t`No mining plans are available yet.`} icon="mining">
            <Trans>Plans appear here when the operator publishes them.</Trans>
          </Empty>
        </Panel>
      )}
      {plans.data && coin && (
        <>
          <Choice
            label={t`Coin`}
            options={coins.map((each) => ({ value: each, label: assetLabels[each].unit }))}
            value={coin}
            onChange={(chosen) => setQuery({ coin: chosen }, { replace: true, preventScrollReset: true })}
          />
          <section aria-label={assetLabels[coin].label}>
            <ul className={classes.cards}>
              {plans.data
                .filter(({ symbol }) => symbol === coin)
                .map((plan) => (
                  <PlanCard key={plan.id} plan={plan} cur={user.data?.cur ?? '$'} />
                ))}
            </ul>
          </section>
          <p className={classes.quiet}>
            <Trans>
              Assumes that the price and the difficulty stay the same for all 365 days. The pool’s fee and rejected
              shares are deducted. Price and difficulty change, so the output can be higher or lower.
            </Trans>{' '}
            {minedFor(coin) !== coin && <Unmined coin={coin} />}
          </p>
        </>
      )}
    </Page>
  )
}

function Unmined({ coin }: { coin: (typeof coinAssets)[number] }) {
  const { unit } = assetLabels[coin]
  return (
    <Trans>
      {coin} can’t be mined. These plans mine BTC and pay out in {unit} at the day’s rate.
    </Trans>
  )
}
