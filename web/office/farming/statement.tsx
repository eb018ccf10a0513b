import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import type { FarmStatement, FarmStretch } from '../../../contract/calls/farming.ts'
import { errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { useVerifyCommand } from '../../data/verify-command.ts'
import { path } from '../../paths.ts'
import { quantityText } from '../../language/formats.ts'
import { Money } from '../../ui/text/money.tsx'
import { groupDigits } from '../../ui/text/number-text.ts'
import { Empty, Failed, Loading } from '../../ui/page-state.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import { TimeChart } from '../../ui/time-chart.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { dateTimeText } from '../../language/time-text.ts'
import { downloadText } from '../download.ts'
import { ContractFacts } from './contracts.tsx'
import { farmStateTexts } from './state-words.ts'
import { Table } from '../../ui/lists/table.tsx'
import classes from './farming.module.css'

export const meta = officeMeta(() => t`Yield statement`)

/** Shows each week of one contract with the figures behind it, and how the contract ended. */
export default function Statement() {
  const { id = '' } = useParams()
  const verifyCommand = useVerifyCommand('yield', `yield-${id}.json`)
  const statement = useCall('farm.statement', { id })
  if (statement.isPending || statement.isError) {
    return (
      <Page title={t`Yield statement`}>
        <Panel>
          {statement.isError ? (
            <Failed message={errorText(statement.error)} onRetry={() => statement.refetch()} />
          ) : (
            <Loading lines={8} />
          )}
        </Panel>
      </Page>
    )
  }
  const { contract, terms, weeks, ending } = statement.data
  return (
    <Page title={t`Yield statement`} words={<ContractSummary contract={contract} />}>
      <Panel title={t`So far`}>
        <ContractFacts contract={contract} />
        <p className={classes.note}>
          <Terms contract={contract} terms={terms} />
        </p>
      </Panel>
      {ending && <Ending statement={statement.data} />}
      <Panel title={t`Interest`}>
        {weeks.length === 0 ? (
          <Empty title={t`No interest yet`} icon="leaf">
            {nextInterestWords(contract.nextAt)}
          </Empty>
        ) : (
          <Weeks statement={statement.data} />
        )}
      </Panel>
      <Panel title={t`Check it yourself`}>
        <p className={classes.quiet}>
          <Trans>
            The file contains every figure above and its inputs. <code dir="ltr">{verifyCommand}</code> recomputes the
            figures without this server.
          </Trans>
        </p>
        <ButtonRow spaced>
          <Button
            variant="default"
            onClick={() =>
              downloadText(`yield-${id}.json`, 'application/json', JSON.stringify(statement.data, null, 2))
            }
          >
            <Trans>Save as JSON</Trans>
          </Button>
          <Button variant="default" onClick={() => downloadText(`yield-${id}.csv`, 'text/csv', csvOf(statement.data))}>
            <Trans>Save as CSV</Trans>
          </Button>
          <PrintButton />
        </ButtonRow>
      </Panel>
    </Page>
  )
}

function ContractSummary({ contract }: { contract: FarmStatement['contract'] }) {
  const { plan } = contract
  const leverage = groupDigits(String(contract.lever))
  const state = farmStateTexts()[contract.state]
  return (
    <>
      <Link to={path('officeYieldContracts')}>
        <Trans>My yield contracts</Trans>
      </Link>{' '}
      · {t`${plan}, ${leverage}× leverage, ${state}`}
    </>
  )
}

function Terms({ contract, terms }: Pick<FarmStatement, 'contract' | 'terms'>) {
  const { seq: tick, symbol } = terms.entry
  const when = dateTimeText(terms.startedAt)
  const minimum = ratePercent(terms.minimum)
  const borrowing = ratePercent(terms.borrowing)
  return (
    <Trans>
      Started {when} at <Money shown amount={contract.entryPrice} unit="$" /> (tick {tick} of{' '}
      <span dir="ltr">{symbol}</span>). Promised: at least {minimum}% a week on the position. Borrowing costs{' '}
      {borrowing}% a week.
    </Trans>
  )
}

/** Formats parts per million as a percentage, without the percent sign. */
const ratePercent = (ppm: number) => groupDigits(String(ppm / 10_000))

function nextInterestWords(atMs: number | null): string {
  if (atMs === null) return t`Interest is paid at the end of each week.`
  const when = dateTimeText(atMs)
  return t`Interest is paid at the end of each week, next on ${when}.`
}

const howWords = () => ({
  released: t`Released at maturity`,
  closed_early: t`Ended early`,
  liquidated: t`Closed at its liquidation price`,
})

function Ending({ statement: { ending, contract, terms } }: { statement: FarmStatement }) {
  if (!ending) return null
  const { seq: tick, symbol, scale } = ending.tick
  const price = (Number(ending.tick.price) / 10 ** scale).toFixed(scale)
  const how = howWords()[ending.how]
  const when = dateTimeText(ending.at)
  const tickWhen = dateTimeText(ending.tick.at)
  const entryTick = terms.entry.seq
  return (
    <Panel title={t`How it ended`}>
      <p>
        <Trans>
          {how}, {when}: <Money amount={ending.returned} unit={contract.pcur} /> of{' '}
          <Money amount={contract.amount} unit={contract.pcur} /> returned.
        </Trans>
      </p>
      <p className={classes.quiet}>
        <Trans>
          The price was <Money shown amount={price} unit="$" />, tick {tick} of <span dir="ltr">{symbol}</span>,{' '}
          {tickWhen}.
        </Trans>
        {ending.how === 'liquidated' && (
          <> {t`It was the first tick after ${entryTick} at or below the liquidation price.`}</>
        )}
        {ending.feeMinor !== '0' && <> {t`The fee stated when you opened the contract was deducted.`}</>}
      </p>
    </Panel>
  )
}

function Weeks({ statement: { weeks, contract } }: { statement: FarmStatement }) {
  const oldestFirst = useMemo(() => weeks.toReversed(), [weeks])
  const timesMs = useMemo(() => oldestFirst.map(({ to }) => to), [oldestFirst])
  const series = useMemo(
    () => [{ label: contract.pcur, values: oldestFirst.map(({ paid }) => Number(paid)), bars: true as const }],
    [oldestFirst, contract.pcur],
  )
  return (
    <>
      {weeks.length > 1 && (
        <TimeChart
          label={t`Weekly interest; the table below has the figures`}
          timesMs={timesMs}
          series={series}
          heightPx={160}
        />
      )}
      <Table
        label={t`Interest by week`}
        narrow="scroll"
        className={classes.wide}
        rows={weeks.map((week) => ({ id: week.week, ...week }))}
        columns={[
          { head: t`Week`, cell: ({ week }) => week + 1 },
          { head: t`Until`, cell: ({ to }) => dateTimeText(to) },
          { head: t`Interest`, end: true, cell: ({ paid }) => <Money amount={paid} unit={contract.pcur} /> },
          {
            head: t`Calculated from`,
            cell: ({ stretches }) => stretches.map((stretch) => <div key={stretch.from}>{stretchText(stretch)}</div>),
          },
        ]}
      />
    </>
  )
}

function stretchText({ from, to, announced, applied }: FarmStretch): string {
  const days = quantityText((to - from) / 86_400_000, 'day', 2)
  const rate = ratePercent(applied)
  if (applied <= announced) return t`${days} at ${rate}% a week`
  const announcedRate = ratePercent(announced)
  return t`${days} at ${rate}% a week (the promised minimum; announced: ${announcedRate}%)`
}

function csvOf({ weeks, contract }: FarmStatement): string {
  const rows = weeks
    .toReversed()
    .map(({ week, from, to, paid, transfer }) =>
      [week + 1, new Date(from).toISOString(), new Date(to).toISOString(), paid, contract.pcur, transfer].join(','),
    )
  return `week,from,to,interest,currency,transfer\n${rows.join('\n')}\n`
}
