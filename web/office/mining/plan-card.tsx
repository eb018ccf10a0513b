import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Link } from 'react-router'
import type { PlanOutlook } from '../../../api/calls/mining/mining.ts'
import { customPlan } from '../../../api/custom-plan.ts'
import { hashRateWords, minedFor } from '../../../api/mining-coins.ts'
import { quantityText } from '../../language/formats.ts'
import { assetLabels } from '../../language/asset-labels.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields/fields.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import { Money } from '../../ui/text/money.tsx'
import { currencySection } from '../../ui/text/currency-section.tsx'
import { shortDecimal } from '../../ui/text/short-decimal.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { amountFault, plainAmount } from '../payments/plan-amount.ts'
import { PlanReviews } from '../payments/plan-reviews.tsx'
import classes from './plans.module.css'

type Plan = CallOutput<'mplans'>[number]

/** Default amount of a custom plan. Source: docs/spec/product.md section 9. */
const customStart = 300
const typingMs = 250

/** Shows a mining plan with its price, and what it would pay compared with just buying the coin. */
export function PlanCard({ plan, cur }: { plan: Plan; cur: string }) {
  const isCustom = plan.plan === customPlan
  const [typed, setTyped] = useState(() => String(isCustom ? Math.max(customStart, plan.amount) : plan.amount))
  const fault = isCustom ? amountFault(typed, cur, plan.amount) : undefined
  const settled = useDebounced(plainAmount(typed), typingMs)
  const asked = isCustom && !amountFault(settled, cur, plan.amount) ? { amount: settled } : {}
  const outlooks = useCall('mining.outlook', asked, { refetchInterval: 60_000 })
  const outlook = outlooks.data?.find((one) => one.plan === plan.id)
  const { plan: name, symbol } = plan
  const mined = minedFor(symbol)
  const hashes = BigInt(
    Math.round(plan.hash * 1e12 * (isCustom && !fault ? Number(plainAmount(typed)) / plan.amount : 1)),
  )
  return (
    <li className={classes.card}>
      <div className={classes.top}>
        <h2>{name}</h2>
        <span dir="ltr">{hashRateWords(hashes, mined)}</span>
      </div>
      <div className={classes.price}>
        {isCustom ? (
          <TextField
            aria-label={t`Amount for the ${name} plan`}
            {...currencySection(cur)}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            error={fault}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : (
          <Money shown amount={plan.amount.toFixed(2)} unit={cur} />
        )}
      </div>
      <p className={classes.coins}>{outlook && <Coins outlook={outlook} />}</p>
      <Facts layout="compact" className={classes.facts}>
        {outlook ? <Numbers outlook={outlook} /> : <Fact term={t`Output over 365 days`}>…</Fact>}
      </Facts>
      {outlooks.data && !outlook && (
        <p className={classes.quiet}>
          <Trans>This coin has no price right now, so we can’t show what the plan would pay.</Trans>
        </p>
      )}
      <div className={classes.foot}>
        <PlanReviews kind="mining" plan={plan.id} title={name} />
        {fault ? (
          <Button disabled>
            <Trans context="to pay in">Deposit</Trans>
          </Button>
        ) : (
          <Button
            component={Link}
            to={path('officeMiningPayment', { query: { amount: plainAmount(typed), title: name, symbol } })}
            variant="default"
            aria-label={t`Deposit with the ${name} plan`}
          >
            <Trans context="to pay in">Deposit</Trans>
          </Button>
        )}
      </div>
    </li>
  )
}

function Coins({ outlook: { pays } }: { outlook: PlanOutlook }) {
  return pays.map(({ coin, coinAmount }, place) => (
    <span key={coin}>
      {place > 0 && ' · '}≈ <Money shown amount={shortDecimal(coinAmount)} unit={assetLabels[coin].unit} />
    </span>
  ))
}

function Numbers({ outlook }: { outlook: PlanOutlook }) {
  const { symbol, cur, output, worth, difference, paybackDays, bought } = outlook
  const { unit } = assetLabels[symbol]
  const isLoss = difference.startsWith('-')
  return (
    <>
      <Fact term={t`Output over 365 days`}>
        <Money shown amount={output} unit={unit} />
      </Fact>
      <Fact term={t`Value today`}>
        <Money shown amount={worth} unit={cur} />
      </Fact>
      <Fact term={t`Output minus price`} tone={isLoss ? 'down' : 'up'}>
        <Money shown amount={difference} unit={cur} />
      </Fact>
      <Fact term={t`Pays back in`}>
        {paybackDays === null ? t`Never at today’s price` : quantityText(paybackDays, 'day')}
      </Fact>
      <Fact term={t`If you just bought ${unit}`}>
        <strong>
          <Money shown amount={bought} unit={unit} />
        </strong>
      </Fact>
    </>
  )
}
