import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { expertCapital, maturityTrades } from '../../../contract/experts.ts'
import { type CallOutput, errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import type { MetaArgs } from '../../site/page-meta.ts'
import { Money } from '../../ui/money.tsx'
import { Empty, Failed, Loading } from '../../ui/page-state.tsx'
import { DownloadList } from '../download-list.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'
import classes from './copying.module.css'
import { MyTraders } from './my-traders.tsx'
import { TraderBadges, TraderFacts } from './trader-facts.tsx'

export const meta = (args: MetaArgs) => officeMeta(t`All Traders`)(args)

/** All experts, best rank first, and those that the customer copies. */
export default function Traders() {
  const traders = useCall('traders', {}, { refetchInterval: 15_000 })
  return (
    <OfficePage
      title={t`All Traders`}
      words={t`Strategy accounts that trade under published rules with play money. They are simulated, and marked so. A losing one is shown as losing.`}
    >
      <Panel>
        {traders.isPending && <Loading lines={8} />}
        {traders.isError && <Failed message={errorText(traders.error)} onRetry={() => traders.refetch()} />}
        {traders.data?.length === 0 && (
          <Empty title={t`The traders are being made`} icon="people">
            <Trans>They open their accounts in the first minute of a new installation.</Trans>
          </Empty>
        )}
        {traders.data && traders.data.length > 0 && (
          <ul className={classes.list}>
            {traders.data.map((trader) => (
              <Trader key={trader.id} trader={trader} />
            ))}
          </ul>
        )}
      </Panel>
      <Panel title={t`My Traders`} id="mytraders">
        <DownloadList list="copies" />
        <p>{t`Every line of the gap ledgers:`}</p>
        <DownloadList list="gaps" />
        <MyTraders />
      </Panel>
      <Panel title={t`How they are ranked`}>
        <div className={classes.rules}>
          <p className={classes.quiet}>
            <Trans>
              By the lower end of the win rate’s 95 % interval (Wilson), less the win rate at which the same trades
              break even. A lucky start does not help: with few trades the interval is wide. With fewer than{' '}
              {maturityTrades} decided trades a trader is new and has no rank. Stopped ones stay listed.
            </Trans>
          </p>
          <p className={classes.quiet}>
            <Trans>
              Each began with <Money shown amount={expertCapital} unit="$" /> of play money and stakes 1 % of its
              account on an order. Risk is the worse of two: a point for each 5 % of the largest fall from a high, and a
              point for each quarter of a percent by which the account moves with a trade.
            </Trans>
          </p>
        </div>
      </Panel>
    </OfficePage>
  )
}

function Trader({ trader }: { trader: CallOutput<'traders'>[number] }) {
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
          <p className={classes.quiet} lang="en" dir="ltr">
            {trader.note}
          </p>
        </div>
      </div>
      <TraderBadges trader={trader} />
      {trader.copied && (
        <div className={classes.badges}>
          <span className={classes.badge} data-tone="up">
            <Trans>You copy this trader</Trans>
          </span>
        </div>
      )}
      <TraderFacts trader={trader} />
    </li>
  )
}
