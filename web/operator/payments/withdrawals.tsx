import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { allowsWithdrawal, refusalReasons, type RefusalReason, type WithdrawalAction } from '../../../contract/withdrawal-states.ts'
import { call, errorText, type CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { SelectField } from '../../ui/fields.tsx'
import { Money } from '../../ui/money.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { usePopup } from '../../ui/popup.tsx'
import classes from '../desk.module.css'
import { DeskPage, deskMeta, Panel } from '../page.tsx'
import { Answered, Badge, Decision, Dialog, Pager, Tabs, Time, useChange, type Tone } from '../parts.tsx'

export const meta = deskMeta('Withdrawals')

type Withdrawal = CallOutput<'withdrawals.queue'>[number]
type Asked = { withdrawal: Withdrawal; how: 'approve' | 'refuse' | 'hold' | 'release' | 'retry' | 'inspect' }

const pageSize = 20
const refresh = ['withdrawals.queue', 'operators.approvals'] as const
const tones: Record<Withdrawal['status'], Tone> = { PENDING: 'wait', APPROVED: 'wait', SENT: 'wait', COMPLETED: 'good', REFUSED: 'bad', CANCELLED: 'plain' }

/** What customers ask to be paid, the oldest first, each with its age against the promise. */
export default function Withdrawals() {
  const [queue, setQueue] = useState<'open' | 'ended'>('open')
  const [p, setPage] = useState(1)
  const [asked, setAsked] = useState<Asked>()
  const list = useCall('withdrawals.queue', { queue, p }, { refetchInterval: 10_000 })
  return (
    <DeskPage title={t`Withdrawals`} words={t`Each is approved by an operator, above the threshold by two. A refusal needs one of the published reasons.`}>
      <Panel>
        <Tabs label={t`Which`} value={queue} onChange={(value) => (setQueue(value), setPage(1))} options={[{ value: 'open', label: 'Open' }, { value: 'ended', label: 'Ended' }]} />
        <Answered query={list}>
          {(rows) => (
            <>
              {rows.length === 0 && <Empty icon="withdraw" title={queue === 'open' ? 'No withdrawal waits.' : 'No withdrawal has ended yet.'} />}
              {rows.map((withdrawal) => (
                <Item key={withdrawal.id} withdrawal={withdrawal} readAtMs={list.dataUpdatedAt} onAsk={(how) => setAsked({ withdrawal, how })} />
              ))}
              <Pager page={p} isLast={rows.length < pageSize} onPage={setPage} />
            </>
          )}
        </Answered>
      </Panel>
      {asked && (asked.how === 'inspect' ? <Inspect withdrawal={asked.withdrawal} onClose={() => setAsked(undefined)} /> : <Decide {...asked} how={asked.how} onClose={() => setAsked(undefined)} />)}
    </DeskPage>
  )
}

function Item({ withdrawal: w, readAtMs, onAsk }: { withdrawal: Withdrawal; readAtMs: number; onAsk: (how: Asked['how']) => void }) {
  const can = (action: WithdrawalAction) => allowsWithdrawal(action, w.status)
  const proposed = w.status === 'PENDING' && w.proposedBy !== null
  return (
    <article className={classes.item}>
      <div className={classes.itemTop}>
        <strong>
          <Trans><Money amount={w.amount} unit={w.cur} /> from {w.acct}</Trans>
        </strong>
        <span className={classes.badges}>
          {w.held && <Badge tone="bad"><Trans>Held</Trans></Badge>}
          <Badge tone={tones[w.status]}>{w.status}</Badge>
          <Kept withdrawal={w} readAtMs={readAtMs} />
        </span>
      </div>
      <p className={classes.small}>
        <Trans>{w.method} to <span className={classes.mono}>{w.to}</span>: <Money {...w.arrives} /> to arrive, worth ${w.usd}; principal {w.principal}, interest {w.interest}</Trans>
      </p>
      <p className={classes.small}>
        <Trans><Link to={path('operatorCustomer', { params: { id: w.customer } })}>Customer</Link> · asked</Trans> <Time at={w.date} />
        {w.approvedBy && ` · approved by ${w.approvedBy}`}
        {proposed && ` · ${w.proposedBy} asked for a second operator`}
        {w.attempts > 1 && ` · ${w.attempts} attempts`}
        {w.confirmations && ` · ${w.confirmations.has} of ${w.confirmations.needs} confirmations`}
      </p>
      {(w.waitingWords || w.reasonWords) && <p className={classes.small}>{w.reasonWords ?? w.waitingWords}{w.holdNote && ` Note: ${w.holdNote}`}</p>}
      {w.url && (
        <p className={classes.small}>
          <a href={w.url}><Trans>Transaction</Trans></a>
        </p>
      )}
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={() => onAsk('inspect')}>
          <Trans>Show payee</Trans>
        </Button>
        {can('retry') && !w.held && (
          <Button size="xs" variant="default" onClick={() => onAsk('retry')}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {can('hold') && (
          <Button size="xs" variant="default" onClick={() => onAsk(w.held ? 'release' : 'hold')}>
            {w.held ? 'Release' : 'Hold'}
          </Button>
        )}
        {can('refuse') && (
          <Button size="xs" variant="default" onClick={() => onAsk('refuse')}>
            <Trans>Refuse</Trans>
          </Button>
        )}
        {can('approve') && (
          <Button size="xs" disabled={w.held || w.waiting === 'address_cooling'} onClick={() => onAsk('approve')}>
            {proposed ? 'Propose again' : 'Approve'}
          </Button>
        )}
      </div>
    </article>
  )
}

/** Whether the promise of three business days is kept, still open, or broken. */
function Kept({ withdrawal: w, readAtMs }: { withdrawal: Withdrawal; readAtMs: number }) {
  const endMs = w.endedAt ?? readAtMs
  if (endMs > w.promisedBy) return <Badge tone="bad"><Trans>Past its promise</Trans></Badge>
  if (w.endedAt) return null
  return (
    <span className={classes.small}>
      <Trans>promised by</Trans> <Time at={new Date(w.promisedBy).toISOString()} />
    </span>
  )
}

function Decide({ withdrawal: w, how, onClose }: { withdrawal: Withdrawal; how: Exclude<Asked['how'], 'inspect'>; onClose: () => void }) {
  const [reason, setReason] = useState<RefusalReason>('inaccurate_information')
  const change = useChange('WITHDRAWAL')
  const subject = { id: w.id, customer: w.customer }
  const words = (
    <>
      <Trans><Money amount={w.amount} unit={w.cur} /> by {w.method} to {w.to}</Trans>
    </>
  )
  const common = { words, onClose }
  if (how === 'refuse') {
    return (
      <Decision {...common} title={t`Refuse this withdrawal?`} confirm={t`Refuse`} danger onConfirm={() => change('withdrawals.refuse', { ...subject, reason }, refresh)}>
        <SelectField label={t`Reason, as the customer is shown it`} value={reason} onChange={(event) => setReason(event.currentTarget.value as RefusalReason)} data={Object.entries(refusalReasons).map(([value, label]) => ({ value, label }))} />
      </Decision>
    )
  }
  if (how === 'hold') return <Decision {...common} title={t`Hold this withdrawal?`} confirm={t`Hold`} reasonLabel="Why" reasonHint="For operators. The customer sees that it is looked at." onConfirm={(note) => change('withdrawals.hold', { ...subject, note }, refresh)} />
  if (how === 'release') return <Decision {...common} title={t`Release this withdrawal?`} confirm={t`Release`} reasonLabel="Why" onConfirm={(note) => change('withdrawals.release', { ...subject, note }, refresh)} />
  if (how === 'retry') return <Decision {...common} title={t`Try to send it again?`} confirm={t`Try again`} onConfirm={() => change('withdrawals.retry', subject, refresh)} />
  return <Decision {...common} title={t`Approve this withdrawal?`} confirm={t`Approve`} onConfirm={() => change('withdrawals.approve', subject, refresh)} />
}

/** Name and whole destination, for a reason that is kept. */
function Inspect({ withdrawal: w, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
  const [shown, setShown] = useState<CallOutput<'withdrawals.inspect'>>()
  const popup = usePopup()
  async function inspect(reason: string): Promise<boolean> {
    try {
      setShown(await call('withdrawals.inspect', { id: w.id, customer: w.customer, reason }))
    } catch (error) {
      void popup({ title: 'WITHDRAWAL', msg: errorText(error), type: 'warning' })
    }
    return false
  }
  if (!shown) return <Decision title={t`Show who is paid?`} words={t`Name and destination are personal data. Your reason is kept in the audit log.`} confirm={t`Show`} reasonLabel="Reason" onClose={onClose} onConfirm={inspect} />
  return (
    <Dialog title={shown.name} onClose={onClose}>
      <p className={classes.small}>{shown.email}</p>
      {shown.payee.map(({ label, value }) => (
        <p key={label}>
          <span className={classes.small}>{label}: </span>
          <span className={classes.mono}>{value}</span>
        </p>
      ))}
      <div className={classes.buttons}>
        <Button onClick={onClose}><Trans>Close</Trans></Button>
      </div>
    </Dialog>
  )
}
