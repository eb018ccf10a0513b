import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useMemo } from 'react'
import { Link, useParams } from 'react-router'
import { formatAmount } from '../../../api/assets.ts'
import type { FarmStatement, FarmStretch } from '../../../api/calls/farming/farming.ts'
import { useCall } from '../../data/queries.ts'
import { useVerifyCommand } from '../../data/verify-command.ts'
import { path } from '../../paths.ts'
import { quantityText } from '../../language/formats.ts'
import { Money } from '../../ui/text/money.tsx'
import { groupDigits, withPercent } from '../../ui/text/number-text.ts'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { PrintButton } from '../../ui/print-button.tsx'
import { TimeChart } from '../../ui/time-chart.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { dateTimeText } from '../../language/time-text.ts'
import { downloadText } from '../../shell/download.ts'
import { ContractFacts } from './contracts.tsx'
import { farmStateTexts } from './state-words.ts'
import { Table } from '../../ui/lists/table.tsx'
import classes from './farming.module.css'

const dayMs = 86_400_000

export const meta = officeMeta(() => t`Yield statement`)

/** Shows each week of one contract with the figures behind it, and how the contract ended. */
export default function Statement() {
  const { id = '' } = useParams()
  const verifyCommand = useVerifyCommand('yield', `yield-${id}.json`)
  const statement = useCall('farm.statement', { id })
  if (!statement.isSuccess) {
    return (
      <Page title={t`Yield statement`}>
        <Panel>
          <Unanswered query={statement} lines={8} />
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
          <StatedTerms contract={contract} terms={terms} />
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

function StatedTerms({ contract, terms }: Pick<FarmStatement, 'contract' | 'terms'>) {
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
        {ending.feeMinor !== '0' && (
          <>
            {' '}
            <Trans>
              The fee stated when you opened the contract was deducted:{' '}
              <Money amount={minorText(BigInt(ending.feeMinor))} unit={contract.pcur} />.
            </Trans>
          </>
        )}
      </p>
    </Panel>
  )
}

function Weeks({ statement: { weeks, contract, terms } }: { statement: FarmStatement }) {
  const oldestFirst = useMemo(() => weeks.toReversed(), [weeks])
  const timesMs = useMemo(() => oldestFirst.map(({ to }) => to), [oldestFirst])
  const series = useMemo(
    () => [{ label: contract.pcur, values: oldestFirst.map(({ paid }) => paid), bars: true as const }],
    [oldestFirst, contract.pcur],
  )
  return (
    <>
      {weeks.length > 1 && (
        <TimeChart
          label={t`Weekly interest; the table below has the figures`}
          unit={contract.pcur}
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
            cell: ({ stretches }) =>
              stretches.map((stretch) => (
                <div key={stretch.from}>
                  <Calculation stretch={stretch} terms={terms} cur={contract.pcur} />
                </div>
              )),
          },
        ]}
      />
    </>
  )
}

type Terms = FarmStatement['terms']

/** Returns the position on which interest is paid and the borrowed part, in minor units. */
function partsOf({ principalMinor, leverHalves }: Terms) {
  const principal = BigInt(principalMinor)
  return {
    positionMinor: (principal * BigInt(leverHalves)) / 2n,
    loanMinor: (principal * BigInt(leverHalves - 2)) / 2n,
  }
}

/** Formats minor units of the contract's currency; every currency has two decimals. */
const minorText = (minor: bigint) => formatAmount(minor, 'USD')

const weeklyRate = (ppm: number) => withPercent(ratePercent(ppm))

/** Shows what a stretch's interest is computed from: days, position, loan and both weekly rates. */
function Calculation({ stretch, terms, cur }: { stretch: FarmStretch; terms: Terms; cur: string }) {
  const { from, to, announced, applied } = stretch
  const { positionMinor, loanMinor } = partsOf(terms)
  const days = quantityText((to - from) / dayMs, 'day', 2)
  const rate = weeklyRate(applied)
  const borrowing = weeklyRate(terms.borrowing)
  const announcedRate = weeklyRate(announced)
  return (
    <>
      <Trans>
        {days}: <Money amount={minorText(positionMinor)} unit={cur} /> at {rate} a week, less{' '}
        <Money amount={minorText(loanMinor)} unit={cur} /> borrowed at {borrowing} a week
      </Trans>
      {applied > announced && <> {t`(the promised minimum; announced: ${announcedRate})`}</>}
    </>
  )
}

function csvOf({ weeks, contract, terms }: FarmStatement): string {
  const { positionMinor, loanMinor } = partsOf(terms)
  const rows = weeks.toReversed().flatMap(({ week, stretches, paid, transfer }) =>
    stretches.map(({ from, to, announced, applied }, place) =>
      [
        week + 1,
        new Date(from).toISOString(),
        new Date(to).toISOString(),
        minorText(positionMinor),
        announced / 10_000,
        applied / 10_000,
        minorText(loanMinor),
        terms.borrowing / 10_000,
        // A week's interest is paid once, at its end.
        ...(place === stretches.length - 1 ? [paid, contract.pcur, transfer] : ['', '', '']),
      ].join(','),
    ),
  )
  const head =
    'week,from,to,position,announced_percent_a_week,applied_percent_a_week,borrowed,borrowing_percent_a_week,' +
    'interest,currency,transfer'
  return `${head}\n${rows.join('\n')}\n`
}
