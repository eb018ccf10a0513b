import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { customPlan } from '../../../contract/deposit-states.ts'
import { TextField } from '../../ui/fields.tsx'
import { Money } from '../../ui/money.tsx'
import { PlanReviews } from './plan-reviews.tsx'
import classes from './trading-plans.module.css'

export type ListedPlan = { id: string; plan: string; amount: number; /** Such as `15 TH/s`. */ detail?: string }

/** Plans with their amounts; Custom takes one of the customer's choice. `payHref` leads to the choice of the coin. */
export function PlanList({ kind, plans, cur, startAmount, payHref }: { kind: 'trading' | 'mining'; plans: readonly ListedPlan[]; cur: string; startAmount?: number; payHref: (plan: ListedPlan, amount: string) => string }) {
  return (
    <ul className={classes.plans}>
      {plans.map((plan) => (
        <li key={plan.id}>
          <div>
            <strong>{plan.plan}</strong>
            {plan.detail && <small>{plan.detail}</small>}
            <PlanReviews kind={kind} plan={plan.id} title={plan.plan} />
          </div>
          {plan.plan === customPlan ? (
            <CustomAmount plan={plan} cur={cur} startAmount={startAmount ?? plan.amount} payHref={payHref} />
          ) : (
            <div className={classes.take}>
              <Money amount={plan.amount.toFixed(2)} unit={cur} />
              <Button component={Link} to={payHref(plan, String(plan.amount))} variant="default" aria-label={`Deposit with the plan ${plan.plan}`}>
                <Trans>Deposit</Trans>
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function CustomAmount({ plan, cur, startAmount, payHref }: { plan: ListedPlan; cur: string; startAmount: number; payHref: (plan: ListedPlan, amount: string) => string }) {
  const [amount, setAmount] = useState(String(startAmount))
  const [error, setError] = useState<string>()
  const navigate = useNavigate()
  function go() {
    const text = amount.trim().replace(',', '.')
    if (!/^\d{1,12}(\.\d{1,2})?$/.test(text)) return setError('Enter an amount such as 250 or 99.50.')
    if (Number(text) < plan.amount) return setError(`The smallest amount is ${cur}${plan.amount}.`)
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
        aria-label={`Amount of the plan ${plan.plan} ${plan.detail ?? ''}`}
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
        <Trans>Deposit</Trans>
      </Button>
    </form>
  )
}
