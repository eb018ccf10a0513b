import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { i18n } from '#i18n'
import { currentVersion } from '../../../api/legal-documents.ts'
import { path } from '../../paths.ts'
import { Article, Clauses, useInstallation } from '../article.tsx'
import { ClauseTools } from './clause-tools.tsx'
import { EnglishOriginal } from '../english-original.tsx'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import { explained } from '../transparency/anchors.ts'
import type { Route } from './+types/terms'
import { longDayText } from '../../language/formats.ts'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(t`Terms of Service`, t`The terms under which this practice platform is used.`)(args)
export const headers = pageHeaders

const links = () => [
  { label: t`Privacy Policy`, to: path('privacy') },
  { label: t`Contact Us`, to: path('contact') },
]

const clauses = [
  {
    id: 'practice',
    title: msg`Practice only`,
    words: (
      <p>
        <Trans>
          All balances are play money or test coins. They have no value, cannot be bought and cannot be turned into
          money. Nothing here is an investment service, an offer or advice. The software refuses to run on a mainnet.
        </Trans>
      </p>
    ),
  },
  {
    id: 'who',
    title: msg`Who may use it`,
    words: (
      <p>
        <Trans>
          You must be 18 or older and confirm this when you sign up. The information you give us about yourself must be
          accurate. Each person may have one account. A time-out, a self-exclusion and our reviews apply to the person,
          even after an account is closed.
        </Trans>
      </p>
    ),
  },
  {
    id: 'account',
    title: msg`Your account`,
    words: (
      <p>
        <Trans>
          Keep your password and your second factor to yourself. You are responsible for everything that is done with
          them. At any time you can freeze your account, see every session and sign-in, download all data about you, and
          close the account.
        </Trans>
      </p>
    ),
  },
  {
    id: 'trades',
    title: msg`How trades are decided`,
    words: (
      <p>
        <Trans>
          Only the published prices decide a trade: the first one after we accept your order is compared with the last
          one at or before the expiry. If they are equal, you get your stake back. If no price is within the published
          tolerance, the trade is void and you get your stake back. Nobody can set a result, not even the operator. We
          show the payout, the break-even rate and the expected value before each order and store them with it.
        </Trans>
      </p>
    ),
  },
  {
    id: 'risk',
    title: msg`Risk`,
    words: (
      <p>
        <Trans>
          You may lose money with short-term trading, leverage and mining contracts. The{' '}
          <Link to={explained('figures#losing')}>share of customers who lost</Link> is measured and published. Nothing
          protects you from losses, even of play money.
        </Trans>
      </p>
    ),
  },
  {
    id: 'deposits',
    title: msg`Deposits`,
    words: (
      <p>
        <Trans>
          You make deposits in test bitcoin and test ether to an address that is only yours. We hold the quoted rate for
          15 minutes and credit later payments at the rate when they are confirmed. We credit everything that arrives in
          full, even if it is more or less than the quoted amount. Never send mainnet coins: they would be lost.
        </Trans>
      </p>
    ),
  },
  {
    id: 'withdrawals',
    title: msg`Withdrawals`,
    words: (
      <>
        <p>
          <Trans>
            Withdrawals require an identity check and take up to 3 business days. You can cancel a withdrawal until it
            is approved. We may delay or refuse it for insufficient funds, inaccurate information or suspected financial
            crime, or because the destination cannot receive it, and we show you the reason. A new address in your
            address book has a waiting time. A partial withdrawal takes principal first, then interest.
          </Trans>
        </p>
        <p>
          <Trans>
            The maximum in 24 hours is the equivalent of 20,000 US dollars. For larger requests, write to{' '}
            <SupportMail />. The actual processing times are published with the{' '}
            <Link to={path('payouts')}>payouts</Link>.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'identity',
    title: msg`Identity checks`,
    words: (
      <p>
        <Trans>
          You need an identity check to withdraw, but not to sign up, deposit or trade. We store documents encrypted and
          delete them after the decision. Only an operator who gives a reason can open them, and you can read that
          reason.
        </Trans>
      </p>
    ),
  },
  {
    id: 'mining',
    title: msg`Mining contracts`,
    words: (
      <p>
        <Trans>
          The output follows the published formula. You receive the first output 48 hours after the purchase, then one a
          day for 365 days. The pool and its datacenters are simulated.
        </Trans>
      </p>
    ),
  },
  {
    id: 'yield',
    title: msg`Yield contracts`,
    words: (
      <p>
        <Trans>
          Interest is simple, does not compound, and is paid at the end of each week. The rate is announced weekly and
          never falls below the minimum promised for a running contract. We release a deposit after the number of days
          that you chose. A leveraged contract is closed if the price record meets the stated rule.
        </Trans>
      </p>
    ),
  },
  {
    id: 'copying',
    title: msg`Copying`,
    words: (
      <p>
        <Trans>
          The software places copies on your behalf within the limits you set. An expert's past results say little about
          future ones.
        </Trans>
      </p>
    ),
  },
  {
    id: 'limits',
    title: msg`Your own limits`,
    words: (
      <p>
        <Trans>
          You can limit deposits, stakes, losses and time, take a time-out, or exclude yourself. A stricter limit
          applies immediately; a looser one after 24 hours. You can't end an exclusion early.
        </Trans>
      </p>
    ),
  },
  {
    id: 'affiliates',
    title: msg`Affiliates`,
    words: (
      <p>
        <Trans>
          Every customer may refer others and earns 10%, 5% and 1% of confirmed deposits over three levels, in play
          money, never on losses. People you refer can see who earns from them and how much, and you can see the people
          you refer directly, in both cases by first name and initial. Shares are rounded down to the cent and paid as
          ledger transfers when a deposit is confirmed. If a deposit is reversed, its shares are reversed too. You can't
          refer yourself.
        </Trans>
      </p>
    ),
  },
  {
    id: 'mistakes',
    title: msg`Statements and mistakes`,
    words: (
      <p>
        <Trans>
          If your statement has an error, raise a claim on the contact page within 14 calendar days. We correct it with
          a transfer that a second operator approves and whose reason you can see. We never edit a balance.
        </Trans>
      </p>
    ),
  },
  {
    id: 'conduct',
    title: msg`What is not allowed`,
    words: (
      <p>
        <Trans>
          You may not have several accounts, use other people's documents, or attack the service or its users. You are
          welcome to test the software for weaknesses on your own installation.
        </Trans>
      </p>
    ),
  },
  {
    id: 'ending',
    title: msg`Ending`,
    words: (
      <p>
        <Trans>
          You can close your account when nothing is pending and we are not reviewing it. The operator may freeze an
          account for a stated reason, and announces the end of the service on these pages in advance.
        </Trans>
      </p>
    ),
  },
  {
    id: 'changes',
    title: msg`Changes to these terms`,
    words: (
      <p>
        <Trans>
          Each change gets a new date on this page. The office shows you what changed and asks you to accept it. Until
          you do, the terms that you accepted before apply to you. We store which version you accepted, and when.
        </Trans>
      </p>
    ),
  },
]

function SupportMail() {
  const { supportEmail } = useInstallation()
  return <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
}

export default function Terms() {
  const { operator } = useInstallation()
  const day = longDayText(currentVersion('terms', operator))
  return (
    <Article title={t`Terms of Service`} lead={t`Last revised ${day}.`} links={links()}>
      <EnglishOriginal document="terms" />
      <ClauseTools />
      <Clauses clauses={clauses.map((clause) => ({ ...clause, title: i18n._(clause.title) }))} level={2} />
    </Article>
  )
}
