import { path } from '../../paths.ts'
import { pageHeaders, pageMeta, ShortPage } from '../short-page.tsx'

export const meta = pageMeta('About Mining', 'What a mining contract is on Tallystick.')
export const headers = pageHeaders

const links = [
  { label: 'Datacenters', to: path('miningDatacenters') },
  { label: 'Mining FAQs', to: path('miningFaqs') },
]

export default function MiningAbout() {
  return (
    <ShortPage title="About Mining" links={links}>
      <p>
        A mining contract rents a share of a simulated practice pool, measured in terahashes a second. Its output follows a published formula and is paid in test coins.
      </p>
      <p>
        The first output is released 48 hours after the purchase, then daily.
      </p>
      <p>
        Mining contracts are not open yet in this version.
      </p>
    </ShortPage>
  )
}
