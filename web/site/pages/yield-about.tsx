import { path } from '../../paths.ts'
import { pageHeaders, pageMeta, ShortPage } from '../short-page.tsx'

export const meta = pageMeta('About Yield', 'What yield farming is on Tallystick.')
export const headers = pageHeaders

const links = [
  { label: 'Yield FAQs', to: path('yieldFaqs') },
  { label: 'Register', to: path('signUp') },
]

export default function YieldAbout() {
  return (
    <ShortPage title="About Yield" links={links}>
      <p>
        Yield farming locks a practice deposit for 7 to 730 days at a yearly rate, with leverage from 1.5. Interest is paid weekly in arrears and does not compound.
      </p>
      <p>
        It runs on play money and test coins like everything here.
      </p>
      <p>
        Yield contracts are not open yet in this version.
      </p>
    </ShortPage>
  )
}
