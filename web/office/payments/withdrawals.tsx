import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type CallOutput, errorText } from '../../data/call.ts'
import { live } from '../../data/live.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import type { MetaArgs } from '../../site/page-meta.ts'
import { hiddenAmountText, useAmountsHidden } from '../../ui/amounts.tsx'
import { groupDigits } from '../../ui/number-text.ts'
import { Failed, Loading } from '../../ui/page-state.tsx'
import { DownloadList } from '../download-list.tsx'
import { OfficePage, officeMeta, Panel } from '../page.tsx'
import { AddressBook } from './address-book.tsx'
import { Bonus } from './bonus.tsx'
import { PayoutDocument } from './payout-document.tsx'
import { WithdrawalForm } from './withdrawal-form.tsx'
import { WithdrawalList } from './withdrawal-list.tsx'
import classes from './withdrawals.module.css'

export const meta = (args: MetaArgs) => officeMeta(t`Withdrawals`)(args)

/** Asking for a withdrawal, what became of those before, and the address book. Source: product.md section 2, /office/withdrawals. */
export default function Withdrawals() {
  const [query, setQuery] = useSearchParams()
  const terms = useCall('withdrawals.terms', {})
  const shownDocument = query.get('document')
  useEffect(() => live.hold(), [])
  return (
    <OfficePage
      title={t`Withdrawals`}
      words={t`Practice withdrawals. Coins go out on test networks; PayPal and Bank are simulated payouts with a document.`}
    >
      <div className={classes.columns}>
        <Panel title={t`Ask for a withdrawal`}>
          {terms.isPending && <Loading lines={6} />}
          {terms.isError && <Failed message={errorText(terms.error)} onRetry={() => terms.refetch()} />}
          {terms.data && !terms.data.verified && (
            <p className={classes.notice}>
              <Trans>
                Withdrawals are for verified customers. <Link to={path('profile')}>Verify your identity</Link> first;
                trading needs none.
              </Trans>
            </p>
          )}
          {terms.data?.frozen && (
            <p className={classes.notice}>
              <Trans>Your account is frozen. Nothing leaves it until it is released.</Trans>
            </p>
          )}
          {terms.data && <WithdrawalForm terms={terms.data} />}
        </Panel>
        <Panel title={t`How it goes`}>{terms.data && <Facts terms={terms.data} />}</Panel>
      </div>
      <Panel title={t`Bonus`} id="bonus">
        <Bonus />
      </Panel>
      <Panel title={t`Your withdrawals`}>
        <DownloadList list="withdrawals" />
        <WithdrawalList onDocument={(id) => setQuery({ document: id })} />
      </Panel>
      <Panel title={t`Address book`}>
        <AddressBook />
      </Panel>
      {shownDocument && <PayoutDocument id={shownDocument} onClose={() => setQuery({})} />}
    </OfficePage>
  )
}

function Facts({
  terms: { businessDays, dailyLimit, dailyLeft, coolingHours },
}: {
  terms: CallOutput<'withdrawals.terms'>
}) {
  const most = `$${groupDigits(dailyLimit.replace(/\.00$/, ''))}`
  const left = useAmountsHidden() ? hiddenAmountText : `$${groupDigits(dailyLeft)}`
  return (
    <ul className={classes.facts}>
      <li>
        <Trans>
          Done within {businessDays} business days. <Link to={path('payouts')}>How long it really takes</Link> is
          measured.
        </Trans>
      </li>
      <li>
        <Trans>
          At most the equivalent of {most} in 24 hours; {left} of it are left. Larger amounts go by e-mail to support.
        </Trans>
      </li>
      <li>
        <Trans>
          A new address waits {coolingHours} hours before it can be used, so that nobody else can empty the account
          unseen.
        </Trans>
      </li>
      <li>
        <Trans>Principal is paid out first, then what it has earned.</Trans>
      </li>
      <li>
        <Trans>You may take a withdrawal back while it is pending.</Trans>
      </li>
      <li>
        <Trans>An operator approves each one. A refusal has one of the published reasons, and you see it.</Trans>
      </li>
    </ul>
  )
}
