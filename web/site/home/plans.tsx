import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { CallOutput } from '../../data/call.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/money.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { customPlan } from '../../../contract/deposit-states.ts'
import { planRange } from './figures.ts'
import classes from './plans.module.css'
import { Section } from './section.tsx'

/** The operator's plans, from the server. */
export function Plans({ plans }: { plans: CallOutput<'tplans'> | undefined }) {
  return (
    <Section
      title="Our Plans"
      words="How much practice money a trading account holds. A plan buys no better odds: payouts and rules are the same for all."
      source={
        plans && plans.length > 0 ? (
          <>
            From <a href="/api?r=tplans">the operator's settings</a>. The maximum is the minimum times the plan's place in the list plus four; Custom takes what you like.
          </>
        ) : undefined
      }
    >
      {!plans && <Empty title="The plans are not available at the moment." icon="deposit" />}
      {plans?.length === 0 && <Empty title="The operator offers no plans yet." icon="deposit" />}
      {plans && plans.length > 0 && (
        <ul className={classes.plans}>
          {plans.map((plan, index) => (
            <Plan key={plan.id} name={plan.plan} {...planRange(plan.amount, index)} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Plan({ name, min, max }: { name: string; min: number; max: number }) {
  return (
    <li className={classes.plan}>
      <h3>{name}</h3>
      <dl>
        <div>
          <dt>Minimum</dt>
          <dd>
            <Money amount={String(min)} unit="$" />
          </dd>
        </div>
        <div>
          <dt>Maximum</dt>
          <dd>{name === customPlan ? 'your choice' : <Money amount={String(max)} unit="$" />}</dd>
        </div>
        <div>
          <dt>Duration</dt>
          <dd>24hrs</dd>
        </div>
      </dl>
      <Button component={Link} to={path('signUp')} variant="default" fullWidth aria-label={`Register for the plan ${name}`}>
        Register
      </Button>
    </li>
  )
}
