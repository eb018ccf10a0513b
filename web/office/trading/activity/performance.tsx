import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { TradeReason } from '../../../../api/activity.ts'
import { live } from '../../../data/live.ts'
import { useCall } from '../../../data/queries.ts'
import { quantityText } from '../../../language/formats.ts'
import { Time } from '../../../language/time.tsx'
import { path } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { Fact, Facts } from '../../../ui/lists/facts.tsx'
import { Table, type Column } from '../../../ui/lists/table.tsx'
import { Unanswered } from '../../../shell/answered.tsx'
import { Empty } from '../../../ui/page-state.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { hiddenAmountText, useAmountsHidden } from '../../../ui/text/amounts.tsx'
import { percentText } from '../../../ui/text/number-text.ts'
import { reasonNames } from './activity-words.ts'
import classes from './performance.module.css'
import { costWords, verdictWords, type Statistics } from './performance-text.ts'
import { Signed } from './signed.tsx'

type Group = Statistics['symbols'][number]

const periods = ['7', '30', '90', 'all'] as const
type Period = (typeof periods)[number]

/** Returns when a period begins: at midnight in the reader's time zone. Undefined if it covers all trades. */
function fromMs(period: Period): number | undefined {
  if (period === 'all') return undefined
  const now = new Date(live.serverNowMs())
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - Number(period) + 1).getTime()
}

/** Shows the result of the customer's trades, and explains how much of it may be luck. */
export function Performance() {
  const [period, setPeriod] = useState<Period>('30')
  // JavaScript's offset is negative for time zones ahead of UTC.
  const offset = -new Date(live.serverNowMs()).getTimezoneOffset()
  const from = fromMs(period)
  // The server's days begin at another time, so it doesn't ask for the reader.
  const isHydrated = useHydrated()
  const statistics = useCall(
    'trades.statistics',
    { offset, ...(from !== undefined && { from }) },
    { enabled: isHydrated },
  )
  const label: Record<Period, string> = {
    '7': quantityText(7, 'day'),
    '30': quantityText(30, 'day'),
    '90': quantityText(90, 'day'),
    all: t({ message: 'All time', comment: 'a period' }),
  }
  return (
    <>
      <Tabs
        label={t`Period`}
        options={periods.map((value) => ({ value, label: label[value] }))}
        value={period}
        onChange={setPeriod}
      />
      {!statistics.data ? <Unanswered query={statistics} lines={10} /> : <Figures statistics={statistics.data} />}
    </>
  )
}

function Figures({ statistics }: { statistics: Statistics }) {
  const { all, cur, symbols, sides, intervals, hours, reasons } = statistics
  const hidden = useAmountsHidden()
  const now = <Now statistics={statistics} />
  if (all.trades === 0)
    return (
      <>
        {now}
        <Empty
          icon="trade"
          title={t`No settled trades in this period`}
          action={
            <Button component={Link} to={path('dashboard')}>
              <Trans>Place a practice trade</Trans>
            </Button>
          }
        />
      </>
    )
  return (
    <>
      {now}
      {all.winBps !== null && (
        <section className={classes.verdict} aria-labelledby="verdict">
          <h2 id="verdict">
            <Trans>Is it luck?</Trans>
          </h2>
          <Scale figures={all} />
          <p>{verdictWords(statistics).join(' ')}</p>
          <p className={classes.quiet}>{costWords(statistics, hidden ? hiddenAmountText : undefined)}</p>
        </section>
      )}
      <div className={classes.groups}>
        <Groups title={t`By symbol`} head={t`Symbol`} groups={symbols} cur={cur} name={({ key }) => <bdi>{key}</bdi>} />
        <Groups title={t`By side`} head={t`Side`} groups={sides} cur={cur} name={({ key }) => <bdi>{key}</bdi>} />
        <Groups
          title={t`By length`}
          head={t({ message: 'Length', comment: 'of a trade' })}
          groups={intervals}
          cur={cur}
          name={({ key }) => quantityText(Number(key), 'second')}
        />
        <Groups
          title={t`By reason`}
          head={t({ message: 'Why', comment: 'why a trade was placed' })}
          groups={reasons}
          cur={cur}
          name={({ key }) => (key === '' ? t`No reason given` : reasonNames()[key as TradeReason])}
        />
        <Groups
          title={t`By hour of day`}
          head={t({ message: 'Hour', comment: 'of the day' })}
          groups={hours}
          cur={cur}
          name={({ key }) => <bdi dir="ltr">{`${key.padStart(2, '0')}:00`}</bdi>}
        />
      </div>
      <p className={classes.quiet}>
        <Trans>
          Bars show your win rate. The pale part is the range in which your true rate probably lies (95%), and the line
          marks break-even. Hours are in your time zone. Ties and void trades count as trades, but not in the win rate.
        </Trans>
      </p>
    </>
  )
}

