import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { coinAssets, type CoinAsset } from '../../../api/assets.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { Money } from '../../ui/text/money.tsx'
import { shortDecimal } from '../../ui/text/short-decimal.ts'
import classes from '../desk.module.css'
import { usePlanOrder } from '../plan-order.tsx'
import { useReviewsColumn } from '../reviews-column.tsx'
import { PlanButtons, PlanName } from '../plan-buttons.tsx'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Decision, useChange } from '../parts.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'

export const meta = () => deskMeta(t`Plans`)

type Plan = CallOutput<'plans.list'>[number]
type Account = Plan['account']
type Doing = { plan: Plan | undefined; how: 'save' | 'retire' }
const title = () => t`PLANS`

/** Lists trading and mining plans with their prices, in order. */
export default function Plans() {
  const [account, setAccount] = useState<Account>('trading')
  const [doing, setDoing] = useState<Doing>()
  const plans = useCall('plans.list', {})
  const change = useChange(title())
  const reviews = useReviewsColumn<Plan>((plan) => plan.account)
  const { rows, column: order } = usePlanOrder(plans.data?.filter((plan) => plan.account === account) ?? [], (ids) =>
    change('plans.order', { account, ids }, ['plans.list']),
  )
  const columns: Column<Plan>[] = [
    ...order,
    { head: t`Plan`, cell: (plan) => <PlanName plan={plan} /> },
    ...(account === 'mining'
      ? [
          { head: t`Coin`, cell: ({ symbol }: Plan) => symbol },
          { head: t`Hash rate`, cell: ({ hash }: Plan) => <span dir="ltr">{`${shortDecimal(hash ?? '')} TH/s`}</span> },
        ]
      : []),
    { head: t`Minimum amount`, end: true, cell: ({ amount }) => <Money amount={amount} unit="" /> },
    reviews,
    {
      head: t`Change`,
      end: true,
      cell: (plan) =>
        plan.retiredAt === null && (
          <PlanButtons
            onEdit={() => setDoing({ plan, how: 'save' })}
            onRetire={() => setDoing({ plan, how: 'retire' })}
          />
        ),
    },
  ]
  return (
    <Page
      title={t`Plans`}
      words={t`Amounts are shown in each customer’s currency. For a plan named Custom, the customer chooses the \
amount. Changes don’t affect deposits already started. A mining plan needs a second operator’s approval.`}
    >
      <Panel>
        <Tabs
          label={t`View`}
          value={account}
          onChange={setAccount}
          options={[
            { value: 'trading', label: t`Trading` },
            { value: 'mining', label: t`Mining` },
          ]}
        />
        <div className={classes.toolbar}>
          <Button onClick={() => setDoing({ plan: undefined, how: 'save' })}>
            <Trans>Add a plan</Trans>
          </Button>
        </div>
        <Answered query={plans} lines={10}>
          {() => <Table label={t`Plans`} columns={columns} rows={rows} empty={t`No plans yet.`} />}
        </Answered>
      </Panel>
      {doing?.how === 'save' && <PlanForm account={account} plan={doing.plan} onClose={() => setDoing(undefined)} />}
      {doing?.how === 'retire' && <Retire plan={doing.plan!} onClose={() => setDoing(undefined)} />}
    </Page>
  )
}

function Retire({ plan: { id, plan: name }, onClose }: { plan: Plan; onClose: () => void }) {
  const change = useChange(title())
  return (
    <Decision
      title={t`Retire the ${name} plan?`}
      words={t`Customers can no longer choose this plan. Deposits already started don’t change.`}
      confirm={t`Retire`}
      danger
      onClose={onClose}
      onConfirm={() => change('plans.retire', { id }, ['plans.list'])}
    />
  )
}

function PlanForm({ account, plan, onClose }: { account: Account; plan: Plan | undefined; onClose: () => void }) {
  const [form, setForm] = useState({
    plan: plan?.plan ?? '',
    amount: plan?.amount ?? '',
    symbol: plan?.symbol ?? ('BTC' as CoinAsset),
    hash: shortDecimal(plan?.hash ?? ''),
  })
  const name = plan?.plan ?? ''
  const change = useChange(title())
  const set =
    (name: keyof typeof form) =>
    ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setForm((was) => ({ ...was, [name]: value }))
  function save() {
    const { symbol, hash, ...fields } = form
    const input = { account, ...fields, ...(account === 'mining' && { symbol, hash }) }
    return plan
      ? change('plans.edit', { id: plan.id, ...input }, ['plans.list'])
      : change('plans.add', input, ['plans.list'])
  }
  return (
    <Decision title={plan ? t`Edit ${name}` : t`Add a plan`} confirm={t`Save`} onConfirm={save} onClose={onClose}>
      <TextField label={t`Name`} required maxLength={40} value={form.plan} onChange={set('plan')} />
      <TextField label={t`Minimum amount`} required inputMode="decimal" value={form.amount} onChange={set('amount')} />
      {account === 'mining' && (
        <div className={classes.pair}>
          <SelectField label={t`Coin`} data={[...coinAssets]} value={form.symbol} onChange={set('symbol')} />
          <TextField label={t`Hash rate, TH/s`} required inputMode="decimal" value={form.hash} onChange={set('hash')} />
        </div>
      )}
    </Decision>
  )
}
