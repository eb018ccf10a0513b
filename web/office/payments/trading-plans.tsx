import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { customPlan } from '../../../api/custom-plan.ts'
import { errorText, type CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Empty, Failed, Loading } from '../../ui/page-state.tsx'
import { TextField } from '../../ui/fields/fields.tsx'
import { SuggestedValues } from '../../ui/fields/suggested-values.tsx'
import { Money } from '../../ui/text/money.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { CoinChoice } from './coin-choice.tsx'
import { amountFault, plainAmount, planFor } from './plan-amount.ts'
import { PlanReviews } from './plan-reviews.tsx'
import { currencySection } from '../../ui/text/currency-section.tsx'
import { sumText } from '../../ui/text/sum-text.ts'
import classes from './trading-plans.module.css'

export const meta = officeMeta(() => t`Trading`)

const typingMs = 250

/** Takes the amount of a trading deposit, with the plans from the `tplans` call as suggestions, and the coin. */
export default function TradingPlans() {
  const plans = useCall('tplans', {})
  const user = useCall('user', {})
  return (
    <Page
      title={t`Trading plans`}
      words={t`Choose an amount to deposit into your trading account. Plans don’t change payouts or rules.`}
    >
      {(plans.isPending || user.isPending) && (
        <Panel>
          <Loading lines={8} />
        </Panel>
      )}
      {plans.isError && (
        <Panel>
          <Failed message={errorText(plans.error)} onRetry={() => plans.refetch()} />
        </Panel>
      )}
      {plans.data?.length === 0 && (
        <Panel>
          <Empty title={t`No plans are available yet.`} icon="deposit">
            <Trans>Plans appear here when the operator publishes them.</Trans>
          </Empty>
        </Panel>
      )}
      {plans.data && plans.data.length > 0 && user.data && <Amount plans={plans.data} cur={user.data.cur} />}
    </Page>
  )
}

type Plans = CallOutput<'tplans'>

function Amount({ plans, cur }: { plans: Plans; cur: string }) {
  const fixed = plans.filter(({ plan }) => plan !== customPlan)
  const [typed, setTyped] = useState(() => String((fixed[0] ?? plans[0])!.amount))
  const settled = useDebounced(plainAmount(typed), typingMs)
  const least = Math.min(...plans.map(({ amount }) => amount))
  const fault = amountFault(typed, cur, least)
  const chosen = planFor(plans, plainAmount(typed))
  const minimum = sumText(cur, String(least))
  return (
    <>
      <Panel title={t`Amount`}>
        <div className={classes.amount}>
          <TextField
            className={classes.field}
            label={t`Amount, minimum ${minimum}`}
            {...currencySection(cur)}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            error={fault ?? (chosen ? undefined : t`Choose one of the amounts below.`)}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <SuggestedValues
            label={t`Suggested values`}
            look="tiles"
            options={fixed.map(({ id, plan, amount }) => ({
              value: id,
              label: (
                <>
                  <Money shown amount={decimalsOf(amount)} unit={cur} /> <small>{plan}</small>
                </>
              ),
            }))}
            chosen={chosen?.id}
            onChoose={(id) => setTyped(String(fixed.find((plan) => plan.id === id)!.amount))}
          />
        </div>
      </Panel>
      {fault || !chosen ? (
        <p className={classes.quiet}>
          <Trans>Enter an amount to see the price in coins.</Trans>
        </p>
      ) : (
        <CoinChoice
          amount={settled}
          href={(coin) =>
            path('officePay', { query: { title: chosen.plan, cur: coin, amount: plainAmount(typed), coin: 'null' } })
          }
        />
      )}
      <Panel title={t`Reviews`}>
        <ul className={classes.reviews}>
          {plans.map(({ id, plan }) => (
            <li key={id}>
              <strong>{plan}</strong>
              <PlanReviews kind="trading" plan={id} title={plan} />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}

/** Formats a plan's amount without decimals if it is whole. */
const decimalsOf = (amount: number) => (Number.isInteger(amount) ? String(amount) : amount.toFixed(2))
