import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { TradeRecord } from '../../../../api/calls/trading/trading.ts'
import { Fact, Facts } from '../../../ui/lists/facts.tsx'
import { useAmountsHidden } from '../../../ui/text/amounts.tsx'
import { Money } from '../../../ui/text/money.tsx'
import { percentText } from '../../../ui/text/number-text.ts'
import { Glyph } from '../glyphs.tsx'
import panel from '../panel.module.css'
import { moveFocusAmongButtons } from '../roving-focus.ts'
import { useServerNow } from '../symbols/market.tsx'
import { minorText } from '../ticket/stake.ts'
import { tradeReport } from '../trades/settled.ts'
import type { Report } from '../trades/use-trades.ts'
import { sessionFigures } from './session-figures.ts'
import classes from './results.module.css'

/** How many settled trades have a notch. */
const notchCount = 50

type Props = {
  /** The newest trades, oldest first. */
  trades: readonly TradeRecord[]
  /** Trades that settled while the page was open, newest first. */
  reports: readonly Report[]
  cur: string
  onReplay: (id: string) => void
}

/**
 * Shows the figures of the session, the newest result, and a tally with a notch for each settled trade. Its height
 * doesn't change, so the chart and the ticket stay where they are.
 */
export function Results({ trades, reports, cur, onReplay }: Props) {
  return (
    <section className={`${panel.panel} ${classes.results}`} aria-label={t`Trade reports`}>
      <Session trades={trades} cur={cur} />
      <div className={classes.newest}>
        <Newest report={reports[0]} onReplay={onReplay} />
        <Tally trades={trades} onReplay={onReplay} />
      </div>
      <Spoken reports={reports} />
    </section>
  )
}

function Session({ trades, cur }: { trades: readonly TradeRecord[]; cur: string }) {
  const nowMs = useServerNow(30_000)
  const { count, won, decided, netMinor, expectedMinor, breakEvenBps, streak } = sessionFigures(trades, nowMs)
  const none = '–'
  const rate = decided > 0 ? percentText(Math.round((won / decided) * 10_000)) : none
  const length = streak?.length ?? 0
  return (
    <Facts className={classes.session}>
      <Fact term={t`This session`}>{plural(count, { one: '# trade', other: '# trades' })}</Fact>
      <Fact term={t`Result`} tone={netMinor > 0n ? 'up' : netMinor < 0n ? 'down' : undefined}>
        {count > 0 ? <Money amount={minorText(netMinor)} unit={cur} /> : none}
      </Fact>
      <Fact term={t`Expected at even odds`}>
        {count > 0 ? <Money amount={minorText(expectedMinor)} unit={cur} /> : none}
      </Fact>
      <Fact term={t`Win rate`}>{rate}</Fact>
      <Fact term={t`Break-even win rate`}>{breakEvenBps === null ? none : percentText(breakEvenBps, 2)}</Fact>
      <Fact term={t`Streak`} tone={streak ? (streak.result === 'WON' ? 'up' : 'down') : undefined}>
        {streak === null
          ? none
          : streak.result === 'WON'
            ? plural(length, { one: '# won', other: '# won' })
            : plural(length, { one: '# lost', other: '# lost' })}
      </Fact>
    </Facts>
  )
}

/** Shows the report on the trade that settled last. */
function Newest({ report, onReplay }: { report: Report | undefined; onReplay: (id: string) => void }) {
  const hidden = useAmountsHidden()
  if (!report)
    return (
      <p className={classes.none}>
        <Trans>The result of each trade appears here.</Trans>
      </p>
    )
  const { headline, sentence, tone } = tradeReport(report.trade, hidden)
  const { id } = report.trade
  // The server's message has the amounts.
  const message = hidden ? undefined : report.msg
  return (
    <article key={id} className={classes.report} data-tone={tone}>
      <h2 className="visually-hidden">
        <Trans>TRADE REPORT</Trans>
      </h2>
      <p className={classes.headline}>{headline}</p>
      <p className={classes.sentence} title={sentence}>
        {message ?? sentence}
      </p>
      <button type="button" className={panel.action} onClick={() => onReplay(id)}>
        <Glyph name="replay" size={16} /> <Trans>Replay</Trans>
      </button>
    </article>
  )
}

/** Shows the newest results as notches, newest last. Each opens its replay. */
function Tally({ trades, onReplay }: { trades: readonly TradeRecord[]; onReplay: (id: string) => void }) {
  const hidden = useAmountsHidden()
  const settled = trades.filter((trade) => trade.status !== 'OPEN').slice(-notchCount)
  if (settled.length === 0) return null
  return (
    <ol className={classes.tally} aria-label={t`Latest results`} dir="ltr" onKeyDown={moveFocusAmongButtons}>
      {settled.map((trade, index) => {
        const { headline, tone } = tradeReport(trade, hidden)
        const words = `${headline}, ${trade.asset} ${trade.type}`
        return (
          <li key={trade.id}>
            <button
              type="button"
              className={classes.notch}
              data-tone={tone}
              tabIndex={index === settled.length - 1 ? 0 : -1}
              aria-label={words}
              title={words}
              onClick={() => onReplay(trade.id)}
            />
          </li>
        )
      })}
    </ol>
  )
}

/** Announces every result to screen readers, even if several arrive within a second. */
function Spoken({ reports }: { reports: readonly Report[] }) {
  const hidden = useAmountsHidden()
  return (
    <div className="visually-hidden" role="log" aria-label={t`Results`}>
      {reports.toReversed().map(({ trade, msg }) => {
        const { headline, sentence } = tradeReport(trade, hidden)
        const spoken = (hidden ? undefined : msg) ?? sentence
        return <p key={trade.id}>{t`Trade report. ${headline}. ${spoken}`}</p>
      })}
    </div>
  )
}
