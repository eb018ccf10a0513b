import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import type { YieldPlan } from '../../../api/calls/farming/farming-plans.ts'
import { assetLabels } from '../../language/asset-labels.ts'
import { errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/text/money.tsx'
import { groupDigits, withPercent } from '../../ui/text/number-text.ts'
import { Empty, Failed, Loading } from '../../ui/page-state.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { PlanReviews } from '../payments/plan-reviews.tsx'
import { FarmForm } from './farm-form.tsx'
import { FarmPayment } from './farm-payment.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from './farming.module.css'

export const meta = officeMeta(() => t`Yield Contracts`)

/**
 * Shows yield plans and the form. If a contract awaits payment, shows its payment view instead. Query: `id` of a
 * contract, or `new`.
 */
export default function YieldPlans() {
  const [query] = useSearchParams()
  const pending = useCall('pendingyields', {})
  const waiting = pending.data?.find(({ amount }) => Number(amount) > 0)
  const id = query.get('id')
  if (id) return <FarmPayment key={id} id={id} />
  // Puts the id into the URL, so that the contract is still shown after it is paid.
  if (waiting && !query.has('new'))
    return <Navigate to={path('officeYieldPlans', { query: { id: waiting.id } })} replace />
  return (
    <Page
      title={t`Yield Contracts`}
      words={t`Lock a deposit for a fixed term at an annual rate. Leverage multiplies both the rate and the losses.`}
    >
      {waiting && (
        <Panel>
          <p>
            <Trans>
              A contract is waiting for payment.{' '}
              <Link to={path('officeYieldPlans', { query: { id: waiting.id } })}>Go to payment</Link>
            </Trans>
          </p>
        </Panel>
      )}
      {pending.isPending ? (
        <Panel>
          <Loading lines={8} />
        </Panel>
      ) : (
        <Plans />
      )}
    </Page>
  )
}

function Plans() {
  const plans = useCall('yplans', {})
  const user = useCall('user', {})
  const [chosen, setChosen] = useState<string>()
  if (plans.isError) {
    return (
      <Panel>
        <Failed message={errorText(plans.error)} onRetry={() => plans.refetch()} />
      </Panel>
    )
  }
  if (!plans.data || !user.data) {
    return (
      <Panel>
        <Loading lines={8} />
      </Panel>
    )
  }
  const plan = plans.data.find(({ id }) => id === chosen) ?? plans.data[0]
  if (!plan) {
    return (
      <Panel>
        <Empty title={t`No yield plans are available yet.`} icon="leaf">
          <Trans>Plans appear here when the operator publishes them.</Trans>
        </Empty>
      </Panel>
    )
  }
  const { cur } = user.data
  const title = plan.plan
  return (
    <>
      <section aria-label={t`Plans`}>
        <div className={classes.board}>
          <div className={classes.cards} role="radiogroup" aria-label={t`Plan`}>
            {plans.data.map((each) => (
              <Card
                key={each.id}
                plan={each}
                cur={cur}
                checked={each.id === plan.id}
                onChoose={() => setChosen(each.id)}
              />
            ))}
          </div>
        </div>
        <p className={classes.note}>
          <Trans>
            APR is what a plan pays at its maximum leverage and this week’s announced rate, after borrowing costs and
            without compounding. APY is the same rate with each week’s interest reinvested. Delivered is what the plan’s
            contracts actually paid, as an annual rate.
          </Trans>
        </p>
      </section>
      <Panel title={t`Open a yield contract`}>
        <FarmForm key={plan.id} plan={plan} cur={cur} />
      </Panel>
      <Panel title={t`Reviews of ${title}`}>
        <PlanReviews kind="farming" plan={plan.id} title={title} />
      </Panel>
    </>
  )
}

function Card({
  plan,
  cur,
  checked,
  onChoose,
}: {
  plan: YieldPlan
  cur: string
  checked: boolean
  onChoose: () => void
}) {
  const apy = groupDigits(plan.apy.toFixed(2))
  const leverage = groupDigits(String(plan.lever))
  return (
    <label className={classes.card}>
      <input type="radio" name="plan" checked={checked} onChange={onChoose} />
      <strong>{plan.plan}</strong>
      <span className={classes.headline}>
        <span dir="ltr">{withPercent(groupDigits(plan.apr.toFixed(2)))}</span>{' '}
        <small>
          <Trans>APR · APY {apy}%</Trans>
        </small>
      </span>
      <Facts layout="compact">
        <Fact term={t`Delivered`}>
          {plan.delivered === null ? (
            t`nothing paid yet`
          ) : (
            <span dir="ltr">{withPercent(groupDigits(plan.delivered))}</span>
          )}
        </Fact>
        <Fact term={t`Coin`}>{assetLabels[plan.coin].unit}</Fact>
        <Fact term={t`Leverage`}>
          <Trans>up to {leverage}×</Trans>
        </Fact>
        <Fact term={t`Minimum`}>
          <Money shown amount={plan.min.toFixed(2)} unit={cur} />
        </Fact>
      </Facts>
    </label>
  )
}
