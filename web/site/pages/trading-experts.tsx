import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { siteContext } from '../../document/load-context.ts'
import { methodLabels, styleNames } from '../../language/contract-words.ts'
import { path } from '../../paths.ts'
import { Article, Part } from '../article.tsx'
import { Figure } from '../figure.tsx'
import type { FigureFormat } from '../figure-text.ts'
import { CopiedSticks } from '../illustrations.tsx'
import { pageMeta } from '../page-meta.ts'
import { explained } from '../transparency/anchors.ts'
import { expertTitle } from './expert-names.ts'
import type { Route } from './+types/trading-experts'
import { Facts } from '../../ui/lists/facts.tsx'

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
      {experts.map((expert, place) => {
        const figure = (at: string, as?: FigureFormat) => (
          <Figure call="experts" of={experts} at={`${place}.${at}`} as={as} />
        )
        return (
          <Part key={expert.id} title={expertTitle(expert.name)} id={expert.id}>
            <p>{expert.note}</p>
            <Facts
              layout="rows"
              facts={[
                { name: t`Method`, value: methodLabels()[expert.method] },
                { name: t`Style`, value: styleNames()[expert.style] },
                { name: t`Trades`, value: figure('trades') },
                { name: t`Win rate`, value: figure('wr', 'percentage') },
                { name: t`True win rate is likely above`, value: figure('wrLow', 'percentage') },
                { name: t`Breaks even at`, value: figure('breakEven', 'percentage') },
                { name: t`Result (play-money USD)`, value: figure('result', 'amount') },
                { name: t`Return on capital`, value: figure('resultPercent', 'percentage') },
                { name: t`Max drawdown`, value: figure('drawdown', 'percentage') },
                { name: t`Risk (1 to 10)`, value: figure('risk') },
                { name: t`Profit share (of profits above the previous high)`, value: figure('ps', 'percentage') },
                {
                  name: t`Rank`,
                  value: expert.stopped ? t`stopped` : expert.rank === null ? t`new, not ranked` : figure('rank'),
                },
              ]}
            />
          </Part>
        )
      })}
      <Part title={t`Manual and Mixed`} id="methods">
        <p>
          <Trans>Manual: One published rule, followed exactly. Nobody adds or omits an order.</Trans>
        </p>
        <p>
          <Trans>
            Mixed: One published rule, and orders that an operator schedules by hand. Each of these orders is marked.
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
