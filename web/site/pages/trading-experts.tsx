import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { methodWords } from '../../../contract/experts.ts'
import { siteContext } from '../../load-context.ts'
import { path } from '../../paths.ts'
import { Article, Facts, Part } from '../article.tsx'
import { Figure } from '../figure.tsx'
import type { FigureFormat } from '../figure-text.ts'
import { CopiedSticks } from '../illustrations.tsx'
import { pageMeta } from '../page-meta.ts'
import { explained } from '../transparency/anchors.ts'
import type { Route } from './+types/trading-experts'

export const meta = pageMeta('Trading Experts', 'The six strategy accounts that can be copied, with figures computed from their recorded trades.')
/** Experts trade all the time: one rendering serves a second. */
export const headers = () => ({ 'Cache-Control': 'public, s-maxage=1' })

const links = [
  { label: 'About Copy Trading', to: path('tradingAbout') },
  { label: 'Copy Trading Faqs', to: path('tradingFaqs') },
]

export async function loader({ context }: Route.LoaderArgs) {
  return { experts: await context.get(siteContext).call('experts', {}) }
}

export default function TradingExperts({ loaderData: { experts } }: Route.ComponentProps) {
  return (
    <Article
      title={t`Trading Experts`}
      lead={t`Six strategy accounts trade here under published rules with play money. They are simulated: no person is behind them. Every figure is computed from their recorded trades, and a losing expert is shown as losing.`}
      drawing={<CopiedSticks />}
      links={links}
    >
      {experts.length === 0 && <p><Trans>The experts are being made. They open their accounts in the first minute of a new installation.</Trans></p>}
      {experts.map((expert, place) => {
        const figure = (at: string, as?: FigureFormat) => <Figure call="experts" of={experts} at={`${place}.${at}`} as={as} />
        return (
          <Part key={expert.id} title={`${expert.name} (simulated)`} id={expert.id}>
            <p>{expert.note}</p>
            <Facts
              facts={[
                { name: 'Method', value: expert.method },
                { name: 'Style', value: expert.style },
                { name: 'Trades', value: figure('trades') },
                { name: 'Win rate', value: figure('wr', 'percentage') },
                { name: 'At least, with 95 % certainty', value: figure('wrLow', 'percentage') },
                { name: 'Breaks even at', value: figure('breakEven', 'percentage') },
                { name: 'Result, USD of play money', value: figure('result', 'amount') },
                { name: 'Result, of its capital', value: figure('resultPercent', 'percentage') },
                { name: 'Largest fall from a high', value: figure('drawdown', 'percentage') },
                { name: 'Risk, 1 to 10', value: figure('risk') },
                { name: 'Profit share, of new highs', value: figure('ps', 'percentage') },
                { name: 'Rank', value: expert.stopped ? 'stopped' : expert.rank === null ? 'new, not ranked' : figure('rank') },
              ]}
            />
          </Part>
        )
      })}
      <Part title={t`Manual and Mixed`} id="methods">
        <p><Trans>Manual: {methodWords.Manual}</Trans></p>
        <p><Trans>Mixed: {methodWords.Mixed}</Trans></p>
        <p>
          <Link to={explained('experts')}><Trans>How these figures are computed</Trans></Link>
        </p>
      </Part>
    </Article>
  )
}
