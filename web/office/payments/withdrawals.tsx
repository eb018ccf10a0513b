import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { CallOutput } from '../../data/call.ts'
import { live } from '../../data/live.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { hiddenAmountText, useAmountsHidden } from '../../ui/text/amounts.tsx'
import { groupDigits } from '../../ui/text/number-text.ts'
import { Loading } from '../../ui/page-state.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { officeMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { AddressBook } from './address-book.tsx'
import { Bonus } from './bonus.tsx'
import { PayoutDocument } from './payout-document.tsx'
import { WithdrawalForm } from './withdrawal-form.tsx'
import { WithdrawalList } from './withdrawal-list.tsx'
import classes from './withdrawals.module.css'

export const meta = officeMeta(() => t`Withdrawals`)

/**
 * Shows the withdrawal form, past withdrawals and the address book. Source: docs/spec/product.md section 2,
 * /office/withdrawals.
 */
export default function Withdrawals() {
  const [query, setQuery] = useSearchParams()
  const terms = useCall('withdrawals.terms', {})
  const shownDocument = query.get('document')
  useEffect(() => live.hold(), [])
  return (
    <Page
      title={t`Withdrawals`}
      words={
        <Trans>
          Practice withdrawals. We send coins on test networks. PayPal and bank payouts are simulated and come with a
          document.
        </Trans>
      }
    >
      <div className={classes.columns}>
        <Panel title={t({ message: 'Withdraw', context: 'action' })} id="request">
          {!terms.data && (
            <div className={terms.isPending ? classes.formPlace : undefined}>
              <Unanswered query={terms} lines={6} />
            </div>
          )}
          {terms.data?.frozen && (
            <p className={classes.notice}>
              <Trans>Your account is frozen. You can’t withdraw until it’s unfrozen.</Trans>
            </p>
          )}
          {terms.data && <WithdrawalForm terms={terms.data} />}
        </Panel>
        <Panel title={t`Before you withdraw`}>
          {terms.isPending && <Loading lines={9} />}
          {terms.data && <Terms terms={terms.data} />}
        </Panel>
      </div>
      <div className={classes.columns}>
        <Panel title={t`Your withdrawals`} id="requested">
          <WithdrawalList onDocument={(id) => setQuery({ document: id })} />
        </Panel>
        <div className={classes.column}>
          <Panel title={t`Bonus`} id="bonus">
            <Bonus />
          </Panel>
          <Panel title={t`Address book`}>
            <AddressBook />
          </Panel>
        </div>
      </div>
      {shownDocument && <PayoutDocument id={shownDocument} onClose={() => setQuery({})} />}
    </Page>
  )
}

/** The terms of withdrawals, with the customer's own limit. */
function Terms({
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
          Completed within {businessDays} business days. See{' '}
          <Link to={path('payouts')}>how long it actually takes</Link>.
        </Trans>
      </li>
      <li>
        <Trans>
          You can withdraw up to the equivalent of {most} in 24 hours, and have {left} left. For larger amounts, email
          support.
        </Trans>
      </li>
      <li>
        <Trans>
          You can use a new address after {coolingHours} hours. The wait gives you time to react if someone else gets
          into your account.
        </Trans>
      </li>
      <li>
        <Trans>We pay out principal first, then interest.</Trans>
      </li>
      <li>
        <Trans>You can cancel a withdrawal while it’s pending.</Trans>
      </li>
      <li>
        <Trans>
          An operator approves each withdrawal. If we refuse one, you’ll see which published reason applies.
        </Trans>
      </li>
    </ul>
  )
}
