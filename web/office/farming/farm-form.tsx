import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallForm } from '../../data/call-form.ts'
import { Button } from '../../ui/button.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'
import { type CSSProperties, useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import { daysDefault, daysMax, daysMin, leverageMin, leverageStep } from '../../../api/farming-rules.ts'
import { paymentCoins, type PaymentCoin } from '../../../api/states/deposit-states.ts'
import type { YieldPlan } from '../../../api/calls/farming/farming-plans.ts'
import type { FarmTerms } from '../../../api/calls/farming/farming.ts'
import { assetLabels } from '../../language/asset-labels.ts'
import { call, CallRefused, errorText } from '../../data/call.ts'
import { useCall, useRefetch } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { TextField } from '../../ui/fields/fields.tsx'
import { groupDigits } from '../../ui/text/number-text.ts'
import { Loading } from '../../ui/page-state.tsx'
import { SuggestedValues } from '../../ui/fields/suggested-values.tsx'
import { currencySection } from '../../ui/text/currency-section.tsx'
import { sumText } from '../../ui/text/sum-text.ts'
import { FarmNumbers } from './farm-numbers.tsx'
import classes from './farming.module.css'

const waitMs = 250
const coins = paymentCoins.map((coin) => ({ value: coin, label: assetLabels[coin].unit }))

/** Returns the field that a refusal concerns. */
function fieldOf(error: unknown): 'amount' | 'leverage' | 'duration' | undefined {
  if (!(error instanceof CallRefused)) return undefined
  if (/amount/.test(error.code)) return 'amount'
  if (/leverage/.test(error.code)) return 'leverage'
  return /duration/.test(error.code) ? 'duration' : undefined
}

type Typed = { amount: string; leverage: number; duration: string }

/** Returns the terms as the calls take them. */
const termsOf = (plan: YieldPlan, { amount, leverage, duration }: Typed) => ({
  plan: plan.id,
  amount: amount.trim().replace(',', '.'),
  lever: String(leverage),
  duration: duration.trim(),
})

/** Shows a form for amount, leverage, term and coin, with the resulting figures beside it. */
export function FarmForm({ plan, cur }: { plan: YieldPlan; cur: string }) {
  const navigate = useNavigate()
  const { form, values, busy, change, field, onSubmit } = useCallForm({
    title: t`YIELD CONTRACT`,
    values: { amount: String(plan.min), leverage: plan.lever, duration: String(daysDefault), type: plan.coin },
    refetch: useRefetch('pendingyields'),
    send: (typed, idempotencyKey) => call('farm', { ...termsOf(plan, typed), type: typed.type }, { idempotencyKey }),
    onDone: ({ id }) => navigate(path('officeYieldPlans', { query: { id } })),
  })
  const { leverage, duration, type } = values
  const asked = termsOf(plan, values)
  const settled = useDebounced(JSON.stringify(asked), waitMs)
  const quote = useCall('farm.quote', JSON.parse(settled) as typeof asked, { refetchInterval: 15_000 })
  // Keeps showing the previous figures, faded, until the next response arrives.
  const last = useRef<FarmTerms>(undefined)
  if (quote.data) last.current = quote.data
  const wrong = fieldOf(quote.error)
  const errorAt = (field: typeof wrong) => (wrong === field ? errorText(quote.error) : undefined)
  const minimum = sumText(cur, String(plan.min))
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={onSubmit}>
      <div className={classes.fields}>
        <TextField
          label={t`Amount, minimum ${minimum}`}
          {...currencySection(cur)}
          inputMode="decimal"
          autoComplete="off"
          {...field('amount')}
          error={errorAt('amount')}
        />
        <Slider
          label={t`Leverage`}
          min={leverageMin}
          max={plan.lever}
          step={leverageStep}
          value={leverage}
          text={`${groupDigits(String(leverage))}×`}
          error={errorAt('leverage')}
          onChange={(chosen) => change({ leverage: chosen })}
        />
        <LeveragePresets most={plan.lever} value={leverage} onChange={(chosen) => change({ leverage: chosen })} />
        <div className={classes.fields}>
          <Slider
            label={t`Locked for`}
            min={daysMin}
            max={daysMax}
            step={1}
            value={Math.min(daysMax, Math.max(daysMin, Number(duration) || daysMin))}
            text={daysText(duration)}
            onChange={(days) => change({ duration: String(days) })}
          />
          <TextField
            className={classes.days}
            label={t`Days`}
            inputMode="numeric"
            autoComplete="off"
            {...field('duration')}
          />
          {errorAt('duration') && (
            <p className={classes.error} role="alert">
              {errorAt('duration')}
            </p>
          )}
        </div>
        <Choice
          label={t`Pay with`}
          options={coins}
          value={type}
          onChange={(coin) => change({ type: coin as PaymentCoin })}
        />
        <Button type="submit" loading={busy}>
          <Trans>Open contract</Trans>
        </Button>
        <p className={classes.quiet}>
          <Trans>
            We’ll show you a payment address. When the chain confirms the payment, the contract starts at the price at
            that moment.
          </Trans>
        </p>
      </div>
      <div
        className={classes.numbers}
        data-stale={quote.isFetching && quote.data === undefined ? '' : undefined}
        aria-live="polite"
      >
        {quote.error && !wrong ? (
          <p className={classes.error}>{errorText(quote.error)}</p>
        ) : last.current ? (
          <FarmNumbers terms={last.current} />
        ) : wrong ? (
          <p className={classes.quiet}>
            <Trans>Enter an amount, leverage and term within the plan’s limits to see the figures.</Trans>
          </p>
        ) : (
          <Loading lines={8} />
        )}
      </div>
    </form>
  )
}

type PresetsProps = { most: number; value: number; onChange: (value: number) => void }

/** Offers the lowest, the middle and the highest leverage. The form begins with the highest one. */
function LeveragePresets({ most, value, onChange }: PresetsProps) {
  const middle = Math.round((leverageMin + most) / 2 / leverageStep) * leverageStep
  const presets = [...new Set([leverageMin, middle, most])].filter((preset) => preset <= most)
  return (
    <>
      <SuggestedValues
        label={t`Suggested leverage`}
        options={presets.map((preset) => {
          const leverage = groupDigits(String(preset))
          return { value: preset, label: t`${leverage}×` }
        })}
        chosen={value}
        onChoose={onChange}
      />
      <p className={classes.quiet}>
        <Trans>
          The form starts at the plan’s maximum. Lower leverage pays less and loses less when the price falls.
        </Trans>
      </p>
    </>
  )
}

/** Formats the number of days as typed, with its unit. */
function daysText(typed: string): string {
  const days = Number(typed)
  return plural(days, { one: `${typed} day`, other: `${typed} days` })
}

type SliderProps = {
  label: string
  min: number
  max: number
  step: number
  value: number
  text: string
  error?: string | undefined
  onChange: (value: number) => void
}

function Slider({ label, min, max, step, value, text, error, onChange }: SliderProps) {
  const id = useId()
  return (
    <div className={classes.slider}>
      <span>
        <label htmlFor={id}>{label}</label>
        <output htmlFor={id} dir="auto">
          {text}
        </output>
      </span>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        style={{ '--at': `${((value - min) / (max - min || 1)) * 100}%` } as CSSProperties}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <span className={classes.ends}>
        <span>{groupDigits(String(min))}</span>
        <span>{groupDigits(String(max))}</span>
      </span>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
