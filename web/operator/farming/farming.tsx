import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { TextField } from '../../ui/fields/fields.tsx'
import { Money } from '../../ui/text/money.tsx'
import { groupDigits, withPercent } from '../../ui/text/number-text.ts'
import classes from '../desk.module.css'
import { RetireYieldPlan, YieldPlanForm } from './farming-plan.tsx'
import { usePlanOrder } from '../plan-order.tsx'
import { useReviewsColumn } from '../reviews-column.tsx'
import { PlanButtons, PlanName } from '../plan-buttons.tsx'
import { useMay } from '../shell/me.ts'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Decision, useChange } from '../parts.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Time } from '../../language/time.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'

export const meta = () => deskMeta(t`Yield plans and rates`)

type Plan = CallOutput<'farm.plans.list'>[number]
type Announced = CallOutput<'farm.rates'>[number]
type Doing = { how: 'announce' | 'edit' | 'retire'; plan: Plan } | { how: 'add'; plan?: undefined }

/** Formats a rate with three decimals, or four if needed, so that decimal points align. */
const percent = (text: string) => (
  <span dir="ltr">{withPercent(groupDigits(Number(text).toFixed(4).replace(/0$/, '')))}</span>
)
const share = (text: string) => <span dir="ltr">{withPercent(groupDigits(text))}</span>

/** Shows yield plans with their terms, and every announcement of their weekly rates. */
export default function YieldDesk() {
  const plans = useCall('farm.plans.list', {})
  const mayEdit = useMay('plans.manage')
  const [doing, setDoing] = useState<Doing>()
  const close = () => setDoing(undefined)
  const change = useChange(t`YIELD PLANS`)
  const reviews = useReviewsColumn<Plan>(() => 'farming')
  const { rows, column: order } = usePlanOrder(
    plans.data ?? [],
    mayEdit ? (ids) => change('farm.plans.order', { ids }, ['farm.plans.list']) : undefined,
  )
  return (
    <Page
      title={t`Yield plans and rates`}
      words={t`A second operator approves each announcement. It takes effect on the following Monday at 00:00 UTC. \
Running contracts follow the weekly rate but never fall below their promised minimum, and they keep their original \
borrowing cost.`}
    >
      {/* Shown together, so that a table doesn’t push the next panel down when it loads. */}
      <Answered query={plans} lines={12}>
        {(list) => (
          <>
            <Panel title={t`Rates`}>
              <Table
                label={t`Rates`}
                columns={rateColumns((plan) => setDoing({ how: 'announce', plan }))}
                rows={list.filter(isFollowed)}
                empty={t`No plans yet.`}
              />
            </Panel>
            <Panel title={t`Plans`}>
              <p className={classes.quiet}>
                <Trans>
                  Amounts are shown in each customer’s currency. Changes don’t affect running contracts, or deposits
                  already started for a contract.
                </Trans>
              </p>
              {mayEdit && (
                <div className={classes.toolbar}>
                  <Button onClick={() => setDoing({ how: 'add' })}>
                    <Trans>Add a plan</Trans>
                  </Button>
                </div>
              )}
              <Table
                label={t`Plans`}
                columns={[...order, ...planColumns(reviews, mayEdit ? setDoing : undefined)]}
                rows={rows}
                empty={t`No plans yet.`}
              />
            </Panel>
            <Announcements />
          </>
        )}
      </Answered>
      {doing?.how === 'announce' && <Announce plan={doing.plan} onClose={close} />}
      {doing?.how === 'add' && <YieldPlanForm onClose={close} />}
      {doing?.how === 'edit' && <YieldPlanForm plan={doing.plan} onClose={close} />}
      {doing?.how === 'retire' && <RetireYieldPlan plan={doing.plan} onClose={close} />}
    </Page>
  )
}

function Announcements() {
  const rates = useCall('farm.rates', {})
  return (
    <Panel title={t`Announcements`}>
      <Answered query={rates}>
        {(list) => (
          <Table
            label={t`Announcements`}
            columns={announcementColumns()}
            rows={list}
            empty={t`No announcements yet.`}
          />
        )}
      </Answered>
    </Panel>
  )
}

/** A retired plan still needs rates while it has running contracts. */
const isFollowed = ({ retiredAt, running }: Plan) => retiredAt === null || running > 0

