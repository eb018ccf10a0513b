import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { customPlan, customPlanMaximum } from '../../../contract/deposit-states.ts'
import { TextField } from '../../ui/fields/fields.tsx'
import { Money } from '../../ui/text/money.tsx'
import { PlanReviews } from './plan-reviews.tsx'
import { sumText } from '../../ui/text/sum-text.ts'
import classes from './trading-plans.module.css'

type ListedPlan = { id: string; plan: string; amount: number; /** Such as `15 TH/s`. */ detail?: string }

type PlanListProps = {
  kind: 'trading' | 'mining'
  plans: readonly ListedPlan[]
  cur: string
  startAmount?: number
  payHref: PayHref
}
type PayHref = (plan: ListedPlan, amount: string) => string

/**
 * Lists plans with their amounts. For Custom, the customer enters the amount. `payHref` returns the link to the coin
 * choice.
 */
export function PlanList({ kind, plans, cur, startAmount, payHref }: PlanListProps) {
  return (
    <ul className={classes.plans}>
      {plans.map((plan) => (
        <li key={plan.id}>
          <div>
            <strong>{plan.plan}</strong>
            {plan.detail && (
              <small>
                <span dir="ltr">{plan.detail}</span>
              </small>
            )}
            <PlanReviews kind={kind} plan={plan.id} title={plan.plan} />
          </div>
          {plan.plan === customPlan ? (
            <CustomAmount plan={plan} cur={cur} startAmount={startAmount ?? plan.amount} payHref={payHref} />
          ) : (
            <FixedAmount plan={plan} cur={cur} payHref={payHref} />
          )}
        </li>
      ))}
    </ul>
  )
}

type AmountProps = { plan: ListedPlan; cur: string; payHref: PayHref }

function FixedAmount({ plan, cur, payHref }: AmountProps) {
  const { plan: name, amount } = plan
  return (
    <div className={classes.take}>
      <Money shown amount={amount.toFixed(2)} unit={cur} />
      <Button
        component={Link}
        to={payHref(plan, String(amount))}
        variant="default"
        aria-label={t`Deposit with the ${name} plan`}
      >
        <Trans context="to pay in">Deposit</Trans>
      </Button>
    </div>
  )
}

/** The amount goes into the link of the next page, so no call sends this form. */
function CustomAmount({ plan, cur, startAmount, payHref }: AmountProps & { startAmount: number }) {
  const [amount, setAmount] = useState(String(startAmount))
  const [error, setError] = useState<string>()
  const navigate = useNavigate()
  const { plan: name, detail = '' } = plan
  const smallest = sumText(cur, String(plan.amount))
  const largest = sumText(cur, String(customPlanMaximum))
  function go() {
    const text = amount.trim().replace(',', '.')
    if (!/^\d{1,12}(\.\d{1,2})?$/.test(text)) return setError(t`Enter an amount such as 250 or 99.50.`)
    if (Number(text) < plan.amount) return setError(t`Enter at least ${smallest}.`)
    if (Number(text) > customPlanMaximum) return setError(t`Enter at most ${largest}.`)
    void navigate(payHref(plan, text))
  }
  return (
    <form
      className={classes.take}
      onSubmit={(event) => {
        event.preventDefault()
        go()
      }}
    >
      <TextField
        aria-label={t`Amount for the ${name} plan ${detail}`}
        leftSection={<span aria-hidden="true">{cur}</span>}
        inputMode="decimal"
        value={amount}
        error={error}
        onChange={(event) => {
          setAmount(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <Button type="submit" variant="default">
        <Trans context="to pay in">Deposit</Trans>
      </Button>
    </form>
  )
}
