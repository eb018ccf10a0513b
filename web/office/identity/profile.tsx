import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Link } from 'react-router'
import { path } from '../../paths.ts'
import { Money } from '../../ui/text/money.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { ChangeDetails } from './change-details.tsx'
import { MailsLanguage } from './mails-language.tsx'
import { Time } from '../../language/time.tsx'
import { OtherDevice } from './other-device.tsx'
import { ProfilePhoto } from './profile-photo.tsx'
import { Verification } from './profile-verification.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from './profile.module.css'
import { UpdatePassword } from './update-password.tsx'

export const meta = officeMeta(() => t`Profile`)

export default function Profile() {
  const user = useCall('user', {})
  return (
    <Page title={t`Profile`}>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Panel title={t`Details`}>
            <div className={classes.details}>
              <Unanswered query={user} lines={12} />
              {user.data && <Details user={user.data} />}
            </div>
          </Panel>
          <Panel title={t`Identity`} id="identity">
            <Verification />
          </Panel>
          {user.data?.grant && <Grant grant={user.data.grant} cur={user.data.cur} />}
        </div>
        <div className={classes.column}>
          <Panel title={t`Change your details`} id="details">
            <Unanswered query={user} lines={7} />
            {user.data && <ChangeDetails user={user.data} />}
          </Panel>
          <Panel title={t`Update Password`} id="password">
            <UpdatePassword email={user.data?.email ?? ''} />
          </Panel>
          <Panel title={t`Open on another device`}>
            <OtherDevice />
          </Panel>
        </div>
      </div>
    </Page>
  )
}

function Details({ user }: { user: CallOutput<'user'> }) {
  const rows: [string, string][] = [
    [t`Email`, user.email],
    [t`Phone`, user.phone],
    [t`Country`, user.country],
    [t`Currency`, `${user.currency} (${user.cur})`],
  ]
  return (
    <>
      <ProfilePhoto name={user.name} profilepic={user.profilepic} />
      <Facts layout="rows">
        {rows.map(([term, value]) => (
          <Fact key={term} term={term}>
            <bdi>{value}</bdi>
          </Fact>
        ))}
        <Fact term={t`Trading balance`}>
          <Money amount={user.balance} unit={user.cur} />
        </Fact>
      </Facts>
      <p className={classes.fixed}>
        <Trans>
          You can’t change your country or currency. Your identity documents are checked against the country, and all
          your balances are in the currency.
        </Trans>
      </p>
      <MailsLanguage language={user.language} />
    </>
  )
}

/** Shows the practice grant as a ledger transfer. */
function Grant({ grant, cur }: { grant: NonNullable<CallOutput<'user'>['grant']>; cur: string }) {
  return (
    <Panel title={t`Practice grant`}>
      <p className={classes.words}>
        <Trans>
          The practice money you started with. It is a ledger transfer like any other, from the house to you.
        </Trans>
      </p>
      <Facts layout="rows">
        <Fact term={t`Amount`}>
          <Money amount={grant.amount} unit={cur} />
        </Fact>
        <Fact term={t({ message: 'Booked', context: 'when a transfer was written into the ledger' })}>
          <Time at={grant.at} />
        </Fact>
        <Fact term={t`Ledger transfer`} className={classes.id}>
          <Link to={path('statement', { query: { q: grant.transfer } })}>
            <bdi>{grant.transfer}</bdi>
          </Link>
        </Fact>
      </Facts>
    </Panel>
  )
}
