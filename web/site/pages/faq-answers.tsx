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
              You can lose practice money, and over time most people do: a winning trade earns less than a losing one
              costs. Real money is never involved. The measured share of people who lose is{' '}
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
              Two published prices decide it: the first after your order is accepted, and the last at or before expiry.
              BUY wins when the second is higher, SELL when it is lower. Equal prices return your stake. If no price
              arrives in time, the trade is void and your stake is returned. Every settled trade has a receipt that you
              can verify independently.
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
              Strategy accounts that trade here under published rules with their own play money. They are simulated and
              never counted as customers. Their figures come from all their recorded trades, including losses.
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
              At least 10, and at least a tenth of your account must stay available. A fixed stake is easier to
              understand than an amount proportional to the expert’s account.
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
              No new trades are copied. Open copies run to expiry, because nobody can change a trade once it is placed.
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
              A share of your profit, and only when your copied result reaches a new high. Both of you can see the
              transfer that pays it.
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
              No. The pool and its two datacenters are simulated and labelled as such. The formula is real and uses
              difficulty and subsidy from stated sources. Estimates are labelled.
            </Trans>
          </p>
        ),
      },
      {
        id: 'first-output',
        title: msg`When is the first output?`,
        words: (
          <p>
            <Trans>48 hours after the purchase, and then every day.</Trans>
          </p>
        ),
      },
      {
        id: 'mined-coins',
        title: msg`Which coins can I mine?`,
        words: (
          <p>
            <Trans>
              BTC, LTC, ZEC and XMR. ETH and XRP cannot be mined; their plans mine BTC and convert the output at the
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
              Often not. Your statement shows what you would have if you had just bought the coin, so that you can see
              for yourself.
            </Trans>
          </p>
        ),
      },
      {
        id: 'custom-plan',
        title: msg`Can I choose my own amount?`,
        words: (
          <p>
            <Trans>Yes, with the Custom plan. The default is 300, and the amount determines the hash rate.</Trans>
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
            <Trans>You can choose any term from 7 to 730 days. The default is 30.</Trans>
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
        id: 'leverage',
        title: msg`What does leverage cost?`,
        words: (
          <p>
            <Trans>
              You pay interest on the loan and take more risk: leverage multiplies losses as well as gains. The form
              shows a table before you start.
            </Trans>
          </p>
        ),
      },
      {
        id: 'liquidation',
        title: msg`When is my contract liquidated?`,
        words: (
          <p>
            <Trans>
              When your remaining deposit no longer covers the loan by the stated margin. We show the liquidation price
              in advance and liquidate only on published prices.
            </Trans>
          </p>
        ),
      },
      {
        id: 'rate-change',
        title: msg`Can the rate change during my contract?`,
        words: (
          <p>
            <Trans>
              Yes. We can announce a new weekly rate, which applies from the next Monday. It never falls below your
              contract’s promised minimum.
            </Trans>
          </p>
        ),
      },
    ],
  },
]

/**
 * Returns the three groups of the FAQ in the page's language. Source: docs/spec/product.md section 2, "FAQ", and the
 * constants in section 9.
 */
export const faqGroups = (): FaqGroup[] =>
  groups.map(({ title, answers, ...group }) => ({
    ...group,
    title: i18n._(title),
    answers: answers.map((answer) => ({ ...answer, title: i18n._(answer.title) })),
  }))
