import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { Link } from 'react-router'
import type { CallOutput } from '../../data/call.ts'
import { path } from '../../paths.ts'
import { groupDigits } from '../../ui/text/number-text.ts'
import { Empty } from '../../ui/page-state.tsx'
import { customPlan, customPlanMaximum } from '../../../api/custom-plan.ts'
import { Figure } from '../figure.tsx'
import { explained } from '../transparency/anchors.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from './plans.module.css'
import { Section } from './section.tsx'

const largestCustom = `$${groupDigits(String(customPlanMaximum))}`

/** The operator's plans, from the server. */
export function Plans({
  plans,
  ratings,
}: {
  plans: CallOutput<'tplans'> | undefined
  ratings: CallOutput<'reviews.plans'> | undefined
}) {
  return (
    <Section
      title={t`Our Plans`}
      words={t`How much practice money a trading account holds. No plan improves your odds: payouts and rules are the \
same for everyone.`}
      source={
        plans && plans.length > 0 ? (
          <Trans>
            Set by the operator. The Custom plan accepts any amount up to its maximum.{' '}
            <Link to={explained('tplans')}>How it is computed</Link>
          </Trans>
        ) : undefined
      }
    >
      {!plans && <Empty title={t`The plans are unavailable right now. Try again later.`} icon="deposit" />}
      {plans?.length === 0 && <Empty title={t`No plans are available yet.`} icon="deposit" />}
      {plans && plans.length > 0 && (
        <ul className={classes.plans}>
          {plans.map((plan, index) => (
            <Plan key={plan.id} plans={plans} ratings={ratings} index={index} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Plan({
  plans,
  ratings,
  index,
}: {
  plans: CallOutput<'tplans'>
  ratings: CallOutput<'reviews.plans'> | undefined
  index: number
}) {
  const { id, plan: name } = plans[index]!
  const rating = ratings?.find((one) => one.kind === 'trading' && one.plan === id)
  return (
    <li className={classes.plan}>
      <div>
        <h3>{name}</h3>
        {ratings && (
          <p className={classes.rating}>{rating ? <Rating ratings={ratings} id={rating.id} /> : t`No reviews yet`}</p>
        )}
      </div>
      <Facts layout="rows">
        <Fact term={t`Minimum`}>
          <Figure call="tplans" of={plans} at={`${index}.amount`} as="dollars" />
        </Fact>
        <Fact term={t`Maximum`}>
          {name === customPlan ? (
            largestCustom
          ) : (
            <Figure call="tplans" of={plans} at={`${index}.amount`} as="planMaximum" />
          )}
        </Fact>
        <Fact term={t`Duration`}>
          <Trans>24hrs</Trans>
        </Fact>
      </Facts>
      <Button
        component={Link}
        to={path('signUp')}
        variant="default"
        fullWidth
        aria-label={t`Register for the ${name} plan`}
      >
        <Trans>Register</Trans>
      </Button>
    </li>
  )
}

/** Ratings by customers who hold or held the plan. */
function Rating({ ratings, id }: { ratings: CallOutput<'reviews.plans'>; id: string }) {
  const at = `[id=${id}]`
  const average = <Figure call="reviews.plans" of={ratings} at={`${at}.average.0`} as="amount" />
  const count = <Figure call="reviews.plans" of={ratings} at={`${at}.count.0`} />
  return (
    <>
      <span aria-hidden="true">★</span>{' '}
      <Link to={explained('reviews.plans')}>
        <Trans>
          Stars: {average} · Reviews: {count}
        </Trans>
      </Link>
    </>
  )
}
