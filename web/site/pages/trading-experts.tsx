import { methodWords } from '../../../contract/experts.ts'
import { siteContext } from '../../load-context.ts'
import { path } from '../../paths.ts'
import { Article, Facts, Part } from '../article.tsx'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import type { Route } from './+types/trading-experts'

export const meta = pageMeta('Trading Experts', 'The six strategy accounts that can be copied, with figures computed from their recorded trades.')
export const headers = pageHeaders

const links = [
  { label: 'About Copy Trading', to: path('tradingAbout') },
  { label: 'Copy Trading Faqs', to: path('tradingFaqs') },
]

export async function loader({ context }: Route.LoaderArgs) {
  return { experts: await context.get(siteContext).call('experts', {}) }
}

const percent = (value: number | null) => (value === null ? 'none decided yet' : `${value.toFixed(1)} %`)

export default function TradingExperts({ loaderData: { experts } }: Route.ComponentProps) {
  return (
    <Article
      title="Trading Experts"
      lead="Six strategy accounts trade here under published rules with play money. They are simulated: no person is behind them. Every figure is computed from their recorded trades, and a losing expert is shown as losing."
      links={links}
    >
      {experts.length === 0 && <p>The experts are being made. They open their accounts in the first minute of a new installation.</p>}
      {experts.map((expert) => (
        <Part key={expert.id} title={`${expert.name} (simulated)`} id={expert.id}>
          <p>{expert.note}</p>
          <Facts
            facts={[
              { name: 'Method', value: expert.method },
              { name: 'Style', value: expert.style },
              { name: 'Trades', value: expert.trades },
              { name: 'Win rate', value: percent(expert.wr) },
              { name: 'Breaks even at', value: percent(expert.breakEven) },
              { name: 'Result', value: `${expert.result} USD of play money (${expert.resultPercent.toFixed(1)} %)` },
              { name: 'Largest fall from a high', value: percent(expert.drawdown) },
              { name: 'Risk, 1 to 10', value: expert.risk },
              { name: 'Profit share', value: `${expert.ps} % of new highs` },
              { name: 'Rank', value: expert.stopped ? 'stopped' : (expert.rank ?? 'new, not ranked') },
            ]}
          />
        </Part>
      ))}
      <Part title="Manual and Mixed" id="methods">
        <p>Manual: {methodWords.Manual}</p>
        <p>Mixed: {methodWords.Mixed}</p>
      </Part>
    </Article>
  )
}
