import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { useState } from 'react'
import type { CallOutput } from '../data/call.ts'
import { useCall } from '../data/queries.ts'
import { TextField } from '../ui/fields.tsx'
import classes from './desk.module.css'
import { DeskPage, deskMeta, Panel } from './page.tsx'
import { Answered, Badge, type Column, Decision, Table, Time, useChange } from './parts.tsx'

export const meta = deskMeta('Yield rates')

type Plan = CallOutput<'yplans'>[number]
type Announced = CallOutput<'farm.rates'>[number]

const percentFormat = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 3, maximumFractionDigits: 4 })
/** As many decimals in each, so that the points stand below each other. */
const percent = (text: string) => <span dir="ltr">{percentFormat.format(Number(text))}&nbsp;%</span>

/** Announces the weekly rates of the yield plans; every announcement stays in the record. */
export default function YieldRates() {
  const plans = useCall('yplans', {})
  const rates = useCall('farm.rates', {})
  const [announcing, setAnnouncing] = useState<Plan>()
  const planColumns: Column<Plan>[] = [
    { head: 'Plan', cell: ({ plan }) => <strong>{plan}</strong> },
    { head: 'Coin', cell: ({ coin }) => coin },
    { head: 'Largest lever', end: true, cell: ({ lever }) => lever },
    { head: 'Rate a week', end: true, cell: ({ weekly }) => percent(weekly) },
    { head: 'Minimum', end: true, cell: ({ minimum }) => percent(minimum) },
    { head: 'Borrowing', end: true, cell: ({ borrowing }) => percent(borrowing) },
    { head: 'Delivered a year', end: true, cell: ({ delivered, contracts }) => (delivered === null ? 'nothing yet' : `${delivered} % (${contracts})`) },
    {
      head: 'Change',
      end: true,
      cell: (plan) => (
        <Button size="xs" variant="default" onClick={() => setAnnouncing(plan)} aria-label={`Announce a rate for ${plan.plan}`}>
          <Trans>Announce</Trans>
        </Button>
      ),
    },
  ]
  return (
    <DeskPage title={t`Yield rates`} words={t`An announcement counts from next Monday 00:00 UTC. Running contracts follow the weekly rate, but never below the minimum that they were promised, and keep the cost they began with.`}>
      <Panel title={t`Plans`}>
        <Answered query={plans}>{(list) => <Table label={t`Plans`} columns={planColumns} rows={list} empty={t`There is no plan.`} />}</Answered>
      </Panel>
      <Panel title={t`Announcements`}>
        <Answered query={rates}>{(list) => <Table label={t`Announcements`} columns={rateColumns} rows={list} empty={t`Nothing was announced yet.`} />}</Answered>
      </Panel>
      {announcing && <Announce plan={announcing} onClose={() => setAnnouncing(undefined)} />}
    </DeskPage>
  )
}

const installed = (at: number) => at === 0

const rateColumns: Column<Announced>[] = [
  { head: 'Counts from', cell: ({ from }) => (installed(from) ? 'the start' : <Time at={new Date(from).toISOString()} />) },
  { head: 'Plan', cell: ({ plan, inForce }) => <span>{plan} {inForce && <Badge tone="good"><Trans>in force</Trans></Badge>}</span> },
  { head: 'Rate a week', end: true, cell: ({ weekly }) => percent(weekly) },
  { head: 'Minimum', end: true, cell: ({ minimum }) => percent(minimum) },
  { head: 'Borrowing', end: true, cell: ({ borrowing }) => percent(borrowing) },
  { head: 'Why', cell: ({ note }) => note },
]

function Announce({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const [form, setForm] = useState({ weekly: String(Number(plan.weekly)), minimum: String(Number(plan.minimum)), borrowing: String(Number(plan.borrowing)) })
  const change = useChange('YIELD RATES')
  const field = (name: keyof typeof form, label: string) => <TextField label={label} inputMode="decimal" autoComplete="off" value={form[name]} onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value.trim().replace(',', '.') })} />
  return (
    <Decision
      title={`Announce a rate for ${plan.plan}`}
      words={`Per cent a week, from next Monday on. At the largest lever of ${plan.lever}, the minimum has to cover the cost of what is borrowed.`}
      reasonLabel="Why"
      reasonHint="Everyone can read it beside the rate."
      confirm={t`Announce`}
      onClose={onClose}
      onConfirm={(note) => change('farm.announce', { plan: plan.id, ...form, note }, ['yplans', 'farm.rates'])}
    >
      <div className={classes.pair}>
        {field('weekly', 'Rate a week, %')}
        {field('minimum', 'Promised minimum, %')}
        {field('borrowing', 'Cost of borrowing, %')}
      </div>
    </Decision>
  )
}
