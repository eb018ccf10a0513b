import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import type { GapRecord } from '../../../contract/calls/copying.ts'
import { type CallOutput, errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Money } from '../../ui/text/money.tsx'
import { Empty, Failed, Loading } from '../../ui/page-state.tsx'
import { dateTimeText } from '../payments/date-text.ts'
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
  mine: t`You`,
})

/**
 * Shows the gap ledger: each order's result for the trader and the copier, and the parts that make up the difference.
 * Each line adds up.
 */
export function Gaps({ id }: { id: string }) {
  const [p, setPage] = useState(1)
  const gaps = useCall('copies.gaps', { id, p })
  if (gaps.isPending) return <Loading lines={4} />
  if (gaps.isError) return <Failed message={errorText(gaps.error)} onRetry={() => gaps.refetch()} />
  const { lines, sums, cur, count } = gaps.data
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
      <div
        className={classes.scroll}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region needs keyboard focus
        tabIndex={0}
        role="region"
        aria-label={t`Trader vs. you`}
      >
        <table className={classes.table}>
          <Head />
          <tbody>
            {lines.map((line) => (
              <Line key={line.id} line={line} cur={cur} />
            ))}
          </tbody>
          <Sums sums={sums} cur={cur} count={count} />
        </table>
      </div>
      {count > pageSize && (
        <nav className={classes.buttons} aria-label={t`Pages`}>
          <Button variant="default" size="xs" disabled={p === 1} onClick={() => setPage(p - 1)}>
            <Trans>Newer</Trans>
          </Button>
          <Button variant="default" size="xs" disabled={p * pageSize >= count} onClick={() => setPage(p + 1)}>
            <Trans>Older</Trans>
          </Button>
        </nav>
      )}
    </>
  )
}

function Head() {
  const words = partWords()
  return (
    <thead>
      <tr>
        <th scope="col">
          <Trans>Time</Trans>
        </th>
        <th scope="col">
          <Trans>Order</Trans>
        </th>
        {parts.map((part) => (
          <th key={part} scope="col" data-figures>
            {words[part]}
          </th>
        ))}
        <th scope="col">
          <Trans>Reason</Trans>
        </th>
      </tr>
    </thead>
  )
}

function Sums({ sums, cur, count }: Pick<CallOutput<'copies.gaps'>, 'sums' | 'cur' | 'count'>) {
  return (
    <tfoot>
      <tr>
        <td colSpan={2}>
          <Trans>All {count} lines</Trans>
        </td>
        {parts.map((part) => (
          <td key={part} data-figures>
            <Money amount={sums[part]} unit={cur} />
          </td>
        ))}
        <td aria-hidden="true" />
      </tr>
    </tfoot>
  )
}

function Line({ line, cur }: { line: GapRecord; cur: string }) {
  return (
    <tr>
      <td>{dateTimeText(line.at)}</td>
      <td>{line.kind === 'fee' ? t`Profit share` : <span dir="ltr">{`${line.type} ${line.symbol}`}</span>}</td>
      {parts.map((part) => {
        const amount = line[part]
        return (
          <td key={part} data-figures>
            {amount === null ? '–' : <Money amount={amount} unit={cur} />}
          </td>
        )
      })}
      <td className={classes.wrap}>
        {line.reason ?? (line.state === 'OPEN' ? t({ message: 'Open', context: 'not settled yet' }) : '')}
      </td>
    </tr>
  )
}
