import { useState } from 'react'
import { Link, Navigate, useSearchParams } from 'react-router'
import type { YieldPlan } from '../../../contract/farming.ts'
import { assetLabels } from '../../asset-labels.ts'
import { errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/money.tsx'
import { Empty, Failed, Loading } from '../../ui/page-state.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'
import { PlanReviews } from '../payments/plan-reviews.tsx'
import { FarmForm } from './farm-form.tsx'
import { FarmPayment } from './farm-payment.tsx'
import classes from './farming.module.css'

export const meta = officeMeta('Yield Contracts')

/** Yield plans and the form; a contract that waits for its payment opens its payment view instead. Query: `id` of one, or `new`. */
export default function YieldPlans() {
  const [query] = useSearchParams()
  const pending = useCall('pendingyields', {})
  const waiting = pending.data?.find(({ amount }) => Number(amount) > 0)
  const id = query.get('id')
  if (id) return <FarmPayment key={id} id={id} />
  // It stands in the address bar from now on, so that it is still shown when it waits no more.
  if (waiting && !query.has('new')) return <Navigate to={path('officeYieldPlans', { query: { id: waiting.id } })} replace />
  return (
    <OfficePage title="Yield Contracts" words="Lock a deposit for a period at a yearly rate. A lever multiplies the rate, and everything else as well.">
      {waiting && (
        <Panel>
          <p>
            A contract waits for its payment. <Link to={path('officeYieldPlans', { query: { id: waiting.id } })}>Go to its payment</Link>
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
    </OfficePage>
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
        <Empty title="The operator offers no yield plans yet." icon="leaf" />
      </Panel>
    )
  }
  const { cur } = user.data
  return (
    <>
      <Panel title="Plans">
        <div className={classes.cards} role="radiogroup" aria-label="Plan">
          {plans.data.map((each) => (
            <Card key={each.id} plan={each} cur={cur} checked={each.id === plan.id} onChoose={() => setChosen(each.id)} />
          ))}
        </div>
        <p className={classes.note}>
          APR is what a plan pays at its own lever with the rate announced for this week, after the cost of what is borrowed; nothing compounds. APY is the same figure as if each week were put in again. Delivered is what its contracts
          were really paid, as a yearly rate.
        </p>
      </Panel>
      <Panel title={`Reviews of ${plan.plan}`}>
        <PlanReviews kind="farming" plan={plan.id} title={plan.plan} />
      </Panel>
      <Panel title="Farm">
        <FarmForm key={plan.id} plan={plan} cur={cur} />
      </Panel>
    </>
  )
}

function Card({ plan, cur, checked, onChoose }: { plan: YieldPlan; cur: string; checked: boolean; onChoose: () => void }) {
  return (
    <label className={classes.card}>
      <input type="radio" name="plan" checked={checked} onChange={onChoose} />
      <strong>{plan.plan}</strong>
      <span className={classes.headline}>
        {plan.apr.toFixed(2)} % <small>APR · APY {plan.apy.toFixed(2)} %</small>
      </span>
      <dl className={classes.pairs}>
        <div>
          <dt>Delivered</dt>
          <dd>{plan.delivered === null ? 'nothing paid yet' : `${plan.delivered} %`}</dd>
        </div>
        <div>
          <dt>Coin</dt>
          <dd>{assetLabels[plan.coin].unit}</dd>
        </div>
        <div>
          <dt>Lever</dt>
          <dd>up to {plan.lever}</dd>
        </div>
        <div>
          <dt>Least amount</dt>
          <dd>
            <Money amount={plan.min.toFixed(2)} unit={cur} />
          </dd>
        </div>
      </dl>
    </label>
  )
}
