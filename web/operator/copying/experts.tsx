import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { experts } from '../../../api/experts.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { quantityText } from '../../language/formats.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { Money } from '../../ui/text/money.tsx'
import { groupDigits, withPercent } from '../../ui/text/number-text.ts'
import classes from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Decision, useChange } from '../parts.tsx'
import { toneOf } from '../tone.ts'
import { Answered } from '../../shell/answered.tsx'
import { methodNames, styleNames } from '../../language/api-words.ts'
import { Time } from '../../language/time.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'

export const meta = () => deskMeta(t`Experts`)

type Expert = CallOutput<'experts'>[number]
type Scheduled = CallOutput<'experts.scheduled'>[number]

const nameOf = (tid: string) => experts.find(({ id }) => id === tid)?.name ?? tid
const stateTones: Record<Scheduled['state'], Tone> = { waiting: 'wait', placed: 'good', refused: 'bad' }
const stateNames = (): Record<Scheduled['state'], string> => ({
  waiting: t`scheduled`,
  placed: t`placed`,
  refused: t`refused`,
})
const scheduledColumns = (): Column<Scheduled>[] => [
  { head: t`Expert`, cell: ({ tid }) => nameOf(tid) },
  { head: t`Order`, cell: ({ type, symbol, interval }) => <span dir="ltr">{`${type} ${symbol}, ${interval} s`}</span> },
  { head: t`Time`, cell: ({ at }) => <Time at={new Date(at).toISOString()} /> },
  {
    head: t`State`,
    cell: ({ state, note }) => (
      <span>
        <Badge tone={stateTones[state]}>{stateNames()[state]}</Badge> {note}
      </span>
    ),
  },
  { head: t`Reason`, cell: ({ reason }) => reason },
]

/** Lists the experts, schedules manual orders for Mixed ones, and stops an expert. */
export default function Experts() {
  const list = useCall('experts', {})
  const [scheduling, setScheduling] = useState(false)
  const [stopping, setStopping] = useState<Expert>()
  const columns: Column<Expert>[] = [
    {
      head: t`Expert`,
      cell: ({ name, stopped }) => (
        <span>
          <strong>{name}</strong>{' '}
          {stopped && (
            <Badge>
              <Trans>stopped</Trans>
            </Badge>
          )}
        </span>
      ),
    },
    { head: t`Method`, cell: ({ method, style }) => `${methodNames()[method]}, ${styleNames()[style]}` },
    { head: t`Trades`, cell: ({ trades }) => trades, end: true },
    {
      head: t`Win rate`,
      cell: ({ wr }) => (wr === null ? '–' : <span dir="ltr">{withPercent(groupDigits(wr.toFixed(2)))}</span>),
      end: true,
    },
    {
      head: t`Result`,
      cell: ({ result }) => (
        <span className={classes.signed} data-tone={toneOf(result)}>
          <Money amount={result} unit="$" shown />
        </span>
      ),
      end: true,
    },
    { head: t`Copied by`, cell: ({ copiers }) => copiers, end: true },
    {
      head: t`Action`,
      end: true,
      cell: (expert) =>
        !expert.stopped && (
          <Button
            size="xs"
            variant="default"
            color="red"
            onClick={() => setStopping(expert)}
            aria-label={stopText(expert.name)}
          >
            <Trans>Stop…</Trans>
          </Button>
        ),
    },
  ]
  return (
    <Page
      title={t`Experts`}
      words={t`Each expert follows its published rule. Mixed experts also take orders that you schedule by hand. These \
orders are publicly marked as manual.`}
    >
      {/* Shown together, so that a table doesn’t push the next panel down when it loads. */}
      <Answered query={list} lines={12}>
        {(rows) => (
          <>
            <Panel title={t`Experts`}>
              <Table
                label={t`Experts`}
                columns={columns}
                rows={rows}
                empty={t`The experts are being created. Reload the page in a moment.`}
              />
            </Panel>
            <ManualOrders onSchedule={() => setScheduling(true)} />
          </>
        )}
      </Answered>
      {scheduling && <Schedule onClose={() => setScheduling(false)} />}
      {stopping && <Stop expert={stopping} onClose={() => setStopping(undefined)} />}
    </Page>
  )
}

