import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { expertCapital, maturityTrades } from '../../../api/experts.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/text/money.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { CopyTraderButton } from './copy-trader-button.tsx'
import classes from './copying.module.css'
import { MyTraders } from './my-traders.tsx'
import { MethodLine, Percent, ReturnFigure, TraderBadges } from './trader-facts.tsx'

export const meta = officeMeta(() => t`All Traders`)

/** Lists all experts, best rank first, and those that the customer copies. */
export default function Traders() {
  const traders = useCall('traders', {}, { refetchInterval: 15_000 })
  return (
    <Page
      title={t`All Traders`}
      words={
        <Trans>
          Simulated accounts that trade with play money and follow published rules. Each is labelled as simulated, and
          losing traders are shown as losing.
        </Trans>
      }
    >
      {!traders.data?.length && (
        <Panel>
          {!traders.data && (
            <div className={traders.isPending ? classes.placeholders : undefined}>
              <Unanswered query={traders} lines={8} />
            </div>
          )}
          {traders.data && (
            <Empty title={t`Creating the traders`} icon="people">
              <Trans>A new installation creates them within its first minute.</Trans>
            </Empty>
          )}
        </Panel>
      )}
      {traders.data && traders.data.length > 0 && (
        <>
          <p className={classes.order}>
            <Trans>
              Ordered by proven edge, not by profit: how far the likely win rate is above break-even. A trader with many
              trades and a small loss can rank above one whose few trades happened to win.
            </Trans>{' '}
            <Link to={path('traders', { anchor: 'ranking' })}>
              <Trans>How traders are ranked</Trans>
            </Link>
          </p>
          <ul className={classes.list}>
            {traders.data.map((trader) => (
              <Trader key={trader.id} trader={trader} />
            ))}
          </ul>
        </>
      )}
      <Panel title={t`My Traders`} id="mytraders">
        <MyTraders />
      </Panel>
      <Panel title={t`How traders are ranked`} id="ranking">
        <div className={classes.rules}>
          <p className={classes.quiet}>
            <Trans>
              Traders are ranked by the lower bound of their win rate’s 95% confidence interval (Wilson), minus the win
              rate at which the same trades break even. A lucky start doesn’t help, because the interval is wide when
              there are few trades. A trader with fewer than {maturityTrades} wins and losses in total is new and has no
              rank. Stopped traders stay listed.
            </Trans>
          </p>
          <p className={classes.quiet}>
            <Trans>
              Each trader started with <Money shown amount={expertCapital} unit="$" /> in play money and stakes 1% of
              its account per order. Risk is the higher of two scores: one point per 5% of maximum drawdown, and one
              point per 0.25% that a trade typically moves the account.
            </Trans>
          </p>
        </div>
      </Panel>
    </Page>
  )
}

function Trader({ trader }: { trader: CallOutput<'traders'>[number] }) {
  const { name } = trader
  return (
    <li className={classes.card}>
      <div className={classes.top}>
        <span className={classes.letter} aria-hidden="true">
          {trader.name[0]}
        </span>
        <div>
          <h2>
            <Link to={path('trader', { params: { tid: trader.id } })}>{trader.name}</Link>
          </h2>
          <p className={classes.quiet}>{trader.note}</p>
        </div>
      </div>
      <div className={classes.who}>
        <TraderBadges trader={trader} />
        <MethodLine trader={trader} />
      </div>
      <div className={classes.main}>
        <ReturnFigure trader={trader} />
        <Sparkline values={trader.series.map(Number)} label={t`Account value of ${name} so far`} />
      </div>
      <Facts layout="compact">
        <Fact term={t`Win rate`}>
          <Percent value={trader.wr} />
        </Fact>
        <Fact term={t`Break-even win rate`}>
          <Percent value={trader.breakEven} />
        </Fact>
        <Fact term={t`Max drawdown`}>
          <Percent value={trader.drawdown} />
        </Fact>
      </Facts>
      <CopyTraderButton trader={trader} />
    </li>
  )
}
