import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { CallOutput } from '../../data/call.ts'
import { methodLabels, styleNames } from '../../language/api-words.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, Table } from '../../ui/lists/table.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Figure } from '../figure.tsx'
import type { FigureFormat } from '../figure-text.ts'
import { expertTitle } from './expert-names.ts'
import classes from './trading-experts.module.css'

type Experts = CallOutput<'experts'>
type Row = Experts[number] & { place: number }

const orders = (): { key: string; label: string; by: (a: Row, b: Row) => number }[] => [
  { key: 'rank', label: t`Rank`, by: (a, b) => a.place - b.place },
  { key: 'return', label: t`Return`, by: (a, b) => b.resultPercent - a.resultPercent },
  { key: 'rate', label: t`Win rate`, by: (a, b) => (b.wr ?? 0) - (a.wr ?? 0) },
  { key: 'drawdown', label: t`Max drawdown`, by: (a, b) => a.drawdown - b.drawdown },
  { key: 'trades', label: t`Trades`, by: (a, b) => b.trades - a.trades },
]

const toneOf = (value: number) => (value > 0 ? classes.up : value < 0 ? classes.down : undefined)

/** Compares the experts in one table, which visitors can sort. */
export function ExpertTable({ experts }: { experts: Experts }) {
  const [order, setOrder] = useState('rank')
  const sort = orders().find(({ key }) => key === order)!
  const rows = experts.map((expert, place) => ({ ...expert, place })).toSorted(sort.by)
  return (
    <>
      <div className={classes.sort} role="group" aria-label={t`Sort by`}>
        <span aria-hidden="true">
          <Trans>Sort by</Trans>
        </span>
        {orders().map(({ key, label }) => (
          <Button key={key} size="xs" variant="default" aria-pressed={key === order} onClick={() => setOrder(key)}>
            {label}
          </Button>
        ))}
      </div>
      <Table label={t`Trading Experts`} className={classes.table} rows={rows} columns={columnsOf(experts)} />
    </>
  )
}

function columnsOf(experts: Experts): Column<Row>[] {
  const figure = ({ place }: Row, at: string, as?: FigureFormat) => (
    <Figure call="experts" of={experts} at={`${place}.${at}`} as={as} />
  )
  const percent = (row: Row, at: string) => figure(row, at, 'percentage')
  return [
    {
      head: t`Expert`,
      isRowHead: true,
      cell: ({ id, name, note, method, style }) => (
        <div className={classes.name} id={id}>
          <strong>{expertTitle(name)}</strong>
          <span>{note}</span>
          <span>
            {methodLabels()[method]} · {styleNames()[style]}
          </span>
        </div>
      ),
    },
    {
      head: t`Account value`,
      cell: ({ name, series }) => <Sparkline values={series.map(Number)} label={t`Account value of ${name} so far`} />,
    },
    {
      head: t`Return`,
      end: true,
      cell: (row) => (
        <div className={classes.two}>
          <span className={toneOf(row.resultPercent)}>{percent(row, 'resultPercent')}</span>
          <small>{figure(row, 'result', 'signedDollars')}</small>
        </div>
      ),
    },
    {
      head: t`Win rate`,
      end: true,
      cell: (row) => {
        const breakEven = percent(row, 'breakEven')
        return (
          <div className={classes.two}>
            <span className={toneOf((row.wr ?? 0) - (row.breakEven ?? 0))}>{percent(row, 'wr')}</span>
            <small>
              <Trans>needs {breakEven}</Trans>
            </small>
          </div>
        )
      },
    },
    { head: t`Likely above`, end: true, cell: (row) => percent(row, 'wrLow') },
    { head: t`Max drawdown`, end: true, cell: (row) => percent(row, 'drawdown') },
    { head: t`Risk (1 to 10)`, end: true, cell: (row) => figure(row, 'risk') },
    { head: t`Trades`, end: true, cell: (row) => figure(row, 'trades') },
    { head: t`Profit share`, end: true, cell: (row) => percent(row, 'ps') },
    {
      head: t`Rank`,
      end: true,
      cell: (row) => (row.stopped ? t`stopped` : row.rank === null ? t`new` : figure(row, 'rank')),
    },
  ]
}
