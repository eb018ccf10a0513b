import { explained } from '../transparency/anchors.ts'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CallOutput } from '../../data/call.ts'
import { siteContext } from '../../document/load-context.ts'
import { methodNames, styleNames } from '../../language/api-words.ts'
import { path } from '../../paths.ts'
import { Article, Part } from '../article.tsx'
import classes from '../article.module.css'
import { CopiedSticks } from '../illustrations.tsx'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import { answerOrNothing } from '../public-call.ts'
import { CopyChart } from './copy-chart.tsx'
import { expertTitle } from './expert-names.ts'
import type { Route } from './+types/trading-about'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(t`About Copy Trading`, t`What copying an expert means here, in three steps, and what it costs.`)(args)
export const headers = pageHeaders

const links = () => [
  { label: t`Trading Experts`, to: path('tradingExperts') },
  { label: t`Copy Trading Faqs`, to: path('tradingFaqs') },
  { label: t`Register`, to: path('signUp') },
]

const steps = () => [
  {
    title: t`Look at the record`,
    words: (
      <Trans>
        In the office, each expert has a page with its last 30 trades, its maximum drawdown and a measure of how likely
        it is that skill, not luck, explains its win rate. You can download every trade that it has placed.
      </Trans>
    ),
  },
  {
    title: t`Set your terms`,
    words: (
      <Trans>
        Choose a fixed stake or an amount proportional to the expert’s account, the markets, and when to stop. Each
        copied trade is at least 10, and a tenth of your account stays available.
      </Trans>
    ),
  },
  {
    title: t`Start, pause, stop`,
    words: (
      <Trans>
        Copies are placed in the same batch as the expert’s own order. Stop whenever you like; open trades run until
        they expire.
      </Trans>
    ),
  },
]

export async function loader({ context }: Route.LoaderArgs) {
  return { experts: await answerOrNothing(context.get(siteContext), 'experts') }
}

export default function TradingAbout({ loaderData: { experts = [] } }: Route.ComponentProps) {
  return (
    <Article
      title={t`About Copy Trading`}
      lead={
        <Trans>
          Copying places an expert’s trades in your account too, at a size you choose. It is as easy as it sounds, and
          you can lose money as easily as when you trade by hand.
        </Trans>
      }
      drawing={<CopiedSticks />}
      links={links()}
    >
      <Part title={t`How it works`}>
        <NumberedSteps steps={steps()} />
      </Part>
      <Part title={t`Who the experts are`}>
        <p>
          <Trans>
            Six strategy accounts that trade on this platform under published rules, with their own play money. They are
            simulated, and marked as such wherever they appear. Some follow only their rules. The Mixed ones also place
            trades that an operator schedules by hand.
          </Trans>
        </p>
        {experts.length > 0 && <Experts experts={experts} />}
        <p>
          <Trans>
            Win rate, result, drawdown and the number of trades are computed from their recorded trades, and a script
            that comes with the software can recompute them. The profit share is a published term, the same for everyone
            who copies. An expert that loses is shown as losing. One that has stopped stays on the list.
          </Trans>
        </p>
      </Part>
      <Part title={t`Where your result differs from theirs`}>
        <CopyChart experts={experts} />
        <p>
          <Link to={explained('experts')}>
            <Trans>How these figures are computed</Trans>
          </Link>
        </p>
        <p>
          <Trans>
            Your result rarely matches the expert’s exactly. We may skip your copy because your balance is too low,
            round it to your currency, or place it a moment later. We record each difference trade by trade, and the
            parts add up to the total: delay, price, rounding, skipped trades, and the expert’s share.
          </Trans>
        </p>
        <p>
          <Trans>
            An expert takes a share of your profit only when your copied result reaches a new high. Losses must be
            recovered first.
          </Trans>
        </p>
      </Part>
      <Part title={t`What to expect`}>
        <p>
          <Trans>
            A winning trade earns less than a losing one costs, so an expert must be right well over half the time to
            earn anything. Few manage it for long. You can see that here, where it costs nothing.
          </Trans>
        </p>
      </Part>
    </Article>
  )
}

/** Lists each expert with its method and style, and links to its figures. Source: docs/spec/product.md section 2. */
function Experts({ experts }: { experts: CallOutput<'experts'> }) {
  return (
    <ul>
      {experts.map(({ id, name, method, style }) => {
        const title = <Link to={path('tradingExperts', { anchor: id })}>{expertTitle(name)}</Link>
        const methodName = methodNames()[method]
        const styleName = styleNames()[style]
        return (
          <li key={id}>
            <Trans>
              {title}: {methodName} method, {styleName} style
            </Trans>
          </li>
        )
      })}
    </ul>
  )
}

/** Numbered steps, one short paragraph each. */
function NumberedSteps({ steps }: { steps: { title: string; words: ReactNode }[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map(({ title, words }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{words}</p>
        </li>
      ))}
    </ol>
  )
}
