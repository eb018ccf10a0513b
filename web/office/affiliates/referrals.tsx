import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Link } from 'react-router'
import { path } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/text/money.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { Time } from '../../language/time.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { DownloadList } from '../download-list.tsx'
import classes from './affiliates.module.css'

const pageSize = 20
type Referral = CallOutput<'affiliate.referrals'>[number]

const statusWords = (): Record<Referral['status'], string> => ({
  none: t`No deposit yet`,
  confirmed: t`Deposit confirmed`,
  waiting: t`Deposit confirmed, commission awaiting an exchange rate`,
  reversed: t`Deposit reversed`,
})

/** Lists the people the customer referred, newest first, with the status of their deposits. */
export function Referrals() {
  const [page, setPage] = useState(1)
  const referrals = useCall('affiliate.referrals', { p: page })
  if (!referrals.isSuccess) return <Unanswered query={referrals} lines={4} label={t`Loading your referrals`} />
  if (referrals.data.length === 0 && page === 1) {
    return (
      <Empty
        title={t`No referrals yet`}
        icon="people"
        action={
          <Button component={Link} variant="default" to={path('affiliates', { anchor: 'link' })}>
            <Trans>Get your link</Trans>
          </Button>
        }
      >
        <Trans>People who register with your link appear here.</Trans>
      </Empty>
    )
  }
  return (
    <>
      <ul className={classes.list}>
        {referrals.data.map(({ id, level, name, since, status, deposits, commission, cur }) => (
          <li key={id}>
            <span>
              <strong>{name ?? t`Invited by someone you referred`}</strong>
              <span className={classes.small}>
                <Trans>
                  Level {level}, registered <Time at={new Date(since).toISOString()} />
                </Trans>
              </span>
            </span>
            <span className={classes.right}>
              <Money amount={commission} unit={cur} />
              <span className={classes.small}>
                {statusWords()[status]}
                {deposits > 1 && ` (${deposits})`}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <Pager page={page} isLast={referrals.data.length < pageSize} onPage={setPage} label={t`Referral pages`} />
      <DownloadList list="affiliates" />
    </>
  )
}
