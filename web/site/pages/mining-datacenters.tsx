import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { path } from '../../paths.ts'
import { siteContext } from '../../document/load-context.ts'
import { Article, Part } from '../article.tsx'
import { Blocks } from '../illustrations.tsx'
import type { FigureFormat } from '../figure-text.ts'
import { Figure } from '../figure.tsx'
import { explained } from '../transparency/anchors.ts'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import { Datacenters } from './datacenters.tsx'
import type { Route } from './+types/mining-datacenters'
import { Table } from '../../ui/lists/table.tsx'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(
    t`Datacenters`,
    t`The two simulated datacenters of the practice pool, and the parameters they supply to the mining formula.`,
  )(args)
export const headers = pageHeaders

const links = () => [
  { label: t`About Mining`, to: path('miningAbout') },
  { label: t`Mining FAQs`, to: path('miningFaqs') },
]

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const [places, parameters] = await Promise.all([site.call('datacenters', {}), site.call('mining.parameters', {})])
  return { places, parameters }
}

export default function MiningDatacenters({ loaderData: { places, parameters } }: Route.ComponentProps) {
  return (
    <Article
      title={t`Datacenters`}
      lead={
        <Trans>
          The practice pool has two datacenters. They are simulated: there are no buildings or machines in Iceland or
          Sweden. The formula is real, and these are its numbers.
        </Trans>
      }
      drawing={<Blocks />}
      links={links()}
    >
      <Datacenters places={places} />
      <Parameters parameters={parameters} />
    </Article>
  )
}

/** The parameters in force for each coin. */
function Parameters({ parameters }: { parameters: Route.ComponentProps['loaderData']['parameters'] }) {
  const figure = (at: string, as?: FigureFormat) => <Figure call="mining.parameters" of={parameters} at={at} as={as} />
  const inForce = parameters.map((each, place) => ({ ...each, place })).filter(({ state }) => state === 'in_force')
  return (
    <Part title={t`Difficulty and subsidy`}>
      <p>
        <Trans>
          The operator maintains these values, each with its source and date. Two operators must approve a change. It
          takes effect a day later and never changes past accruals. If parameters were wrong, a correction replaces them
          for the days that haven’t been paid yet.
        </Trans>
      </p>
      <Table
        label={t`Difficulty and subsidy`}
        rows={inForce}
        columns={[
          {
            head: t`Coin`,
            isRowHead: true,
            cell: ({ coin, algorithm }) => (
              <>
                {coin} <small>{algorithm}</small>
              </>
            ),
          },
          { head: t`Difficulty`, end: true, cell: ({ place }) => figure(`${place}.difficulty`, 'compact') },
          {
            head: t`Block subsidy`,
            end: true,
            cell: ({ place, coin }) => (
              <>
                {figure(`${place}.subsidy`, 'decimal')} {coin}
              </>
            ),
          },
          {
            head: t`As of`,
            cell: ({ place }) => {
              const day = figure(`${place}.observedOn`, 'day')
              const block = figure(`${place}.height`)
              return (
                <Trans>
                  {day}, block {block}
                </Trans>
              )
            },
          },
          { head: t`Source`, cell: ({ place }) => figure(`${place}.source`, 'text') },
        ]}
      />
      <p>
        <Link to={explained('mining.parameters')}>
          <Trans>How mining output is computed</Trans>
        </Link>
      </p>
    </Part>
  )
}
