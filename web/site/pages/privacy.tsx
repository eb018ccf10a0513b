import { msg, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { messageKeptDays } from '../../../contract/message-states.ts'
import { currentLanguage, i18n } from '#i18n'
import { sourceLanguage } from '../../language/languages.ts'
import { currentVersion } from '../../../contract/legal-documents.ts'
import { path } from '../../paths.ts'
import { Article, Clauses, dayInWords, useInstallation } from '../article.tsx'
import { EnglishOriginal } from '../english-original.tsx'
import { pageHeaders, pageMeta } from '../page-meta.ts'
import type { Route } from './+types/privacy'

export const meta = (args: Route.MetaArgs) =>
  pageMeta(t`Privacy Policy`, t`What this practice platform keeps of you, why, for how long, and who sees it.`)(args)
export const headers = pageHeaders

const links = () => [
  { label: t`Terms Of Service`, to: path('terms') },
  { label: t`Contact Us`, to: path('contact') },
]

/** In English April 30th, 2020: the form in which docs/spec/product.md section 2 gives the date. */
function revised(day: string): string {
  if (currentLanguage() !== sourceLanguage) return dayInWords(day)
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const name = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1, date),
  )
  const suffix =
    date % 10 === 1 && date !== 11
      ? 'st'
      : date % 10 === 2 && date !== 12
        ? 'nd'
        : date % 10 === 3 && date !== 13
          ? 'rd'
          : 'th'
  return `${name} ${date}${suffix}, ${year}`
}

const clauses = [
  {
    id: 'collected',
    title: msg`What we collect`,
    words: (
      <>
        <p>
          <Trans>
            What you give: name, e-mail address, phone number, country, currency and language when you register; a photo
            if you want one; where withdrawals go: wallet addresses, a PayPal address or bank details; receipts of
            payment that you upload; reviews; messages you send us.
          </Trans>
        </p>
        <p>
          <Trans>
            What arises: your trades, contracts and transfers of practice money, sessions and sign-ins with the
            browser's name and a shortened network address.
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
          Only if you want to withdraw. Pictures are drawn anew without hidden data, stored encrypted, opened only by an
          operator who names a reason that you can read in your profile, and deleted some weeks after the decision.
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
          One, and only when you choose a language: it remembers the choice for a year. These pages measure nothing
          about you and make no request to anyone but this server. Kept in your browser: the session secret while you
          are signed in; your choice of light or dark, and whether amounts are hidden; what you set on the trading
          screen, and your drawings on its charts; the announcements you closed; the commands you chose last; for 30
          days the code of whoever referred you; and, so that pages open faster and something shows without a network,
          the program files of this site and its offline page.
        </Trans>
      </p>
    ),
  },
  {
    id: 'advertising',
    title: msg`Advertising identifiers`,
    words: (
      <p>
        <Trans>None are read, made or passed on. There is no advertising here.</Trans>
      </p>
    ),
  },
  {
    id: 'use',
    title: msg`What it is used for`,
    words: (
      <p>
        <Trans>
          To run your account, to mail you codes and notices about it, to keep others out of it, and to compute the
          public figures, in which nobody can be told apart.
        </Trans>
      </p>
    ),
  },
  {
    id: 'sharing',
    title: msg`Who else sees it`,
    words: (
      <p>
        <Trans>
          The operator of this installation, by role, with every look at personal data written into a log. Mails go
          through the operator's mail server, and files, encrypted, to the operator's file store. Nothing is sold or
          passed on. What goes to a test chain is public there: the addresses and amounts of your deposits and
          withdrawals.
        </Trans>
      </p>
    ),
  },
  {
    id: 'retention',
    title: msg`How long it is kept`,
    words: <Retention />,
  },
  {
    id: 'protection',
    title: msg`How it is protected`,
    words: (
      <p>
        <Trans>
          What shows who you are is encrypted in the database. Passwords, codes and session secrets are kept as hashes
          only.
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
          Take out everything that is kept about you as one file, freeze the account, close it: your profile and its
          security page do that without asking anybody. Change your name, phone number and email address in your
          profile. A name that was checked against a document, and anything else, the operator corrects:{' '}
          <Mail to="supportEmail" />.
        </Trans>
      </p>
    ),
  },
  {
    id: 'contact',
    title: msg`Whom to ask`,
    words: (
      <p>
        <Trans>
          <Mail to="supportEmail" /> for anything about your account, <Mail to="infoEmail" /> for anything about this
          policy.
        </Trans>
      </p>
    ),
  },
]

/**
 * What is erased, when, and what stays: as server/identity/security/close-account.ts and the jobs of payments and
 * operators do it.
 */
function Retention() {
  return (
    <>
      <p>
        <Trans>
          With an account: as long as it exists. When you close it, name, e-mail address, phone number and country are
          overwritten, and your address book, where your withdrawals went, sign-ins, sessions, keys and the operator's
          notes are erased, so that nobody can read them again. The files of your photo, identity documents and receipts
          of payment are deleted within two nights.
        </Trans>
      </p>
      <p>
        <Trans>
          To recognise you when you come back, keyed hashes stay: of each e-mail address that the account had, and of
          each phone number with the name. Nobody can read them back. A time-out or self-exclusion continues on your
          next account until it ends. An operator's flag, and the operator's notes with it, stay until the operator
          removes the flag, at most five years. For two years we also remember that you were given the practice money.
          After that the hashes are deleted. You can't close the account while we review it.
        </Trans>
      </p>
      <p>
        <Trans>
          What stays, under a number: transfers, because a ledger that forgets proves nothing; trades, contracts,
          deposits and withdrawals with their amounts and times; the log of what operators did; reviews, without your
          name. What went to a test chain stays public there, and the link to its transaction stays here. Back-ups made
          before still hold the rest until the operator deletes them.
        </Trans>
      </p>
      <p>
        <Trans>
          Messages of the contact page, with an account or without: your name, e-mail address, subject, text and the
          answer are erased <Plural value={messageKeptDays} one="# day" other="# days" /> after the message was answered
          or closed. That there was one, and when, stays.
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
  const day = revised(currentVersion('privacy', operator))
  return (
    <Article title={t`Privacy Policy`} lead={t`Last revised ${day}.`} links={links()}>
      <EnglishOriginal document="privacy" />
      <Clauses clauses={clauses.map((clause) => ({ ...clause, title: i18n._(clause.title) }))} level={2} />
    </Article>
  )
}
