import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/button.tsx'
import { useState } from 'react'
import type { CallOutput } from '../data/call.ts'
import { useCall } from '../data/queries.ts'
import { TextField } from '../ui/fields.tsx'
import { groupDigits } from '../ui/number-text.ts'
import classes from './desk.module.css'
import { DeskPage, deskMeta, Panel } from './page.tsx'
import { Answered, Badge, type Column, Decision, Table, Time, useChange } from './parts.tsx'

export const meta = () => deskMeta(t`Yield rates`)

type Plan = CallOutput<'yplans'>[number]
type Announced = CallOutput<'farm.rates'>[number]

/** Three decimals in each, four where they are needed, so that the points stand below each other. */
const percent = (text: string) => <span dir="ltr">{groupDigits(Number(text).toFixed(4).replace(/0$/, ''))}&nbsp;%</span>

/** Announces the weekly rates of the yield plans; every announcement stays in the record. */
export default function YieldRates() {
  const plans = useCall('yplans', {})
  const rates = useCall('farm.rates', {})
  const [announcing, setAnnouncing] = useState<Plan>()
  const planColumns: Column<Plan>[] = [
    { head: t`Plan`, cell: ({ plan }) => <strong>{plan}</strong> },
    { head: t`Coin`, cell: ({ coin }) => coin },
    { head: t`Largest lever`, end: true, cell: ({ lever }) => lever },
    { head: t`Rate a week`, end: true, cell: ({ weekly }) => percent(weekly) },
    { head: t`Minimum`, end: true, cell: ({ minimum }) => percent(minimum) },
    { head: t`Borrowing`, end: true, cell: ({ borrowing }) => percent(borrowing) },
    { head: t`Delivered a year`, end: true, cell: ({ delivered, contracts }) => (delivered === null ? t`nothing yet` : <span dir="ltr">{`${groupDigits(delivered)} % (${contracts})`}</span>) },
    {
      head: t`Change`,
      end: true,
      cell: (plan) => (
        <Button size="xs" variant="default" onClick={() => setAnnouncing(plan)} aria-label={announceTitle(plan.plan)}>
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
        <Answered query={rates}>{(list) => <Table label={t`Announcements`} columns={rateColumns()} rows={list} empty={t`Nothing was announced yet.`} />}</Answered>
      </Panel>
      {announcing && <Announce plan={announcing} onClose={() => setAnnouncing(undefined)} />}
    </DeskPage>
  )
}

const announceTitle = (plan: string) => t`Announce a rate for ${plan}`

const installed = (at: number) => at === 0

const rateColumns = (): Column<Announced>[] => [
  { head: t`Counts from`, cell: ({ from }) => (installed(from) ? t`the start` : <Time at={new Date(from).toISOString()} />) },
  { head: t`Plan`, cell: ({ plan, inForce }) => <span>{plan} {inForce && <Badge tone="good"><Trans>in force</Trans></Badge>}</span> },
  { head: t`Rate a week`, end: true, cell: ({ weekly }) => percent(weekly) },
  { head: t`Minimum`, end: true, cell: ({ minimum }) => percent(minimum) },
  { head: t`Borrowing`, end: true, cell: ({ borrowing }) => percent(borrowing) },
  { head: t`Why`, cell: ({ note }) => note },
]

function Announce({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const [form, setForm] = useState({ weekly: String(Number(plan.weekly)), minimum: String(Number(plan.minimum)), borrowing: String(Number(plan.borrowing)) })
  const change = useChange(t`YIELD RATES`)
  const { lever } = plan
  const field = (name: keyof typeof form, label: string) => <TextField label={label} inputMode="decimal" autoComplete="off" value={form[name]} onChange={(event) => setForm({ ...form, [name]: event.currentTarget.value.trim().replace(',', '.') })} />
  return (
    <Decision
      title={announceTitle(plan.plan)}
      words={t`Per cent a week, from next Monday on. At the largest lever of ${lever}, the minimum has to cover the cost of what is borrowed.`}
      reasonLabel={t`Why`}
      reasonHint={t`Everyone can read it beside the rate.`}
      confirm={t`Announce`}
      onClose={onClose}
      onConfirm={(note) => change('farm.announce', { plan: plan.id, ...form, note }, ['yplans', 'farm.rates'])}
    >
      <div className={classes.pair}>
        {field('weekly', t`Rate a week, %`)}
        {field('minimum', t`Promised minimum, %`)}
        {field('borrowing', t`Cost of borrowing, %`)}
      </div>
    </Decision>
  )
}
