import { path } from '../../paths.ts'
import { pageHeaders, pageMeta, ShortPage } from '../short-page.tsx'

export const meta = pageMeta('Payouts', 'Withdrawals that the ledger has completed.')
export const headers = pageHeaders

const links = [
  { label: 'Terms Of Service', to: path('terms') },
  { label: 'Contact Us', to: path('contact') },
]

export default function Payouts() {
  return (
    <ShortPage title="Payouts" links={links}>
      <p>
        This table lists only withdrawals that the ledger has completed, with a link to the transaction on its test network.
      </p>
      <p>
        There are none: withdrawals are not open yet in this version.
      </p>
    </ShortPage>
  )
}
