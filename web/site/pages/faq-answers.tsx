import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { i18n } from '#i18n'
import { path } from '../../paths.ts'
import { explained } from '../transparency/anchors.ts'

export type FaqGroup = {
  id: string
  title: string
  at: string
  answers: { id: string; title: string; words: ReactNode }[]
}

const groups = [
  {
    id: 'copy-trading',
    title: msg`Copy trading`,
    at: path('tradingFaqs'),
    answers: [
      {
        id: 'lose-money',
        title: msg`Can I lose money?`,
        words: (
          <p>
            <Trans>
              Practice money, yes, and over time most people do: a won trade pays less than a lost one takes. Real money
              is never involved, neither in nor out. The measured share of people who lose is{' '}
              <Link to={explained('figures#losing')}>published</Link>.
            </Trans>
          </p>
        ),
      },
      {
        id: 'decided',
        title: msg`How is a trade decided?`,
        words: (
          <p>
            <Trans>
              By two prices of the published record: the first after your order was accepted, and the last at or before
              its time is up. BUY wins when the second is higher, SELL when it is lower. Equal prices return your stake.
              Without a price in time, the trade is void and your stake returns. Every settled trade has a receipt that
              you can check without us.
            </Trans>
          </p>
        ),
      },
      {
        id: 'experts',
        title: msg`Who are the experts?`,
        words: (
          <p>
            <Trans>
              Strategy accounts that trade here under published rules, with play money of their own. They are simulated
              and never counted among customers. Their figures come from their recorded trades, the bad ones included.
            </Trans>
          </p>
        ),
      },
      {
        id: 'copied-amount',
        title: msg`How much should a copied trade be?`,
        words: (
          <p>
            <Trans>
              At least 10, and at least a tenth of your account must stay free. A fixed stake is easier to follow than
              an amount in proportion to the expert’s account.
            </Trans>
          </p>
        ),
      },
      {
        id: 'stop-copying',
        title: msg`What happens when I stop copying?`,
        words: (
          <p>
            <Trans>
              No new trades are copied from that moment on. Those that are open run to their end, because nobody can
              change a trade that has been placed.
            </Trans>
          </p>
        ),
      },
      {
        id: 'profit-share',
        title: msg`What does an expert take?`,
        words: (
          <p>
            <Trans>
              A share of your profit, and only when your copied result is higher than it ever was. It is paid as a
              transfer that both of you can see.
            </Trans>
          </p>
        ),
      },
    ],
  },
  {
    id: 'mining',
    title: msg`Mining`,
    at: path('miningFaqs'),
    answers: [
      {
        id: 'hardware',
        title: msg`Is there real hardware?`,
        words: (
          <p>
            <Trans>
              No. The pool and its two datacenters are simulated, and say so. The formula is the real one, with
              difficulty and subsidy from stated sources; what is an estimate says so.
            </Trans>
          </p>
        ),
      },
      {
        id: 'first-output',
        title: msg`When is the first output?`,
        words: (
          <p>
            <Trans>48 hours after the purchase. Then daily.</Trans>
          </p>
        ),
      },
      {
        id: 'mined-coins',
        title: msg`Which coins can I mine?`,
        words: (
          <p>
            <Trans>
              BTC, LTC, ZEC and XMR. ETH and XRP cannot be mined; their plans mine BTC and pay out converted at the
              day's rate.
            </Trans>
          </p>
        ),
      },
      {
        id: 'worth-it',
        title: msg`Is it worth it?`,
        words: (
          <p>
            <Trans>
              Often not. Your statement shows what you would have had by just holding the coin, so that you can see for
              yourself.
            </Trans>
          </p>
        ),
      },
      {
        id: 'custom-plan',
        title: msg`Can I choose my own amount?`,
        words: (
          <p>
            <Trans>
              Yes, with the plan called Custom. The form begins at 300; the hash rate follows from the amount.
            </Trans>
          </p>
        ),
      },
    ],
  },
  {
    id: 'yield',
    title: msg`Yield farming`,
    at: path('yieldFaqs'),
    answers: [
      {
        id: 'locked',
        title: msg`How long is a deposit locked?`,
        words: (
          <p>
            <Trans>From 7 to 730 days, as you choose. 30 is where the form begins.</Trans>
          </p>
        ),
      },
      {
        id: 'compounding',
        title: msg`Does interest compound?`,
        words: (
          <p>
            <Trans>No. It is simple interest, paid weekly in arrears.</Trans>
          </p>
        ),
      },
      {
        id: 'lever',
        title: msg`What does the lever cost?`,
        words: (
          <p>
            <Trans>
              Interest on what it borrows, and risk: losses are multiplied like gains. The form shows the table before
              you start.
            </Trans>
          </p>
        ),
      },
      {
        id: 'liquidation',
        title: msg`When is a contract closed for me?`,
        words: (
          <p>
            <Trans>
              When what is left of your deposit no longer covers the loan by the stated margin. The price at which that
              happens is shown, and the published price record decides.
            </Trans>
          </p>
        ),
      },
      {
        id: 'rate-change',
        title: msg`Can the rate change while I am in?`,
        words: (
          <p>
            <Trans>
              We can announce another weekly rate, which counts from the next Monday. The minimum that your contract
              promised stays.
            </Trans>
          </p>
        ),
      },
    ],
  },
]

/**
 * The three groups of the FAQ, in the page's language. Source: docs/spec/product.md section 2, "FAQ"; constants of
 * section 9.
 */
export const faqGroups = (): FaqGroup[] =>
  groups.map(({ title, answers, ...group }) => ({
    ...group,
    title: i18n._(title),
    answers: answers.map((answer) => ({ ...answer, title: i18n._(answer.title) })),
  }))