/** Figures of the period, and those that always refer to now. */
function Now({ statistics }: { statistics: Statistics }) {
  const { all, cur, today, session, streak, largestLoss } = statistics
  return (
    <Facts layout="grid" className={classes.facts}>
      <Fact term={t`Result`}>
        <Signed amount={all.net} unit={cur} />
        <Under>
          <Plural value={all.trades} one="# trade" other="# trades" />
        </Under>
      </Fact>
      <Fact term={t`Today`}>
        <Signed amount={today.net} unit={cur} />
        <Under>
          <Plural value={today.trades} one="# trade" other="# trades" />
        </Under>
      </Fact>
      <Fact term={t`This session`}>
        {session ? <Signed amount={session.net} unit={cur} /> : '–'}
        {session && (
          <Under>
            <Plural value={session.trades} one="# trade" other="# trades" />, <Time at={session.since} />
          </Under>
        )}
      </Fact>
      <Fact term={t`Current streak`}>{streak ? streakText(streak) : '–'}</Fact>
      <Fact term={t`Largest loss`}>
        {largestLoss ? <Signed amount={largestLoss.amount} unit={cur} /> : '–'}
        {largestLoss && (
          <Under>
            <bdi>{largestLoss.symbol}</bdi>, <Time at={largestLoss.at} />
          </Under>
        )}
      </Fact>
    </Facts>
  )
}

function streakText({ result, trades }: NonNullable<Statistics['streak']>): string {
  return result === 'WON' ? t`Won: ${trades}` : t`Lost: ${trades}`
}

const Under = ({ children }: { children: ReactNode }) => <small className={classes.under}>{children}</small>

type RateFigures = Pick<Group, 'winBps' | 'lowBps' | 'highBps' | 'breakEvenBps'>

/** Draws a win rate with its interval and break-even. The text beside it has the figures. */
function Bar({ winBps, lowBps, highBps, breakEvenBps }: RateFigures) {
  if (winBps === null || lowBps === null || highBps === null || breakEvenBps === null) return null
  const percent = (bps: number) => `${bps / 100}%`
  return (
    <span className={classes.bar} aria-hidden="true" data-good={winBps >= breakEvenBps}>
      <span
        className={classes.range}
        style={{ insetInlineStart: percent(lowBps), inlineSize: percent(highBps - lowBps) }}
      />
      <span className={classes.rate} style={{ inlineSize: percent(winBps) }} />
      <span className={classes.even} style={{ insetInlineStart: percent(breakEvenBps) }} />
    </span>
  )
}

function Scale({ figures }: { figures: Statistics['all'] }) {
  const { won, lost, winBps, breakEvenBps } = figures
  return (
    <div className={classes.scale}>
      <p>
        <strong>{percentText(winBps!, 1)}</strong>{' '}
        <Trans>
          won: {won} of {won + lost}
        </Trans>
        <span className={classes.needed}>
          <Trans>Break-even {percentText(breakEvenBps!, 2)}</Trans>
        </span>
      </p>
      <Bar {...figures} />
    </div>
  )
}

type GroupsProps = {
  title: string
  head: string
  groups: readonly Group[]
  cur: string
  name: (group: Group) => ReactNode
}

function Groups({ title, head, groups, cur, name }: GroupsProps) {
  const columns: Column<Group & { id: string }>[] = [
    { head, isRowHead: true, cell: name },
    { head: t`Trades`, end: true, cell: ({ trades }) => trades },
    {
      head: t`Win rate`,
      className: classes.rateCell,
      cell: (group) => (
        <span className={classes.rated}>
          <Bar {...group} />
          <span>{group.winBps === null ? '–' : percentText(group.winBps, 0)}</span>
        </span>
      ),
    },
    { head: t`Net`, end: true, cell: ({ net }) => <Signed amount={net} unit={cur} /> },
  ]
  return (
    <section>
      <h2>{title}</h2>
      <Table label={title} narrow="own" columns={columns} rows={groups.map((group) => ({ ...group, id: group.key }))} />
    </section>
  )
}
