import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { i18n } from '#i18n'
import { currentVersion } from '../../../contract/legal-documents.ts'
import { path } from '../../paths.ts'
import { Article, Clauses, dayInWords, useInstallation } from '../article.tsx'
import { EnglishOriginal } from '../english-original.tsx'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import { explained } from '../transparency/anchors.ts'
import type { Route } from './+types/terms'

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
          money. Nothing here is an investment service, an offer or advice. The software refuses to run on a main
          network.
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
          You must be 18 or older and declare it when you sign up. What you tell us about yourself must be accurate. One
          account per person: a time-out, a self-exclusion and our reviews apply to the person, also after an account is
          closed.
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
          Keep your password and your second factor to yourself; what is done with them counts as done by you. You can
          freeze your account at any moment, see every session and sign-in, take out all that is kept about you, and
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
          A trade is decided by the published prices alone: the first after your order was accepted against the last at
          or before its time is up. Equal prices return the stake. Without a price in the published tolerance the trade
          is void and the stake returns. Nobody, the operator included, can set a result. Payout, break-even and the
          expected value are shown before each order and stored with it.
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
          <Link to={explained('figures#losing')}>share of customers who lost</Link> is measured and published. There is
          no guarantee against loss, for play money either.
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
          Deposits are made in test bitcoin and test ether to an address of your own. The quoted rate is held for 15
          minutes; what arrives later is credited at the rate of its confirmation. What arrives is credited in full,
          more or less than quoted. Never send coins of a main network: they would be lost.
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
            Withdrawals need an identity check and take up to 3 business days. Until a withdrawal is approved you may
            cancel it. It may be delayed or refused for insufficient funds, inaccurate information or suspected
            financial crime, or because the destination cannot receive it, and you are shown the reason. A new address
            in your address book has a waiting time. A partial withdrawal takes principal first, then interest.
          </Trans>
        </p>
        <p>
          <Trans>
            The most in 24 hours is the equivalent of 20,000 US dollars. For larger requests write to <SupportMail />.
            How long withdrawals really took is published with the <Link to={path('payouts')}>payouts</Link>.
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
          Signing up, depositing and trading need none; withdrawing does. Documents are stored encrypted, opened only by
          an operator who gives a reason that you can read, and deleted after the decision.
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
          The output follows the published formula. The first is released 48 hours after the purchase, then daily, for
          365 days. The pool and its datacenters are simulated.
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
          Interest is simple, paid weekly in arrears, and does not compound. The rate is announced weekly and never
          falls below a running contract's promised minimum. A deposit is released at its start plus the days you chose.
          A leveraged contract is closed by the stated rule when the price record demands it.
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
          Copies are placed by the software on your behalf within the limits you set. Past results of an expert say
          little about the next ones.
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
          You can limit deposits, stakes, losses and time, take a time-out, or exclude yourself. Tightening counts at
          once; loosening takes 24 hours. An exclusion cannot be taken back before its end.
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
          Every customer may refer others and earns 10 %, 5 % and 1 % of confirmed deposits over three levels, in play
          money, never on losses. Whoever was referred can see who earns from it and how much, and who referred somebody
          directly sees that person, both by first name and initial. Shares are rounded down to the cent and paid when a
          deposit is confirmed, as transfers of the ledger; they go back with a deposit that is reversed. Referring
          yourself does not count.
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
          If your statement has an error, raise a claim on the contact page within 14 calendar days. Corrections are
          transfers with a reason that you can see, approved by a second operator; no balance is ever edited.
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
          Several accounts of one person, other people's documents, attacks on the service or its users. Testing the
          software for weaknesses is welcome on an installation of your own.
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
          You may close your account whenever nothing is under way and we are not reviewing it. The operator may freeze
          an account for a stated reason, and announces the end of the service on these pages beforehand.
        </Trans>
      </p>
    ),
  },
  {
    id: 'changes',
    title: msg`Changes of these terms`,
    words: (
      <p>
        <Trans>
          A change gets a new date here. The office shows you what changed and asks you to accept it. Until you do, the
          terms you accepted before count for you. We keep which version you accepted, and when.
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
  const day = dayInWords(currentVersion('terms', operator))
  return (
    <Article title={t`Terms of Service`} lead={t`Last revised ${day}.`} links={links()}>
      <EnglishOriginal document="terms" />
      <Clauses clauses={clauses.map((clause) => ({ ...clause, title: i18n._(clause.title) }))} level={2} />
    </Article>
  )
}
