import { path } from '../../paths.ts'
import { pageHeaders, pageMeta, ShortPage } from '../short-page.tsx'

export const meta = pageMeta('About', 'Who runs this installation of Tallystick, and what it is for.')
export const headers = pageHeaders

const links = [
  { label: 'How trading works', to: path('tradingAbout') },
  { label: 'Contact Us', to: path('contact') },
  { label: 'Terms Of Service', to: path('terms') },
]

export default function About() {
  return (
    <ShortPage title="About" links={links}>
      <p>
        Tallystick is a practice investment platform: the screens and decisions of a trading office, on play money and test networks, made so that every number on them can be checked.
      </p>
      <p>
        This installation is run by a demonstration operator that is not a company. No people, registration or certificate are shown, because there are none to look up.
      </p>
      <p>
        The name is the idea. A tally stick was notched and split lengthwise; each party kept one half, and neither could change the sum without the other seeing it.
      </p>
    </ShortPage>
  )
}
