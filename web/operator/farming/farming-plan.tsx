import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { farmCoins, type FarmCoin } from '../../../api/farming-rules.ts'
import type { CallOutput } from '../../data/call.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import classes from '../desk.module.css'
import { Decision, TextArea, useChange } from '../parts.tsx'

type Plan = CallOutput<'farm.plans.list'>[number]

const title = () => t`YIELD PLANS`
const refreshed = ['farm.plans.list', 'farm.rates'] as const

export function RetireYieldPlan({ plan: { id, plan: name }, onClose }: { plan: Plan; onClose: () => void }) {
  const change = useChange(title())
  return (
    <Decision
      title={t`Retire the ${name} plan?`}
      words={t`Customers can no longer choose this plan. Running contracts continue until they end, and you can still \
announce weekly rates for them.`}
      confirm={t`Retire`}
      danger
      onClose={onClose}
      onConfirm={() => change('farm.plans.retire', { id }, refreshed)}
    />
  )
}

/** Removes trailing zeros. */
const short = (text: string) => String(Number(text))

const empty = {
  plan: '',
  min: '',
  lever: '2',
  margin: '10',
  earlyFee: '0.5',
  coin: 'BTC' as FarmCoin,
  weekly: '',
  minimum: '',
  borrowing: '',
  note: '',
}
const formOf = ({ plan, min, lever, margin, earlyFee }: Plan) => ({
  ...empty,
  plan,
  min,
  lever: String(lever),
  margin: short(margin),
  earlyFee: short(earlyFee),
})

/** Edits a plan's terms and, if the plan is new, its coin and first rates. */
export function YieldPlanForm({ plan, onClose }: { plan?: Plan; onClose: () => void }) {
  const [form, setForm] = useState(plan ? formOf(plan) : empty)
  const change = useChange(title())
  const name = plan?.plan ?? ''
  const set =
    (field: keyof typeof form) =>
    ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setForm((was) => ({ ...was, [field]: value }))
  const number = (field: Exclude<keyof typeof form, 'plan' | 'coin' | 'note'>, label: string) => (
    <TextField
      label={label}
      required
      inputMode="decimal"
      autoComplete="off"
      value={form[field]}
      onChange={(event) => setForm({ ...form, [field]: event.currentTarget.value.trim().replace(',', '.') })}
    />
  )
  function save() {
    const { coin, weekly, minimum, borrowing, note, ...terms } = form
    return plan
      ? change('farm.plans.edit', { id: plan.id, ...terms }, refreshed)
      : change('farm.plans.add', { coin, weekly, minimum, borrowing, note, ...terms }, refreshed)
  }
  return (
    <Decision
      title={plan ? t`Edit ${name}` : t`Add a plan`}
      words={t`A second operator has to approve this.`}
      confirm={t`Propose`}
      onConfirm={save}
      onClose={onClose}
    >
      <div className={classes.pair}>
        <TextField label={t`Name`} required maxLength={40} value={form.plan} onChange={set('plan')} />
        {!plan && <SelectField label={t`Coin`} data={[...farmCoins]} value={form.coin} onChange={set('coin')} />}
      </div>
      <div className={classes.pair}>
        {number('min', t`Minimum amount`)}
        {number('lever', t`Maximum leverage`)}
      </div>
      <div className={classes.pair}>
        {number('margin', t`Liquidation threshold (equity), %`)}
        {number('earlyFee', t`Early exit fee, %`)}
      </div>
      {!plan && (
        <>
          <div className={classes.pair}>
            {number('weekly', t`Weekly rate, %`)}
            {number('minimum', t`Promised minimum, %`)}
            {number('borrowing', t`Borrowing cost, %`)}
          </div>
          <TextArea
            label={t`Reason`}
            description={t`Shown publicly next to the rate.`}
            required
            minLength={5}
            maxLength={300}
            value={form.note}
            onChange={(note) => setForm({ ...form, note })}
          />
        </>
      )}
    </Decision>
  )
}
