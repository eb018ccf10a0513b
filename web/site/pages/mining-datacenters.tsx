import { path } from '../../paths.ts'
import { pageHeaders, pageMeta, ShortPage } from '../short-page.tsx'

export const meta = pageMeta('Datacenters', 'The simulated datacenters of the practice pool.')
export const headers = pageHeaders

const links = [
  { label: 'About Mining', to: path('miningAbout') },
  { label: 'Mining FAQs', to: path('miningFaqs') },
]

export default function MiningDatacenters() {
  return (
    <ShortPage title="Datacenters" links={links}>
      <p>
        The practice pool has two simulated datacenters, one in Iceland and one in Sweden. They do not exist as buildings; they are parameters of the mining formula.
      </p>
      <p>
        Their power price, cooling and hardware will be listed here with the numbers that the formula really uses, when mining opens.
      </p>
    </ShortPage>
  )
}
