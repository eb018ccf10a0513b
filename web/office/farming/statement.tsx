import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import type { FarmStatement, FarmStretch } from '../../../contract/farming.ts'
import { errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/money.tsx'
import { Empty, Failed, Loading } from '../../ui/page-state.tsx'
import { TimeChart } from '../../ui/time-chart.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'
import { dateTimeText } from '../payments/date-text.ts'
import { downloadText } from '../trading/download.ts'
import { ContractFacts } from './contracts.tsx'
import classes from './farming.module.css'

export const meta = officeMeta('Yield statement')

const title = 'Yield statement'

/** The weeks of one contract with what each was computed from, and how it ended. */
export default function Statement() {
  const { id = '' } = useParams()
  const statement = useCall('farm.statement', { id })
  if (statement.isPending || statement.isError) {
    return (
      <OfficePage title={title}>
        <Panel>{statement.isError ? <Failed message={errorText(statement.error)} onRetry={() => statement.refetch()} /> : <Loading lines={8} />}</Panel>
      </OfficePage>
    )
  }
  const { contract, terms, weeks, ending } = statement.data
  return (
    <OfficePage title={title} words={<><Trans><Link to={path('officeYieldContracts')}>My yield contracts</Link> · {contract.plan}, lever {contract.lever}, {contract.state}</Trans></>}>
      <Panel title={t`So far`}>
        <ContractFacts contract={contract} />
        <p className={classes.note}>
          <Trans>Begun {dateTimeText(terms.startedAt)} at <Money amount={contract.entryPrice} unit="$" /> (tick {terms.entry.seq} of {terms.entry.symbol}). Promised: at least {terms.minimum / 10_000} % a week on the position; the borrowed part
          costs {terms.borrowing / 10_000} % a week.</Trans>
        </p>
      </Panel>
      {ending && <Ending statement={statement.data} />}
      <Panel title={t`Interest`}>
        {weeks.length === 0 ? (
          <Empty title={t`No interest yet`} icon="leaf">
            <Trans>It is paid at the end of each week{contract.nextAt !== null && `: the next on ${dateTimeText(contract.nextAt)}`}.</Trans>
          </Empty>
        ) : (
          <Weeks statement={statement.data} />
        )}
      </Panel>
      <Panel title={t`Check it yourself`}>
        <p className={classes.quiet}>
          <Trans>The file holds every figure above and what it was computed from. <code>npm run verify:yield FILE</code> works it out again without this server.</Trans>
        </p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => downloadText(`yield-${id}.json`, 'application/json', JSON.stringify(statement.data, null, 2))}>
            <Trans>Save as JSON</Trans>
          </Button>
          <Button variant="default" onClick={() => downloadText(`yield-${id}.csv`, 'text/csv', csvOf(statement.data))}>
            <Trans>Save as CSV</Trans>
          </Button>
        </div>
      </Panel>
    </OfficePage>
  )
}

const howWords = { released: 'Released at its end', 'closed early': 'Ended early', liquidated: 'Closed at its liquidation price' } as const

function Ending({ statement: { ending, contract, terms } }: { statement: FarmStatement }) {
  if (!ending) return null
  const price = Number(ending.tick.price) / 10 ** ending.tick.scale
  return (
    <Panel title={t`How it ended`}>
      <p>
        <Trans>{howWords[ending.how]}, {dateTimeText(ending.at)}: <Money amount={ending.returned} unit={contract.pcur} /> of <Money amount={contract.amount} unit={contract.pcur} /> returned.</Trans>
      </p>
      <p className={classes.quiet}>
        <Trans>The price was <Money amount={price.toFixed(ending.tick.scale)} unit="$" />, tick {ending.tick.seq} of {ending.tick.symbol}, {dateTimeText(ending.tick.at)}.
        {ending.how === 'liquidated' && ` It is the first after tick ${terms.entry.seq} at or below the liquidation price.`}
        {ending.feeMinor !== '0' && ' The fee that was stated before the start is taken off.'}</Trans>
      </p>
    </Panel>
  )
}

function Weeks({ statement: { weeks, contract } }: { statement: FarmStatement }) {
  const oldestFirst = useMemo(() => weeks.toReversed(), [weeks])
  const timesMs = useMemo(() => oldestFirst.map(({ to }) => to), [oldestFirst])
  const series = useMemo(() => [{ label: contract.pcur, values: oldestFirst.map(({ paid }) => Number(paid)), bars: true as const }], [oldestFirst, contract.pcur])
  return (
    <>
      {weeks.length > 1 && <TimeChart label={t`Interest of each week; the figures are in the table below`} timesMs={timesMs} series={series} heightPx={160} />}
      <div
        className={classes.scroll}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        role="region"
        aria-label={t`Interest by week`}
      >
        <table className={`${classes.table} ${classes.wide}`}>
          <thead>
            <tr>
              <th scope="col"><Trans>Week</Trans></th>
              <th scope="col"><Trans>Until</Trans></th>
              <th scope="col" data-figures>
                <Trans>Interest</Trans>
              </th>
              <th scope="col"><Trans>Computed from</Trans></th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week.week}>
                <td>{week.week + 1}</td>
                <td>{dateTimeText(week.to)}</td>
                <td data-figures>
                  <Money amount={week.paid} unit={contract.pcur} />
                </td>
                <td>
                  {week.stretches.map((stretch) => (
                    <div key={stretch.from}>{inWords(stretch)}</div>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function inWords({ from, to, announced, applied }: FarmStretch): string {
  const days = Number(((to - from) / 86_400_000).toFixed(2))
  const floor = applied > announced ? `, announced ${announced / 10_000} %: the promised minimum counts` : ''
  return `${days} days at ${applied / 10_000} % a week${floor}`
}

function csvOf({ weeks, contract }: FarmStatement): string {
  const rows = weeks.toReversed().map(({ week, from, to, paid, transfer }) => [week + 1, new Date(from).toISOString(), new Date(to).toISOString(), paid, contract.pcur, transfer].join(','))
  return `week,from,to,interest,currency,transfer\n${rows.join('\n')}\n`
}
