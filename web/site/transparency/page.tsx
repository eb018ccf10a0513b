import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { path } from '../../paths.ts'
import { siteContext } from '../../document/load-context.ts'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import { answerOrNothing } from '../public-call.ts'
import type { Route } from './+types/page'
import { Affiliates, Experts, Mining, Plans, Prices, Withdrawals } from './figures-of-modules.tsx'
import { Customers, DepositsAndWithdrawals, Losing, Trades } from './figures-of-ledger.tsx'
import { Market, Refused, Rules, shownHours } from './market.tsx'
import { Provable } from './provable.tsx'
import { TransparencyLog } from './transparency-log.tsx'
import { Solvency } from './solvency.tsx'
import classes from './transparency.module.css'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(
    t`Transparency`,
    t`How every public figure is computed, the share of customers who lose, withdrawal times, the daily solvency \
statement and the commitments of the simulated market.`,
  )(args)
export const headers = pageHeaders

const parts = () => [
  { id: 'provable', title: t`What you can prove` },
  { id: 'losing', title: t`Who loses` },
  { id: 'customers', title: t`Customers` },
  { id: 'trades', title: t`Trades` },
  { id: 'money', title: t`Deposits and withdrawals` },
  { id: 'withdrawals', title: t`Withdrawal times` },
  { id: 'log', title: t`Transparency log` },
  { id: 'solvency', title: t`Solvency` },
  { id: 'prices', title: t`Prices and payouts` },
  { id: 'market', title: t`Market commitments` },
  { id: 'refused', title: t`Refused prices` },
  { id: 'rules', title: t`Trading rules` },
  { id: 'experts', title: t`Experts` },
  { id: 'plans', title: t`Plans` },
  { id: 'mining', title: t`Mining` },
  { id: 'affiliates', title: t`Affiliates` },
]

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const [
    figures,
    times,
    solvency,
    symbols,
    commitments,
    terms,
    plans,
    parameters,
    datacenters,
    experts,
    affiliates,
    refused,
    security,
    log,
  ] = await Promise.all([
    answerOrNothing(site, 'figures'),
    answerOrNothing(site, 'withdrawals.times'),
    answerOrNothing(site, 'solvency'),
    answerOrNothing(site, 'symbols'),
    answerOrNothing(site, 'markets.commitments'),
    answerOrNothing(site, 'trades.terms'),
    answerOrNothing(site, 'tplans'),
    answerOrNothing(site, 'mining.parameters'),
    answerOrNothing(site, 'datacenters'),
    answerOrNothing(site, 'experts'),
    answerOrNothing(site, 'affiliate.figures'),
    answerOrNothing(site, 'prices.refused.counts'),
    answerOrNothing(site, 'security.rules'),
    answerOrNothing(site, 'log'),
  ])
  return {
    figures,
    times,
    solvency,
    symbols,
    commitments: commitments?.slice(0, shownHours),
    terms,
    plans,
    parameters,
    datacenters,
    experts,
    affiliates,
    refused,
    security,
    log,
  }
}

/** Explains how every public figure is computed. Source: docs/spec/truth.md sections 2 to 4. */
export default function Transparency({ loaderData }: Route.ComponentProps) {
  const {
    figures,
    times,
    solvency,
    symbols,
    commitments,
    terms,
    plans,
    parameters,
    datacenters,
    experts,
    affiliates,
    refused,
    security,
    log,
  } = loaderData
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <h1>
          <Trans>Transparency</Trans>
        </h1>
        <p>
          <Trans>
            Every number on these pages is computed from the ledger, the price record, the customer registry or the
            operator's settings. This page explains how, and names the call that returns each one, so that you can check
            for yourself.
          </Trans>
        </p>
        <p>
          <Trans>
            The commands run on your own machine, in a copy of the software.{' '}
            <Link to={path('contact')}>Ask the operator</Link> where to get one.
          </Trans>
        </p>
      </header>
      <div className={classes.body}>
        <nav className={classes.contents} aria-label={t`On this page`}>
          <ul>
            {parts().map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className={classes.parts}>
          <Provable />
          <Losing figures={figures} />
          <Customers figures={figures} />
          <Trades figures={figures} />
          <DepositsAndWithdrawals figures={figures} />
          <Withdrawals times={times} />
          <TransparencyLog log={log} />
          <Solvency solvency={solvency} />
          <Prices symbols={symbols} />
          <Market commitments={commitments} />
          <Refused counts={refused} />
          <Rules terms={terms} security={security} />
          <Experts experts={experts} />
          <Plans plans={plans} />
          <Mining parameters={parameters} datacenters={datacenters} />
          <Affiliates figures={affiliates} />
        </div>
      </div>
    </article>
  )
}
