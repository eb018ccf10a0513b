import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useMemo, useState } from 'react'
import { Link, useParams } from 'react-router'
import type { TradeState } from '../../../api/states/trade-states.ts'
import { call, type CallOutput, errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { useVerifyCommand } from '../../data/verify-command.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/text/money.tsx'
import { moneyText, priceText } from '../../ui/text/number-text.ts'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { TimeChart } from '../../ui/time-chart.tsx'
import { officeMeta } from '../meta.ts'
import { RulesOriginal } from '../rules-original.tsx'
import { Page, Panel } from '../../shell/page.tsx'
import { dateTimeText } from '../../language/time-text.ts'
import { downloadText } from '../../shell/download.ts'
import { CopyTraderButton } from './copy-trader-button.tsx'
import { Table } from '../../ui/lists/table.tsx'
import classes from './copying.module.css'
import { Distribution } from './distribution.tsx'
import { lastOfEachMinute } from './equity-curve.ts'
import { MethodLine, RankLine, ReturnFigure, TraderBadges, TraderFacts } from './trader-facts.tsx'

export const meta = officeMeta(() => t`Trader`)

type Shown = CallOutput<'traders.show'>

/** Shows one expert: figures, account value over time, rule, latest trades and the copy button. */
export default function Trader() {
  const { tid = '' } = useParams()
  const verifyCommand = useVerifyCommand('expert', `expert-${tid}.json`)
  const trader = useCall('traders.show', { tid }, { refetchInterval: 15_000 })
  if (!trader.isSuccess) {
    return (
      <Page title={t`Trader`}>
        <Panel>
          <Unanswered query={trader} lines={8} />
        </Panel>
      </Page>
    )
  }
  const shown = trader.data
  const { strategy } = shown
  return (
    <Page title={shown.name} words={<IntroLine note={shown.note} />}>
      <Panel>
        <div className={classes.form}>
          <div className={classes.who}>
            <TraderBadges trader={shown} />
            <MethodLine trader={shown} />
          </div>
          <ReturnFigure trader={shown} />
          <TraderFacts trader={shown} />
          <RankLine trader={shown} />
          <CopyTraderButton trader={shown} />
        </div>
      </Panel>
      <Panel title={t`Account value over time`}>
        <Curve trader={shown} />
      </Panel>
      {shown.bySymbol.length > 0 && (
        <Panel title={t`Where and when it wins`}>
          <Distribution trader={shown} />
        </Panel>
      )}
      <Panel title={t`Rule: ${strategy}`}>
        <div className={classes.rules}>
          <p>{shown.rules}</p>
          <RulesOriginal />
          <Stakes trader={shown} />
        </div>
      </Panel>
      <Panel title={t`Latest trades`}>
        <LastTrades trader={shown} />
      </Panel>
      <Panel title={t`Check it yourself`}>
        <p className={classes.quiet}>
          <Trans>
            The file contains every trade and the figures above. <code dir="ltr">{verifyCommand}</code> recomputes the
            figures without this server’s code. If you add the URL of this installation, it also recomputes each result
            from the recorded prices.
          </Trans>
        </p>
        <ButtonRow spaced>
          <SaveRecord tid={tid} />
        </ButtonRow>
      </Panel>
    </Page>
  )
}

function IntroLine({ note }: { note: string }) {
  return (
    <>
      <Link to={path('traders')}>
        <Trans>All traders</Trans>
      </Link>{' '}
      · {note}
    </>
  )
}

function Stakes({ trader: { symbols, stakePercent, ps: sharePercent } }: { trader: Shown }) {
  const list = symbols.join(', ')
  return (
    <p className={classes.quiet}>
      <Trans>
        Trades <span dir="ltr">{list}</span>. Stakes {stakePercent}% of its account per order, in whole dollars. Once a
        week, the trader receives {sharePercent}% of any profit above your highest result with it so far.
      </Trans>
    </p>
  )
}

function Curve({ trader: { curve, capital, since } }: { trader: Shown }) {
  const points = useMemo(() => lastOfEachMinute(curve), [curve])
  const timesMs = useMemo(() => points.map(({ at }) => at), [points])
  const series = useMemo(
    () => [{ label: t`Account value in dollars`, values: points.map(({ equity }) => equity) }],
    [points],
  )
  const last = curve.at(-1)
  if (!last || curve.length < 2) {
    return (
      <Empty title={t`No trades yet`} icon="trade">
        <Trans>The chart starts with the trader’s second settled trade.</Trans>
      </Empty>
    )
  }
  const { equity } = last
  const start = dateTimeText(since)
  const [from, to] = [moneyText(capital, '$'), moneyText(equity, '$')]
  return (
    <>
      <TimeChart
        label={t`Account value from ${from} to ${to}; the trades table has the figures`}
        unit="$"
        shown
        timesMs={timesMs}
        series={series}
        steps
        heightPx={220}
      />
      <p className={classes.quiet}>
        <Trans>
          From <Money shown amount={capital} unit="$" /> to <Money shown amount={equity} unit="$" />. Trades before{' '}
          {start} are a backtest: before launch, the trader ran on recorded prices with the same rule, order processing
          and settlement, and traded on every signal. These trades are backdated, and nobody could copy them.
        </Trans>
      </p>
    </>
  )
}

const stateWords = (): Record<TradeState, string> => ({
  OPEN: t`OPEN`,
  WON: t`WON`,
  LOST: t`LOST`,
  TIE: t`TIE`,
  VOID: t`VOID`,
})

function LastTrades({ trader: { lastTrades } }: { trader: Shown }) {
  if (lastTrades.length === 0) {
    return (
      <Empty title={t`No trades yet`} icon="trade">
        <Trans>The trader is waiting for a signal from its rule.</Trans>
      </Empty>
    )
  }
  const words = stateWords()
  return (
    <Table
      label={t`Table of the latest trades`}
      narrow="scroll"
      className={classes.table}
      rows={lastTrades.toReversed().slice(0, 30)}
      columns={[
        { head: t`Time`, cell: ({ acceptedAt }) => dateTimeText(acceptedAt) },
        {
          head: t`Order`,
          cell: ({ type, asset, interval }) => (
            <span dir="ltr">
              {type} {asset}, {interval} s
            </span>
          ),
        },
        {
          head: t({ message: 'By', context: 'who placed an order' }),
          cell: ({ by }) => (by === 'operator' ? t`Operator (manual)` : t`Rule`),
        },
        { head: t`Stake`, end: true, cell: ({ amount, cur }) => <Money shown amount={amount} unit={cur} /> },
        { head: t`Strike`, end: true, cell: ({ strike }) => (strike === null ? '–' : priceText(strike)) },
        { head: t`Exit`, end: true, cell: ({ exit }) => (exit === null ? '–' : priceText(exit)) },
        { head: t`State`, cell: ({ status }) => words[status] },
        {
          head: t`Returned`,
          end: true,
          cell: ({ returned, cur }) => (returned === null ? '–' : <Money shown amount={returned} unit={cur} />),
        },
      ]}
    />
  )
}

function SaveRecord({ tid }: { tid: string }) {
  const [error, setError] = useState<string>()
  async function save() {
    setError(undefined)
    try {
      downloadText(
        `expert-${tid}.json`,
        'application/json',
        JSON.stringify(await call('traders.record', { tid }), null, 2),
      )
    } catch (failure) {
      setError(errorText(failure))
    }
  }
  return (
    <>
      <Button variant="default" onClick={() => void save()}>
        <Trans>Download record</Trans>
      </Button>
      {error && <p role="alert">{error}</p>}
    </>
  )
}
