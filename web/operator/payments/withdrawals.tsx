import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { withdrawalActions, type RefusalReason, type WithdrawalAction } from '../../../api/states/withdrawal-states.ts'
import { call, type CallOutput } from '../../data/call.ts'
import { useSend } from '../../data/call-form.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { SelectField } from '../../ui/fields/fields.tsx'
import { Money } from '../../ui/text/money.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Age } from '../age.tsx'
import { Decision, useDecide } from '../parts.tsx'
import { Totals } from '../totals.tsx'
import { Answered } from '../../shell/answered.tsx'
import { withdrawalStateNames } from '../../language/api-words.ts'
import { Time } from '../../language/time.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { refusalReasonTexts, withdrawalWaitTexts } from '../words.ts'

export const meta = () => deskMeta(t`Withdrawals`)

type Withdrawal = CallOutput<'withdrawals.queue'>[number]
type Asked = { withdrawal: Withdrawal; how: 'approve' | 'refuse' | 'hold' | 'release' | 'retry' | 'inspect' }

const pageSize = 20
const refresh = ['withdrawals.queue', 'withdrawals.totals', 'operators.approvals'] as const
const tones: Record<Withdrawal['status'], Tone> = {
  PENDING: 'wait',
  APPROVED: 'wait',
  SENT: 'wait',
  COMPLETED: 'good',
  REFUSED: 'bad',
  CANCELLED: 'plain',
}

/** Lists withdrawals, oldest first, each with its age compared with the promised time. */
export default function Withdrawals() {
  const [queue, setQueue] = useState<'open' | 'ended'>('open')
  const [p, setPage] = useState(1)
  const [asked, setAsked] = useState<Asked>()
  const list = useCall('withdrawals.queue', { queue, p }, { refetchInterval: 10_000 })
  const totals = useCall('withdrawals.totals', {}, { refetchInterval: 10_000 })
  return (
    <Page
      title={t`Withdrawals`}
      words={t`One operator approves each withdrawal, or two above the threshold. A refusal needs one of the published \
reasons.`}
    >
      <Panel>
        <Tabs
          label={t`View`}
          value={queue}
          onChange={(value) => (setQueue(value), setPage(1))}
          options={[
            { value: 'open', label: t`Open` },
            { value: 'ended', label: t`Closed` },
          ]}
        />
        {queue === 'open' && <Totals totals={totals.data?.units} usd={totals.data?.usd} />}
        <Answered query={list} lines={8}>
          {(rows) => (
            <>
              {rows.length === 0 && (
                <Empty
                  icon="withdraw"
                  title={queue === 'open' ? t`No open withdrawals.` : t`No closed withdrawals yet.`}
                />
              )}
              {rows.map((withdrawal) => (
                <Item key={withdrawal.id} withdrawal={withdrawal} onAsk={(how) => setAsked({ withdrawal, how })} />
              ))}
              <Pager page={p} isLast={rows.length < pageSize} onPage={setPage} />
            </>
          )}
        </Answered>
      </Panel>
      {asked &&
        (asked.how === 'inspect' ? (
          <Inspect withdrawal={asked.withdrawal} onClose={() => setAsked(undefined)} />
        ) : (
          <Decide {...asked} how={asked.how} onClose={() => setAsked(undefined)} />
        ))}
    </Page>
  )
}

