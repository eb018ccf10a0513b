import { msg, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { messageKeptDays } from '../../../api/message-retention.ts'
import { i18n } from '#i18n'
import { currentVersion } from '../../../api/legal-documents.ts'
import { path } from '../../paths.ts'
import { Article, Clauses, useInstallation } from '../article.tsx'
import { ClauseTools } from './clause-tools.tsx'
import { EnglishOriginal } from '../english-original.tsx'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import type { Route } from './+types/privacy'
import { longDayText } from '../../language/formats.ts'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(
    t`Privacy Policy`,
    t`What data this practice platform keeps about you, why, for how long, and who sees it.`,
  )(args)
export const headers = pageHeaders

const links = () => [
  { label: t`Terms Of Service`, to: path('terms') },
  { label: t`Contact Us`, to: path('contact') },
]

const clauses = [
  {
    id: 'collected',
    title: msg`What we collect`,
    words: (
      <>
        <p>
          <Trans>
            Data that you give us: your name, email address, phone number, country, currency and language when you
            register; a photo, if you want one; the destinations of withdrawals, which are wallet addresses, a PayPal
            address or bank details; payment receipts that you upload; reviews; and messages that you send us.
          </Trans>
        </p>
        <p>
          <Trans>
            Data from your use: your trades, contracts and transfers of practice money, and your sessions and sign-ins
            with the browser's name and a shortened IP address.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'identity',
    title: msg`Identity documents`,
    words: (
      <p>
        <Trans>
          We need them only if you want to withdraw. We re-encode the pictures without hidden data, store them
          encrypted, and delete them a few weeks after the decision. Only an operator who gives a reason can open them,
          and you can read that reason in your profile.
        </Trans>
      </p>
    ),
  },
  {
    id: 'cookies',
    title: msg`Cookies and analytics`,
    words: (
      <p>
        <Trans>
          We set cookies only when you choose a language or sign in. One stores your language for a year. While you are
          signed in, three more let the server show your pages with your data: the session secret, your time zone, and
          whether amounts are hidden. They expire when you close the browser. The secret also expires when you sign out.
          These pages don’t track you, and they send requests only to this server. Your browser also stores the session
          secret while you are signed in; your theme, and whether amounts are hidden; your trading screen settings and
          chart drawings; the announcements that you closed; your most recent commands; the code of the person who
          referred you, for 30 days; and this site’s program files and its offline page, so that pages load faster and
          something appears without a network connection.
        </Trans>
      </p>
    ),
  },
  {
    id: 'advertising',
    title: msg`Advertising identifiers`,
    words: (
      <p>
        <Trans>We don't read, create or share any. This site has no advertising.</Trans>
      </p>
    ),
  },
  {
    id: 'use',
    title: msg`What we use your data for`,
    words: (
      <p>
        <Trans>
          We use your data to run your account, to email you codes and notices about it, to keep others out of it, and
          to compute the public figures, which identify nobody.
        </Trans>
      </p>
    ),
  },
  {
    id: 'sharing',
    title: msg`Who else can see your data`,
    words: (
      <p>
        <Trans>
          The operator's staff can see it as far as their role allows, and every access to personal data is logged.
          Emails go through the operator's mail server, and encrypted files to the operator's file store. We don't sell
          or share your data. The addresses and amounts of your deposits and withdrawals are public on the test chains.
        </Trans>
      </p>
    ),
  },
  {
    id: 'retention',
    title: msg`How long we keep your data`,
    words: <Retention />,
  },
  {
    id: 'protection',
    title: msg`How we protect your data`,
    words: (
      <p>
        <Trans>
          Data that identifies you is encrypted in the database. We store passwords, codes and session secrets only as
          hashes.
        </Trans>
      </p>
    ),
  },
  {
    id: 'rights',
    title: msg`What you can do`,
    words: (
      <p>
        <Trans>
          Download all data about you as one file, freeze the account, or close it: your profile and your security page
          let you do this without asking anyone. You can change your name, phone number and email address in your
          profile. To correct a name that we checked against a document, or any other data, write to the operator:{' '}
          <Mail to="supportEmail" />.
        </Trans>
      </p>
    ),
  },
  {
    id: 'contact',
    title: msg`Contact`,
    words: (
      <p>
        <Trans>
          <Mail to="supportEmail" /> for questions about your account, <Mail to="infoEmail" /> for questions about this
          policy.
        </Trans>
      </p>
    ),
  },
]

/**
 * What is erased, when, and what stays. Describes what server/identity/security/close-account.ts and the jobs of
 * payments and operators do.
 */
function Retention() {
  return (
    <>
      <p>
        <Trans>
          We keep your data while your account exists. When you close it, we overwrite your name, email address, phone
          number and country, and erase your address book, the destinations of your withdrawals, your sign-ins, sessions
          and API keys, and the operator's notes, so that nobody can read them again. The files of your photo, identity
          documents and payment receipts are deleted within two nights.
        </Trans>
      </p>
      <p>
        <Trans>
          To recognise you if you return, we keep keyed hashes of each email address that the account had, and of each
          phone number with the name. Nobody can turn them back into the data. A time-out or self-exclusion continues on
          your next account until it ends. An operator's flag and its notes stay until the operator removes the flag,
          for five years at most. For two years, we also store that you received the practice money. After that, we
          delete the hashes. You can't close the account while we review it.
        </Trans>
      </p>
      <p>
        <Trans>
          Under a number instead of your name, we keep transfers, because a ledger that forgets proves nothing; trades,
          contracts, deposits and withdrawals with their amounts and times; the log of operators' actions; and reviews.
          Transactions on a test chain stay public there, and we keep the link to them. Earlier backups contain the
          other data until the operator deletes them.
        </Trans>
      </p>
      <p>
        <Trans>
          Messages from the contact page, with or without an account: your name, email address, subject, text and the
          reply are erased <Plural value={messageKeptDays} one="# day" other="# days" /> after the message was answered
          or closed. We keep only that there was a message, and when.
        </Trans>
      </p>
    </>
  )
}

function Mail({ to }: { to: 'supportEmail' | 'infoEmail' }) {
  const address = useInstallation()[to]
  return <a href={`mailto:${address}`}>{address}</a>
}

export default function Privacy() {
  const { operator } = useInstallation()
  const day = longDayText(currentVersion('privacy', operator))
  return (
    <Article title={t`Privacy Policy`} lead={t`Last revised ${day}.`} links={links()}>
      <EnglishOriginal document="privacy" />
      <ClauseTools />
      <Clauses clauses={clauses.map((clause) => ({ ...clause, title: i18n._(clause.title) }))} level={2} />
    </Article>
  )
}
