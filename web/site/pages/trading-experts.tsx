import { path } from '../../paths.ts'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import { ShortPage } from '../short-page.tsx'

export const meta = pageMeta('Trading Experts', 'The strategy accounts that can be copied.')
export const headers = pageHeaders

const links = [
  { label: 'About Copy Trading', to: path('tradingAbout') },
  { label: 'Copy Trading Faqs', to: path('tradingFaqs') },
]

export default function TradingExperts() {
  return (
    <ShortPage title="Trading Experts" links={links}>
      <p>
        Six strategy accounts will trade here under published rules: day, swing, holding and intraday styles, some by rule alone and some partly scheduled by hand.
      </p>
      <p>
        None of them has traded yet in this version, so there is no record to show, and nothing is shown in its place.
      </p>
    </ShortPage>
  )
}