function Item({ withdrawal: w, onAsk }: { withdrawal: Withdrawal; onAsk: (how: Asked['how']) => void }) {
  const can = (action: WithdrawalAction) => withdrawalActions.can(action, w.status)
  const account = accountText(w.acct)
  const proposed = w.status === 'PENDING' && w.proposedBy !== null
  return (
    <article className={classes.item}>
      <div className={classes.itemTop}>
        <strong>
          <Trans>
            <Money amount={w.amount} unit={w.cur} /> from {account}
          </Trans>
        </strong>
        <span className={classes.badges}>
          {w.held && (
            <Badge tone="bad">
              <Trans context="withdrawal">Held</Trans>
            </Badge>
          )}
          <Badge tone={tones[w.status]}>{withdrawalStateNames()[w.status]}</Badge>
          <DueDate withdrawal={w} />
        </span>
      </div>
      <Order withdrawal={w} />
      <Progress withdrawal={w} proposed={proposed} />
      {w.url && (
        <p className={classes.small}>
          <a href={w.url}>
            <Trans>Transaction</Trans>
          </a>
        </p>
      )}
      <ButtonRow end>
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
            {w.held ? t({ message: 'Release', context: 'withdrawal' }) : t`Hold`}
          </Button>
        )}
        {can('refuse') && (
          <Button size="xs" variant="default" onClick={() => onAsk('refuse')}>
            <Trans>Refuse</Trans>
          </Button>
        )}
        {can('approve') && (
          <Button size="xs" disabled={w.held || w.waiting === 'address_cooling'} onClick={() => onAsk('approve')}>
            {proposed ? t`Propose again` : t`Approve`}
          </Button>
        )}
      </ButtonRow>
    </article>
  )
}

/** Returns a method's name; coin codes and brands are the same in every language. */
const methodText = (method: Withdrawal['method']): string => (method === 'Bank' ? t`Bank` : method)

/** Returns the name of the debited account: a cash account by name, a mining balance by coin. */
const accountText = (account: Withdrawal['acct']): string =>
  account === 'Trading' ? t`Trading` : account === 'Bonus' ? t`Bonus` : account

/** Shows the amount, the payee and the account. */
function Order({
  withdrawal: { method: way, to, erased, arrives, usd, principal, interest, cur },
}: {
  withdrawal: Withdrawal
}) {
  const method = methodText(way)
  if (erased) {
    return (
      <p className={classes.small}>
        <Trans>
          {method}, destination erased with the account: payee receives <Money {...arrives} />, worth{' '}
          <Money amount={usd} unit="$" />; principal <Money amount={principal} unit={cur} />, interest{' '}
          <Money amount={interest} unit={cur} />
        </Trans>
      </p>
    )
  }
  return (
    <p className={classes.small}>
      <Trans>
        {method} to <span className={classes.mono}>{to}</span>: payee receives <Money {...arrives} />, worth{' '}
        <Money amount={usd} unit="$" />; principal <Money amount={principal} unit={cur} />, interest{' '}
        <Money amount={interest} unit={cur} />
      </Trans>
    </p>
  )
}

/** Shows who requested and decided the withdrawal, its progress, and what it is waiting for. */
function Progress({ withdrawal: w, proposed }: { withdrawal: Withdrawal; proposed: boolean }) {
  const { approvedBy, proposedBy, attempts, confirmations, holdNote: note } = w
  const words = (w.reason && refusalReasonTexts()[w.reason]) ?? (w.waiting && withdrawalWaitTexts()[w.waiting])
  return (
    <>
      <p className={classes.small}>
        <Link to={path('operatorCustomer', { params: { id: w.customer } })}>
          <Trans>Customer</Trans>
        </Link>
        {' · '}
        <Trans>
          requested <Time at={w.date} />
        </Trans>
        {approvedBy && ` · ${t`approved by ${approvedBy}`}`}
        {proposed && proposedBy && ` · ${t`${proposedBy} requested a second operator`}`}
        {attempts > 1 && ` · ${plural(attempts, { one: '# attempt', other: '# attempts' })}`}
        {confirmations && ` · ${confirmedText(confirmations)}`}
      </p>
      {words && (
        <p className={classes.small}>
          {words}
          {note && ` ${t`Note: ${note}`}`}
        </p>
      )}
    </>
  )
}

function confirmedText({ has, needs }: { has: number; needs: number }): string {
  return plural(needs, { one: `${has} of # confirmations`, other: `${has} of # confirmations` })
}

