import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { experts } from '../../../contract/experts.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { Money } from '../../ui/money.tsx'
import classes from '../desk.module.css'
import { DeskPage, deskMeta, Panel } from '../page.tsx'
import { Answered, Badge, type Column, Decision, Table, Time, type Tone, useChange } from '../parts.tsx'

export const meta = deskMeta('Experts')

type Expert = CallOutput<'experts'>[number]
type Scheduled = CallOutput<'experts.scheduled'>[number]

const nameOf = (tid: string) => experts.find(({ id }) => id === tid)?.name ?? tid
const stateTones: Record<Scheduled['state'], Tone> = { waiting: 'wait', placed: 'good', refused: 'bad' }
const scheduledColumns: Column<Scheduled>[] = [
  { head: 'Expert', cell: ({ tid }) => nameOf(tid) },
  { head: 'Order', cell: ({ type, symbol, interval }) => `${type} ${symbol}, ${interval} s` },
  { head: 'At', cell: ({ at }) => <Time at={new Date(at).toISOString()} /> },
  { head: 'State', cell: ({ state, note }) => <span><Badge tone={stateTones[state]}>{state}</Badge> {note}</span> },
  { head: 'Reason', cell: ({ reason }) => reason },
]

/** The experts: orders by hand for the Mixed ones, and the end of one. */
export default function Experts() {
  const list = useCall('experts', {})
  const scheduled = useCall('experts.scheduled', {}, { refetchInterval: 5_000 })
  const [scheduling, setScheduling] = useState(false)
  const [stopping, setStopping] = useState<Expert>()
  const columns: Column<Expert>[] = [
    { head: 'Expert', cell: ({ name, stopped }) => <span><strong>{name}</strong> {stopped && <Badge><Trans>stopped</Trans></Badge>}</span> },
    { head: 'Method', cell: ({ method, style }) => `${method}, ${style}` },
    { head: 'Trades', cell: ({ trades }) => trades, end: true },
    { head: 'Win rate', cell: ({ wr }) => (wr === null ? '–' : `${wr} %`), end: true },
    { head: 'Result', cell: ({ result }) => <Money amount={result} unit={t`USD`} />, end: true },
    { head: 'Copied by', cell: ({ copiers }) => copiers, end: true },
    {
      head: 'End',
      end: true,
      cell: (expert) =>
        !expert.stopped && (
          <Button size="xs" variant="default" onClick={() => setStopping(expert)} aria-label={`Stop ${expert.name}`}>
            <Trans>Stop</Trans>
          </Button>
        ),
    },
  ]
  return (
    <DeskPage title={t`Experts`} words={t`Each follows its published rule. A Mixed one also takes orders that you schedule by hand; everybody sees which those are.`}>
      <Panel title={t`Experts`}>
        <Answered query={list} lines={6}>
          {(rows) => <Table label={t`Experts`} columns={columns} rows={rows} empty={t`They are being made.`} />}
        </Answered>
      </Panel>
      <Panel title={t`Orders by hand`}>
        <div className={classes.stack}>
          <div className={classes.buttons}>
            <Button size="xs" onClick={() => setScheduling(true)}>
              <Trans>Schedule an order</Trans>
            </Button>
          </div>
          <Answered query={scheduled} lines={3}>
            {(rows) => <Table label={t`Orders by hand`} columns={scheduledColumns} rows={rows} empty={t`None was scheduled yet.`} />}
          </Answered>
        </div>
      </Panel>
      {scheduling && <Schedule onClose={() => setScheduling(false)} />}
      {stopping && <Stop expert={stopping} onClose={() => setStopping(undefined)} />}
    </DeskPage>
  )
}

const lengths = ['5', '10', '30', '60', '180'].map((value) => ({ value, label: `${value} seconds` }))
const mixed = experts.filter(({ method }) => method === 'Mixed')

function Schedule({ onClose }: { onClose: () => void }) {
  const change = useChange('EXPERTS')
  const symbols = useCall('symbols', {})
  const [form, setForm] = useState({ tid: mixed[0]!.id, symbol: mixed[0]!.symbols[0]!, TYPE: 'BUY', interval: '60', inMinutes: '1' })
  const set = (name: keyof typeof form) => (event: { currentTarget: { value: string } }) => setForm({ ...form, [name]: event.currentTarget.value })
  const { inMinutes, ...order } = form
  const save = (reason: string) => change('experts.schedule', { ...order, TYPE: form.TYPE as 'BUY' | 'SELL', inSeconds: Number(inMinutes) * 60, reason }, ['experts.scheduled'])
  return (
    <Decision title={t`Schedule an order`} words={t`It is marked as placed by hand wherever it is shown.`} reasonLabel="Reason" confirm={t`Schedule`} onClose={onClose} onConfirm={save}>
      <SelectField label={t`Expert`} data={mixed.map(({ id, name }) => ({ value: id, label: name }))} value={form.tid} onChange={set('tid')} />
      <div className={classes.pair}>
        <SelectField label={t`Symbol`} data={symbols.data?.map(({ symbol }) => symbol) ?? [form.symbol]} value={form.symbol} onChange={set('symbol')} />
        <SelectField label={t`Type`} data={['BUY', 'SELL']} value={form.TYPE} onChange={set('TYPE')} />
      </div>
      <div className={classes.pair}>
        <SelectField label={t`Length`} data={lengths} value={form.interval} onChange={set('interval')} />
        <TextField label={t`In how many minutes`} inputMode="decimal" value={form.inMinutes} onChange={set('inMinutes')} />
      </div>
    </Decision>
  )
}

function Stop({ expert, onClose }: { expert: Expert; onClose: () => void }) {
  const change = useChange('EXPERTS')
  return (
    <Decision title={`Stop ${expert.name} for good`} reasonLabel="Reason" reasonHint="Everybody sees it." confirm={`Stop ${expert.name}`} danger onClose={onClose} onConfirm={(reason) => change('experts.stop', { tid: expert.id, reason }, ['experts'])}>
      <p className={classes.quiet}><Trans>It stays listed with its record. {expert.copiers} copy it; they are told.</Trans></p>
    </Decision>
  )
}