const rateColumns = (onAnnounce: (plan: Plan) => void): Column<Plan>[] => [
  { head: t`Plan`, cell: (plan) => <PlanName plan={plan} /> },
  { head: t`Weekly rate`, end: true, cell: ({ weekly }) => percent(weekly) },
  { head: t`Minimum`, end: true, cell: ({ minimum }) => percent(minimum) },
  { head: t`Borrowing`, end: true, cell: ({ borrowing }) => percent(borrowing) },
  {
    head: t`Paid per year`,
    end: true,
    cell: ({ delivered, contracts }) =>
      delivered === null ? (
        t`nothing yet`
      ) : (
        <span dir="ltr">{`${withPercent(groupDigits(delivered))} (${contracts})`}</span>
      ),
  },
  {
    head: t`Change`,
    end: true,
    cell: (plan) => (
      <Button size="xs" variant="default" onClick={() => onAnnounce(plan)} aria-label={announceTitle(plan.plan)}>
        <Trans>Announce</Trans>
      </Button>
    ),
  },
]

const planColumns = (reviews: Column<Plan>, onDo: ((doing: Doing) => void) | undefined): Column<Plan>[] => [
  { head: t`Plan`, cell: (plan) => <PlanName plan={plan} /> },
  { head: t`Coin`, cell: ({ coin }) => coin },
  { head: t`Minimum amount`, end: true, cell: ({ min }) => <Money amount={min} unit="" /> },
  { head: t`Maximum leverage`, end: true, cell: ({ lever }) => groupDigits(String(lever)) },
  { head: t`Liquidation threshold (equity)`, end: true, cell: ({ margin }) => share(margin) },
  { head: t`Early exit fee`, end: true, cell: ({ earlyFee }) => share(earlyFee) },
  { head: t`Running contracts`, end: true, cell: ({ running }) => running },
  reviews,
  ...(onDo
    ? [
        {
          head: t`Change`,
          end: true,
          cell: (plan: Plan) =>
            plan.retiredAt === null && (
              <PlanButtons onEdit={() => onDo({ how: 'edit', plan })} onRetire={() => onDo({ how: 'retire', plan })} />
            ),
        },
      ]
    : []),
]

const announceTitle = (plan: string) => t`Announce a rate for ${plan}`

const installed = (at: number) => at === 0

const announcementColumns = (): Column<Announced>[] => [
  {
    head: t`In effect from`,
    cell: ({ from }) => (installed(from) ? t`the start` : <Time at={new Date(from).toISOString()} />),
  },
  {
    head: t`Plan`,
    cell: ({ plan, inForce }) => (
      <span>
        {plan}{' '}
        {inForce && (
          <Badge tone="good">
            <Trans>in force</Trans>
          </Badge>
        )}
      </span>
    ),
  },
  { head: t`Weekly rate`, end: true, cell: ({ weekly }) => percent(weekly) },
  { head: t`Minimum`, end: true, cell: ({ minimum }) => percent(minimum) },
  { head: t`Borrowing`, end: true, cell: ({ borrowing }) => percent(borrowing) },
  { head: t`Reason`, cell: ({ note }) => note },
]

function Announce({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const [form, setForm] = useState({
    weekly: String(Number(plan.weekly)),
    minimum: String(Number(plan.minimum)),
    borrowing: String(Number(plan.borrowing)),
  })
  const change = useChange(t`YIELD RATES`)
  const { lever: leverage } = plan
  const field = (name: keyof typeof form, label: string) => (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      value={form[name]}
      onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value.trim().replace(',', '.') })}
    />
  )
  return (
    <Decision
      title={announceTitle(plan.plan)}
      words={t`Percentage per week, effective from the Monday after a second operator approves. At the maximum \
leverage of ${leverage}, the minimum must cover the cost of borrowing.`}
      reasonLabel={t`Reason`}
      reasonHint={t`Shown publicly next to the rate.`}
      confirm={t`Propose`}
      onClose={onClose}
      onConfirm={(note) => change('farm.announce', { plan: plan.id, ...form, note }, ['farm.plans.list', 'farm.rates'])}
    >
      <div className={classes.pair}>
        {field('weekly', t`Weekly rate, %`)}
        {field('minimum', t`Promised minimum, %`)}
        {field('borrowing', t`Borrowing cost, %`)}
      </div>
    </Decision>
  )
}
