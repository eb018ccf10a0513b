import { path } from '../../paths.ts'
import { siteContext } from '../../load-context.ts'
import { Article, Facts, Part } from '../article.tsx'
import { pageHeaders, pageMeta } from '../short-page.tsx'
import type { Route } from './+types/mining-datacenters'

export const meta = pageMeta('Datacenters', 'The two simulated datacenters of the practice pool, and the parameters that the mining formula takes from them.')
export const headers = pageHeaders

const links = [
  { label: 'About Mining', to: path('miningAbout') },
  { label: 'Mining FAQs', to: path('miningFaqs') },
]

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext)
  const [places, parameters] = await Promise.all([site.call('datacenters', {}), site.call('mining.parameters', {})])
  const newest = parameters.filter(({ coin }, index) => parameters.findIndex((each) => each.coin === coin) === index)
  return { places, parameters: newest }
}

const percent = (bps: number) => `${bps / 100} %`
const number = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })

export default function MiningDatacenters({ loaderData: { places, parameters } }: Route.ComponentProps) {
  return (
    <Article
      title="Datacenters"
      lead="The practice pool has two datacenters. They are simulated: no building stands in Iceland or Sweden, and no machine hums. What is real is the formula, and these are its numbers."
      links={links}
    >
      {places.map((place) => (
        <Part key={place.id} title={`${place.country} (simulated)`} id={place.id}>
          <Facts
            facts={[
              { name: 'Name', value: place.name },
              { name: 'Pool fee', value: percent(place.feeBps) },
              { name: 'Work that arrives too late to count', value: percent(place.rejectedBps) },
              ...place.hardware.map(({ coin, machine }) => ({ name: `Hardware for ${coin}`, value: machine })),
            ]}
          />
        </Part>
      ))}
      <Part title="Difficulty and subsidy">
        <p>Kept by the operator, each with its source and date. A change counts from its moment on and never for what has accrued.</p>
        {parameters.map((each) => (
          <Facts
            key={each.id}
            facts={[
              { name: `${each.coin}, ${each.algorithm}`, value: `difficulty ${number.format(Number(each.difficulty))}` },
              { name: 'Block subsidy', value: `${Number(each.subsidy)} ${each.coin}` },
              { name: `As of ${each.observedOn}, block ${number.format(each.height)}`, value: <small>{each.source}</small> },
            ]}
          />
        ))}
      </Part>
    </Article>
  )
}
