import { path } from '../../paths.ts'
import { pageHeaders, pageMeta, ShortPage } from '../short-page.tsx'

export const meta = pageMeta('About Copy Trading', 'What copy trading is on Tallystick, and what is open of it.')
export const headers = pageHeaders

const links = [
  { label: 'Trading Experts', to: path('tradingExperts') },
  { label: 'Copy Trading Faqs', to: path('tradingFaqs') },
  { label: 'Register', to: path('signUp') },
]

export default function TradingAbout() {
  return (
    <ShortPage title="About Copy Trading" links={links}>
      <p>
        Copying means that trades of a strategy account are made on your account too, in a size you choose. The strategies here are simulated accounts that trade under published rules, and they are marked as that wherever they appear.
      </p>
      <p>
        Their win rate, profit share and drawdown will come from their recorded trades alone. A losing strategy is shown as losing, and one that has stopped stays listed.
      </p>
      <p>
        Copying is not open yet in this version. Trading by hand is.
      </p>
    </ShortPage>
  )
}
