import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { siteContext } from '../../document/load-context.ts'
import { path } from '../../paths.ts'
import { Article, Part } from '../article.tsx'
import { CopiedSticks } from '../illustrations.tsx'
import { pageMeta } from '../page-meta.ts'
import { explained } from '../transparency/anchors.ts'
import { ExpertTable } from './expert-table.tsx'
import type { Route } from './+types/trading-experts'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(
    t`Trading Experts`,
    t`The six strategy accounts that can be copied, with figures computed from their recorded trades.`,
  )(args)
/** Experts trade all the time, so a rendered page is cached for one second. */
export const headers = () => ({ 'Cache-Control': 'public, s-maxage=1' })

const links = () => [
  { label: t`About Copy Trading`, to: path('tradingAbout') },
  { label: t`Copy Trading Faqs`, to: path('tradingFaqs') },
]

export async function loader({ context }: Route.LoaderArgs) {
  return { experts: await context.get(siteContext).call('experts', {}) }
}

export default function TradingExperts({ loaderData: { experts } }: Route.ComponentProps) {
  return (
    <Article
      title={t`Trading Experts`}
      lead={
        <Trans>
          Six strategy accounts trade here under published rules with play money. They are simulated: none of them is a
          person or a customer. Results are computed from their recorded trades, including practice trades from before
          the launch. The profit share is a published term. A losing expert is shown as losing.
        </Trans>
      }
      drawing={<CopiedSticks />}
      links={links()}
    >
      {experts.length === 0 && (
        <p>
          <Trans>
            The experts are being set up. They open their accounts in the first minute of a new installation.
          </Trans>
        </p>
      )}
      {experts.length > 0 && <ExpertTable experts={experts} />}
      <Part title={t`How to read the table`} id="methods">
        <p>
          <Trans>
            Experts are ranked by how far their win rate likely exceeds their break-even rate (95% confidence). A lucky
            start doesn’t help. The profit share applies only to profits above your previous high.
          </Trans>
        </p>
        <p>
          <Trans>Manual: One published rule, followed exactly. Nobody adds or omits an order.</Trans>
        </p>
        <p>
          <Trans>
            Mixed: One published rule, plus orders that an operator schedules by hand. Each of these orders is marked.
          </Trans>
        </p>
        <p>
          <Link to={explained('experts')}>
            <Trans>How these figures are computed</Trans>
          </Link>
        </p>
      </Part>
    </Article>
  )
}
