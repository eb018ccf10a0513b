import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSend } from '../../data/call-form.ts'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { withdrawalActions, type WithdrawalState } from '../../../api/states/withdrawal-states.ts'
import type { WithdrawalRecord } from '../../../api/calls/payments/withdrawals.ts'
import { call } from '../../data/call.ts'
import { useCall, useRefetch } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/text/money.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { dateTimeText } from '../../language/time-text.ts'
import { withdrawalStateNames } from '../../language/api-words.ts'
import { DownloadList } from '../download-list.tsx'
import { cashAccountText, methodText, refundText } from './payment-words.ts'
import { Pager } from '../../ui/lists/pager.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import classes from './withdrawals.module.css'

const pageSize = 20
const tones: Record<WithdrawalState, Tone> = {
  PENDING: 'wait',
  APPROVED: 'wait',
  SENT: 'wait',
  COMPLETED: 'good',
  REFUSED: 'bad',
  CANCELLED: 'plain',
}

/** Lists the customer's withdrawals with their states, newest first. */
export function WithdrawalList({ onDocument }: { onDocument: (id: string) => void }) {
  const [p, setPage] = useState(1)
  const list = useCall('withdrawals', { p })
  if (!list.isSuccess) return <Unanswered query={list} lines={4} />
  if (list.data.length === 0 && p === 1) {
    return (
      <Empty
        title={t`No withdrawals yet`}
        icon="withdraw"
        action={
          <Button component={Link} to={path('withdrawals', { anchor: 'request' })} variant="default">
            <Trans context="action">Withdraw</Trans>
          </Button>
        }
      >
        <Trans>Your withdrawals appear here with their status and, if refused, the reason.</Trans>
      </Empty>
    )
  }
  return (
    <>
      <ul className={classes.list}>
        {list.data.map((one) => (
          <Item key={one.id} withdrawal={one} onDocument={onDocument} />
        ))}
      </ul>
      <Pager page={p} isLast={list.data.length < pageSize} onPage={setPage} />
      <DownloadList list="withdrawals" />
    </>
  )
}

function Item({ withdrawal: w, onDocument }: { withdrawal: WithdrawalRecord; onDocument: (id: string) => void }) {
  const { acct, to } = w
  const account = cashAccountText(acct) ?? refundText(acct) ?? t`${acct} mining`
  const method = methodText(w.method)
  const when = dateTimeText(w.requestedAt)
  return (
    <li className={classes.item}>
      <div className={classes.itemTop}>
        <strong>
          <Money amount={w.amount} unit={w.cur} />
        </strong>
        <Badge tone={tones[w.status]}>{withdrawalStateNames()[w.status]}</Badge>
      </div>
      <p className={classes.quiet}>
        <Trans>
          {account} via {method} to{' '}
          <span className={classes.mono} dir="ltr">
            {w.unreadable ? t`an unreadable address; we’re looking into it` : to}
          </span>
        </Trans>
      </p>
      <p className={classes.quiet}>
        {w.status !== 'REFUSED' && w.status !== 'CANCELLED' && (
          <>
            <Arrives withdrawal={w} />
            {' · '}
          </>
        )}
        <Trans>
          Requested <time dateTime={w.date}>{when}</time>
        </Trans>
      </p>
      <StateLine withdrawal={w} />
      <div className={classes.actions}>
        {w.url && (
          <a href={w.url} {...(/^https?:/.test(w.url) && { rel: 'noreferrer', target: '_blank' })}>
            <Trans>View transaction</Trans>
          </a>
        )}
        {w.hasDocument && (
          <button type="button" className={classes.all} onClick={() => onDocument(w.id)}>
            <Trans>View document</Trans>
          </button>
        )}
        {withdrawalActions.can('cancel', w.status) && <Cancel id={w.id} />}
      </div>
    </li>
  )
}

function Arrives({ withdrawal: w }: { withdrawal: WithdrawalRecord }) {
  const arrived = w.status === 'COMPLETED'
  if (Number(w.fee.amount) === 0) {
    return arrived ? (
      <Trans>
        <Money {...w.arrives} /> arrived
      </Trans>
    ) : (
      <Trans>
        <Money {...w.arrives} /> will arrive
      </Trans>
    )
  }
  return arrived ? (
    <Trans>
      <Money {...w.arrives} /> arrived, network fee <Money {...w.fee} />
    </Trans>
  ) : (
    <Trans>
      <Money {...w.arrives} /> will arrive, network fee <Money {...w.fee} />
    </Trans>
  )
}

function StateLine({ withdrawal: w }: { withdrawal: WithdrawalRecord }) {
  if (w.status === 'REFUSED') return <p className={classes.reason}>{w.reasonWords}</p>
  if (w.status === 'SENT' && w.confirmations && !w.waiting) {
    const { has, needs } = w.confirmations
    return (
      <p>
        <Trans>
          On the network: {has} of {needs} confirmations.
        </Trans>
      </p>
    )
  }
  if (w.status === 'COMPLETED' && w.endedAt) {
    const when = dateTimeText(w.endedAt)
    return (
      <p className={classes.quiet}>
        <Trans>Completed {when}.</Trans>
      </p>
    )
  }
  if (!w.waitingWords) return null
  const when = dateTimeText(w.usableAt || w.promisedBy)
  return (
    <p>
      {w.waitingWords} {w.usableAt ? t`Available ${when}.` : t`Due by ${when}.`}
    </p>
  )
}

/** Cancels a withdrawal after a second click. */
function Cancel({ id }: { id: string }) {
  const [sure, setSure] = useState(false)
  const { busy, send } = useSend({
    title: t`WITHDRAWAL`,
    refetch: useRefetch('withdrawals', 'withdrawals.terms', 'user', 'totalbalance'),
  })
  if (!sure) {
    return (
      <Button variant="default" size="xs" onClick={() => setSure(true)}>
        <Trans>Cancel this withdrawal</Trans>
      </Button>
    )
  }
  return (
    <>
      <Button size="xs" loading={busy} onClick={() => void send(() => call('withdrawals.cancel', { id }))} autoFocus>
        <Trans>Yes, cancel it</Trans>
      </Button>
      <Button variant="default" size="xs" onClick={() => setSure(false)}>
        <Trans>Keep withdrawal</Trans>
      </Button>
    </>
  )
}