function ManualOrders({ onSchedule }: { onSchedule: () => void }) {
  const scheduled = useCall('experts.scheduled', {}, { refetchInterval: 5_000 })
  return (
    <Panel title={t`Manual orders`}>
      <div className={classes.toolbar}>
        <Button onClick={onSchedule}>
          <Trans>Schedule an order</Trans>
        </Button>
      </div>
      <Answered query={scheduled} lines={3}>
        {(rows) => (
          <Table label={t`Manual orders`} columns={scheduledColumns()} rows={rows} empty={t`No manual orders yet.`} />
        )}
      </Answered>
    </Panel>
  )
}

const stopText = (name: string) => t`Stop ${name}`

const lengths = () =>
  ['5', '10', '30', '60', '180'].map((value) => ({ value, label: quantityText(Number(value), 'second') }))
const mixed = experts.filter(({ method }) => method === 'Mixed')

function Schedule({ onClose }: { onClose: () => void }) {
  const change = useChange(t`EXPERTS`)
  const symbols = useCall('symbols', {})
  const [form, setForm] = useState({
    tid: mixed[0]!.id,
    symbol: mixed[0]!.symbols[0]!,
    TYPE: 'BUY',
    interval: '60',
    inMinutes: '1',
  })
  const set = (name: keyof typeof form) => (event: { currentTarget: { value: string } }) =>
    setForm({ ...form, [name]: event.currentTarget.value })
  const { inMinutes, ...order } = form
  const save = (reason: string) =>
    change(
      'experts.schedule',
      { ...order, TYPE: form.TYPE as 'BUY' | 'SELL', inSeconds: Number(inMinutes) * 60, reason },
      ['experts.scheduled'],
    )
  return (
    <Decision
      title={t`Schedule an order`}
      words={t`The order is marked as manual wherever it appears.`}
      reasonLabel={t`Reason`}
      confirm={t`Schedule`}
      onClose={onClose}
      onConfirm={save}
    >
      <SelectField
        label={t`Expert`}
        data={mixed.map(({ id, name }) => ({ value: id, label: name }))}
        value={form.tid}
        onChange={set('tid')}
      />
      <div className={classes.pair}>
        <SelectField
          label={t`Symbol`}
          data={symbols.data?.map(({ symbol }) => symbol) ?? [form.symbol]}
          value={form.symbol}
          onChange={set('symbol')}
        />
        <SelectField label={t`Type`} data={['BUY', 'SELL']} value={form.TYPE} onChange={set('TYPE')} />
      </div>
      <div className={classes.pair}>
        <SelectField label={t`Interval`} data={lengths()} value={form.interval} onChange={set('interval')} />
        <TextField
          label={t`Minutes from now`}
          inputMode="decimal"
          value={form.inMinutes}
          onChange={set('inMinutes')}
          required
        />
      </div>
    </Decision>
  )
}

function Stop({ expert: { id, name, method, copiers }, onClose }: { expert: Expert; onClose: () => void }) {
  const change = useChange(t`EXPERTS`)
  const rule = experts.find((expert) => expert.id === id)?.strategy ?? ''
  return (
    <Decision
      title={t`Stop ${name} permanently`}
      reasonLabel={t`Reason`}
      reasonHint={t`Shown publicly.`}
      confirm={stopText(name)}
      danger
      onClose={onClose}
      onConfirm={(reason) => change('experts.stop', { tid: id, reason }, ['experts'])}
    >
      <p>
        <strong>
          <Trans>You can’t undo this. {name} never trades again.</Trans>
        </strong>
      </p>
      <ul className={classes.consequences}>
        <li>
          <Trans>
            Its published rule <bdi className={classes.mono}>{rule}</bdi> places no more orders.
          </Trans>
        </li>
        {method === 'Mixed' && (
          <li>
            <Trans>Manual orders that you scheduled for it aren’t placed.</Trans>
          </li>
        )}
        <li>
          <Trans>Open trades run until they expire and settle as usual.</Trans>
        </li>
        <li>
          <Plural
            value={copiers}
            one="# customer copies it. Copying ends, and we notify them."
            other="# customers copy it. Copying ends, and we notify them."
          />
        </li>
        <li>
          <Trans>The expert stays listed with its record.</Trans>
        </li>
      </ul>
    </Decision>
  )
}
