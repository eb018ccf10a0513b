import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { siteContext } from '../../document/load-context.ts'
import { path } from '../../paths.ts'
import { Article, Part } from '../article.tsx'
import { Blocks } from '../illustrations.tsx'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import { answerOrNothing } from '../public-call.ts'
import { explained } from '../transparency/anchors.ts'
import { MiningCalculator } from './mining-calculator.tsx'
import { Facts } from '../../ui/lists/facts.tsx'
import classes from '../formula.module.css'
import type { Route } from './+types/mining-about'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(
    t`About Mining`,
    t`What a cloud mining contract pays, which formula determines it, and why the payout is usually less than the \
contract costs.`,
  )(args)
export const headers = pageHeaders

const links = () => [
  { label: t`Datacenters`, to: path('miningDatacenters') },
  { label: t`Mining FAQs`, to: path('miningFaqs') },
  { label: t`Register`, to: path('signUp') },
]

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const [places = [], parameters = [], rates = []] = await Promise.all([
    answerOrNothing(site, 'datacenters'),
    answerOrNothing(site, 'mining.parameters'),
    answerOrNothing(site, 'rates'),
  ])
  return { places, parameters, rates }
}

export default function MiningAbout({ loaderData: { places, parameters, rates } }: Route.ComponentProps) {
  return (
    <Article
      title={t`About Mining`}
      lead={
        <Trans>
          A mining contract rents hash rate in a practice pool. A formula that you can work out on paper determines what
          it pays, which is usually less than it cost.
        </Trans>
      }
      drawing={<Blocks />}
      links={links()}
    >
      <Part title={t`The formula`}>
        <p className={classes.formula}>
          <Trans>output = hash rate × seconds × block subsidy ÷ (difficulty × 2³²)</Trans>
        </p>
        <p>
          <Trans>
            This is Bitcoin's formula, which also determines what real miners earn. Litecoin, Zcash and Monero use their
            own hash functions and constants. Ether and XRP cannot be mined: their plans mine Bitcoin and convert the
            output at the day's rate.
          </Trans>
        </p>
        <p>
          <Trans>
            We deduct the pool's fee and the share of work that arrives too late to count. Every payment stores its
            inputs: block height, difficulty, subsidy, rate and fee. You can recompute a statement to the last unit with
            a script that doesn’t contact our servers.
          </Trans>
        </p>
      </Part>
      {places.length > 0 && parameters.length > 0 && (
        <Part title={t`Work it out`} id="calculator">
          <MiningCalculator parameters={parameters} places={places} rates={rates} />
          <p>
            <Trans>
              At today’s difficulty and rate. Difficulty usually rises, so actual output is lower.{' '}
              <Link to={explained('mining.parameters')}>How mining output is computed</Link>
            </Trans>
          </p>
        </Part>
      )}
      <Part title={t`When it is paid`}>
        <Facts
          layout="rows"
          facts={[
            { name: t`First output`, value: t`48 hours after the purchase` },
            { name: t`After that`, value: t`daily, into the coin’s mining balance` },
            { name: t`Runs for`, value: t`365 days` },
            { name: t`Paid in`, value: t`test coins` },
          ]}
        />
      </Part>
      {places.length > 0 && (
        <Part title={t`Where it is mined`}>
          <p>
            <Trans>
              In two simulated datacenters of the practice pool.{' '}
              <Link to={path('miningDatacenters')}>Their fees, hardware and current difficulties</Link>
            </Trans>
          </p>
        </Part>
      )}
      <Part title={t`If you had just bought the coin`}>
        <p>
          <Trans>
            Each statement also shows what you would have today if you had bought the coin instead of the contract.
            Difficulty tends to rise, which lowers output, so that figure is often higher. Sellers of hash power seldom
            show it.
          </Trans>
        </p>
      </Part>
    </Article>
  )
}
