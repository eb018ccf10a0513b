import { path } from '../../paths.ts'
import { pageHeaders, pageMeta, ShortPage } from '../short-page.tsx'

export const meta = pageMeta('Terms of Service', 'The terms under which this practice platform is used.')
export const headers = pageHeaders

const links = [
  { label: 'Privacy Policy', to: path('privacy') },
  { label: 'Contact Us', to: path('contact') },
]

export default function Terms() {
  return (
    <ShortPage title="Terms of Service" links={links}>
      <p>Last revised 30 April 2024.</p>
      <h2>Practice only</h2>
      <p>
        All balances are play money or test coins. They have no value, cannot be bought and cannot be turned into money. Nothing here is an
        investment service or advice.
      </p>
      <h2>Who may use it</h2>
      <p>You must be 18 or older, and what you tell us about yourself must be accurate.</p>
      <h2>How trades are decided</h2>
      <p>
        A trade is decided by the published prices alone: the first after your order was accepted against the last at or before its time is
        up. Equal prices return the stake. Without a price in the published tolerance the trade is void and the stake returns. Nobody, the
        operator included, can set a result.
      </p>
      <h2>Withdrawals</h2>
      <p>
        Withdrawals go out on test networks only, after an identity check, and take up to 3 business days. They may be refused for one of
        the published reasons, which you are shown.
      </p>
      <h2>Mistakes</h2>
      <p>
        Claims about an error in your statement are raised within 14 calendar days. Corrections are transfers with a reason that you can
        see; no balance is ever edited.
      </p>
    </ShortPage>
  )
}
