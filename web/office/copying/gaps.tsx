import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { GapRecord } from '../../../api/calls/copying/copying.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Money } from '../../ui/text/money.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { dateTimeText } from '../../language/time-text.ts'
import { Pager } from '../../ui/lists/pager.tsx'
import { type Column, Table } from '../../ui/lists/table.tsx'
import classes from './copying.module.css'

const pageSize = 50
const parts = ['expert', 'skip', 'delay', 'price', 'rounding', 'fee', 'mine'] as const
const partWords = (): Record<(typeof parts)[number], string> => ({
  expert: t`Trader, scaled to your stake`,
  skip: t`Skipped`,
  delay: t`Delay`,
  price: t`Price`,
  rounding: t`Rounding`,
  fee: t`Profit share`,
  mine: t({ message: 'You', context: 'result of the reader' }),
})

/**
 * Shows the gap ledger: each order's result for the trader and the copier, and the parts that make up the difference.
 * Each line adds up.
 */
export function Gaps({ id }: { id: string }) {
  const [p, setPage] = useState(1)
  const gaps = useCall('copies.gaps', { id, p })
  if (!gaps.isSuccess) return <Unanswered query={gaps} lines={4} />
  const { lines, count } = gaps.data
  if (lines.length === 0) {
    return (
      <Empty title={t`Nothing to compare yet`} icon="copy">
        <Trans>The first line appears after the trader’s next order.</Trans>
      </Empty>
    )
  }
  return (
    <>
      <p className={classes.quiet}>
        <Trans>
          Trader + skipped + delay + price + rounding + profit share = you, to the cent. Delay: your order was accepted
          at a different time. Price: your payout rate was different. Rounding: stakes and profits are whole cents.
        </Trans>
      </p>
      <Table
        label={t`Trader vs. you`}
        narrow="scroll"
        className={classes.table}
        rows={lines}
        columns={columns(gaps.data)}
      />
      <Pager page={p} isLast={p * pageSize >= count} onPage={setPage} />
    </>
  )
}

function columns({ sums, cur, count }: CallOutput<'copies.gaps'>): Column<GapRecord>[] {
  const words = partWords()
  return [
    { head: t`Time`, cell: ({ at }) => dateTimeText(at), foot: <Trans>All {count} lines</Trans> },
    {
      head: t`Order`,
      cell: ({ kind, type, symbol }) =>
        kind === 'fee' ? t`Profit share` : <span dir="ltr">{`${type} ${symbol}`}</span>,
    },
    ...parts.map((part): Column<GapRecord> => ({
      head: words[part],
      end: true,
      cell: ({ [part]: amount }) => (amount === null ? '–' : <Money amount={amount} unit={cur} />),
      foot: <Money amount={sums[part]} unit={cur} />,
    })),
    {
      head: t`Reason`,
      className: classes.wrap,
      cell: ({ reason, state }) =>
        reason ?? (state === 'open' ? t({ message: 'Open', context: 'not settled yet' }) : ''),
    },
  ]
}
