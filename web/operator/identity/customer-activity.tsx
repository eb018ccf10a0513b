import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { unitOf } from '../../../api/assets.ts'
import type { CallInput, CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Time } from '../../language/time.tsx'
import { Panel } from '../../shell/page.tsx'
import { accountName, kindNames } from '../../shell/statement-words.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Money } from '../../ui/text/money.tsx'
import classes from '../desk.module.css'
import { toneOf } from '../tone.ts'
import { Answered } from '../../shell/answered.tsx'
import own from './customers.module.css'

type Line = CallOutput<'customers.activity'>['lines'][number]
type Trade = NonNullable<Line['trade']>
type Group = NonNullable<CallInput<'customers.activity'>['group']>

/** Lists a customer's trades, each with its result, and all other movements of money. */
export function CustomerActivity({ id }: { id: string }) {
  const [group, setGroup] = useState<Group | 'all'>('all')
  const [pages, setPages] = useState<(string | undefined)[]>([undefined])
  const before = pages.at(-1)
  // Each load is logged, so window focus doesn't refetch.
  const activity = useCall(
    'customers.activity',
    { id, ...(group !== 'all' && { group }), ...(before !== undefined && { before }) },
    { staleTime: Infinity, refetchOnMount: 'always' },
  )
  return (
    <Panel title={t`Activity`}>
      <Tabs
        label={t`Activity`}
        look="compact"
        value={group}
        onChange={(value) => (setGroup(value), setPages([undefined]))}
        options={[
          { value: 'all', label: t`All` },
          { value: 'trades', label: t`Trades` },
          { value: 'deposits', label: t`Deposits` },
          { value: 'withdrawals', label: t`Withdrawals` },
          { value: 'mining', label: t`Mining` },
          { value: 'yield', label: t`Yield` },
        ]}
      />
      <div className={own.activity}>
        <Answered query={activity} lines={8}>
          {({ lines, next }) => (
            <>
              <Table label={t`Activity`} columns={columns()} rows={lines} empty={t`No activity yet.`} />
              <Pager
                page={pages.length}
                isLast={next === null}
                onPage={(page) => setPages(page < pages.length ? pages.slice(0, -1) : [...pages, next ?? undefined])}
              />
            </>
          )}
        </Answered>
      </div>
    </Panel>
  )
}

const columns = (): Column<Line>[] => [
  { head: t`When`, cell: ({ at }) => <Time at={at} seconds /> },
  { head: t`What`, cell: ({ trade, entry }) => (trade ? <TradeWords trade={trade} /> : <EntryWords entry={entry!} />) },
  { head: t`Result`, cell: ({ trade }) => trade && <State status={trade.status} /> },
  {
    head: t`Amount`,
    end: true,
    cell: ({ amount, asset }) => (
      <span className={own.result} data-tone={toneOf(amount)}>
        <Money amount={amount} unit={unitOf(asset)} shown />
      </span>
    ),
  },
  {
    head: t`ID`,
    end: true,
    cell: ({ id }) => (
      <span className={own.id}>
        <span className={classes.mono}>…{id.slice(-6)}</span>
        <CopyButton iconOnly text={id} label={t`Copy ID`} />
      </span>
    ),
  },
]

function TradeWords({ trade: { type, asset: symbol, amount, cur, interval, strike, exit, by } }: { trade: Trade }) {
  const seconds = interval
  return (
    <span className={own.who}>
      <span>
        {type} <strong dir="ltr">{symbol}</strong> · <Money amount={amount} unit={cur} shown /> · {t`${seconds} s`}
      </span>
      <span className={classes.small} dir="ltr">
        {[strike, exit].filter((price) => price !== null).join(' → ')}
        {by !== 'customer' && ` · ${by}`}
      </span>
    </span>
  )
}

function EntryWords({ entry }: { entry: NonNullable<Line['entry']> }) {
  return (
    <span className={own.who}>
      <span>{kindNames()[entry.kind] ?? entry.kind}</span>
      <span className={classes.small}>
        {accountName(entry.account)}
        {entry.note && (
          <>
            {' · '}
            <bdi>{entry.note}</bdi>
          </>
        )}
      </span>
    </span>
  )
}

const tones: Record<Trade['status'], Tone> = { OPEN: 'wait', WON: 'good', LOST: 'bad', TIE: 'plain', VOID: 'plain' }

function State({ status }: { status: Trade['status'] }) {
  const names: Record<Trade['status'], string> = {
    OPEN: t`open`,
    WON: t`won`,
    LOST: t`lost`,
    TIE: t`tie`,
    VOID: t`void`,
  }
  return <Badge tone={tones[status]}>{names[status]}</Badge>
}