/** Shows how long an open withdrawal has waited and when it is due, or that the promise of three days was missed. */
function DueDate({ withdrawal: { age, endedAt, promisedBy } }: { withdrawal: Withdrawal }) {
  if (age)
    return (
      <>
        <Age age={age} />
        <span className={classes.small}>
          <Trans>
            due by <Time at={new Date(promisedBy).toISOString()} />
          </Trans>
        </span>
      </>
    )
  if (endedAt === null || endedAt <= promisedBy) return null
  return (
    <Badge tone="bad">
      <Trans>Overdue</Trans>
    </Badge>
  )
}

function Decide({
  withdrawal: w,
  how,
  onClose,
}: {
  withdrawal: Withdrawal
  how: Exclude<Asked['how'], 'inspect'>
  onClose: () => void
}) {
  const [reason, setReason] = useState<RefusalReason>('inaccurate_information')
  const decide = useDecide(t`WITHDRAWAL`)
  const subject = { id: w.id, customer: w.customer }
  const { to } = w
  const method = methodText(w.method)
  const words = (
    <Trans>
      <Money amount={w.amount} unit={w.cur} /> by {method} to {to}
    </Trans>
  )
  const common = { words, onClose }
  if (how === 'refuse') {
    return (
      <Decision
        {...common}
        title={t`Refuse this withdrawal?`}
        confirm={t`Refuse`}
        danger
        onConfirm={() => decide('withdrawals.refuse', { ...subject, reason }, refresh)}
      >
        <SelectField
          label={t`Reason shown to the customer`}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value as RefusalReason)}
          data={Object.entries(refusalReasonTexts()).map(([value, label]) => ({ value, label }))}
        />
      </Decision>
    )
  }
  if (how === 'hold')
    return (
      <Decision
        {...common}
        title={t`Hold this withdrawal?`}
        confirm={t`Hold`}
        reasonLabel={t`Reason`}
        reasonHint={t`Only operators see this. The customer sees that the withdrawal is under review.`}
        onConfirm={(note) => decide('withdrawals.hold', { ...subject, note }, refresh)}
      />
    )
  if (how === 'release')
    return (
      <Decision
        {...common}
        title={t`Release this withdrawal?`}
        confirm={t({ message: 'Release', context: 'withdrawal' })}
        reasonLabel={t`Reason`}
        onConfirm={(note) => decide('withdrawals.release', { ...subject, note }, refresh)}
      />
    )
  if (how === 'retry')
    return (
      <Decision
        {...common}
        title={t`Try sending the withdrawal again?`}
        confirm={t`Try again`}
        onConfirm={() => decide('withdrawals.retry', subject, refresh)}
      />
    )
  return (
    <Decision
      {...common}
      title={t`Approve this withdrawal?`}
      confirm={t`Approve`}
      onConfirm={() => decide('withdrawals.approve', subject, refresh)}
    />
  )
}

/** Shows the name and full destination after the operator gives a reason, which is logged. */
function Inspect({ withdrawal: w, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
  const [shown, setShown] = useState<CallOutput<'withdrawals.inspect'>>()
  const { send } = useSend({ title: t`WITHDRAWAL` })
  async function inspect(reason: string): Promise<boolean> {
    setShown(await send(() => call('withdrawals.inspect', { id: w.id, customer: w.customer, reason })))
    return false
  }
  if (!shown)
    return (
      <Decision
        title={t`Show the payee?`}
        words={t`The name and destination are personal data. The audit log stores your reason.`}
        confirm={t`Show`}
        reasonLabel={t`Reason`}
        onClose={onClose}
        onConfirm={inspect}
      />
    )
  return (
    <Dialog
      title={shown.erased ? t`Erased` : shown.name}
      actions={
        <Button variant="default" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
      onClose={onClose}
    >
      <p className={classes.small}>
        {shown.erased
          ? t`The account is closed. The name, email address and destination are erased. The amounts and times are \
kept.`
          : shown.email}
      </p>
      <Facts layout="grid">
        {shown.payee.map(({ label, value }) => (
          <Fact key={label} term={label} className={classes.mono}>
            {value}
          </Fact>
        ))}
      </Facts>
    </Dialog>
  )
}
