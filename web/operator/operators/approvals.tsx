import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useState } from 'react'
import { Link } from 'react-router'
import { unitOf } from '../../../api/assets.ts'
import type { CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Money } from '../../ui/text/money.tsx'
import classes from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Age } from '../age.tsx'
import { Decision, useDecide } from '../parts.tsx'
import { Totals } from '../totals.tsx'
import { Answered } from '../../shell/answered.tsx'
import { Time } from '../../language/time.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Table, type Column } from '../../ui/lists/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'

export const meta = () => deskMeta(t`Approvals`)

type Approval = CallOutput<'operators.approvals'>[number]
type Deciding = { approval: Approval; how: 'approve' | 'reject' }
const stateNames = (): Record<Approval['state'], string> => ({
  waiting: t`pending`,
  approved: t`approved`,
  rejected: t`rejected`,
})
const approvalsPerPage = 50
const refresh = ['operators.approvals', 'operators.approvals.totals'] as const

/** Lists proposals that wait for a second operator, and those that were decided. */
export default function Approvals() {
  const [state, setState] = useState<'waiting' | 'decided'>('waiting')
  const [p, setPage] = useState(1)
  const [deciding, setDeciding] = useState<Deciding>()
  const approvals = useCall('operators.approvals', { state, p }, { refetchInterval: 15_000 })
  const totals = useCall('operators.approvals.totals', {}, { refetchInterval: 15_000 })
  const columns: Column<Approval>[] = [
    { head: t`What`, cell: (approval) => <What approval={approval} /> },
    {
      head: t`Amount`,
      end: true,
      cell: ({ amount, asset }) =>
        amount !== null && asset !== null ? <Money amount={amount} unit={unitOf(asset)} /> : '–',
    },
    {
      head: t`Proposed by`,
      cell: ({ proposedBy: name, mine }) => <span className={classes.name}>{mine ? t`${name} (you)` : name}</span>,
    },
    {
      head: t`When`,
      cell: ({ proposed, age }) => (
        <span className={classes.badges}>
          <Time at={proposed} />
          {age && <Age age={age} />}
        </span>
      ),
    },
    state === 'waiting'
      ? {
          head: t`Decision`,
          end: true,
          cell: (approval) => <DecisionButtons approval={approval} onDecide={setDeciding} />,
        }
      : { head: t`Decision`, cell: (approval) => <Decided approval={approval} /> },
  ]
  return (
    <Page
      title={t`Approvals`}
      words={t`One operator proposes an action, and another decides on it. You can’t approve your own proposals.`}
    >
      <Panel>
        <Tabs
          label={t`View`}
          value={state}
          onChange={(value) => (setState(value), setPage(1))}
          options={[
            { value: 'waiting', label: t`Pending` },
            { value: 'decided', label: t`Decided` },
          ]}
        />
        {state === 'waiting' && (
          <Totals totals={totals.data?.map(({ asset, ...total }) => ({ ...total, unit: unitOf(asset) }))} />
        )}
        <Answered query={approvals} lines={8}>
          {(list) => (
            <>
              <Table
                label={t`Approvals`}
                columns={columns}
                rows={list}
                empty={state === 'waiting' ? t`Nothing is waiting for a second operator.` : t`No decisions yet.`}
              />
              <Pager page={p} isLast={list.length < approvalsPerPage} onPage={setPage} />
            </>
          )}
        </Answered>
      </Panel>
      {deciding && <DecideApproval {...deciding} onClose={() => setDeciding(undefined)} />}
    </Page>
  )
}

function What({ approval: { words, email, customer, waiting, mine } }: { approval: Approval }) {
  return (
    <div>
      {words}
      {email && <strong> {email}</strong>}
      {customer && (
        <>
          {' '}
          <Link className={classes.small} to={path('operatorCustomer', { params: { id: customer } })}>
            <Trans>Customer</Trans>
          </Link>
        </>
      )}
      {waiting && !mine && <Waiting {...waiting} />}
    </div>
  )
}

function DecisionButtons({ approval, onDecide }: { approval: Approval; onDecide: (deciding: Deciding) => void }) {
  return (
    <ButtonRow end>
      {!approval.mine && !approval.waiting && (
        <Button size="xs" onClick={() => onDecide({ approval, how: 'approve' })}>
          <Trans>Approve</Trans>
        </Button>
      )}
      <Button size="xs" variant="default" onClick={() => onDecide({ approval, how: 'reject' })}>
        {approval.mine ? t`Withdraw proposal` : t`Reject`}
      </Button>
    </ButtonRow>
  )
}

/** Shows why an operator can't approve yet, and until when. */
function Waiting({ who, until }: NonNullable<Approval['waiting']>) {
  return (
    <p className={classes.small}>
      {who === 'you' ? (
        <Trans>
          Your account, credentials or permissions are new. You can approve proposals from <Time at={until} />.
        </Trans>
      ) : (
        <Trans>
          The operator who proposed this is new, or has new credentials or permissions. You can approve the proposal
          from <Time at={until} />.
        </Trans>
      )}
    </p>
  )
}

function Decided({ approval: { state, decidedBy, decided, reason } }: { approval: Approval }) {
  return (
    <div>
      <Badge tone={state === 'approved' ? 'good' : 'bad'}>{stateNames()[state]}</Badge> <Trans>by {decidedBy}</Trans>{' '}
      {decided && <Time at={decided} />}
      {reason && <p className={classes.small}>{reason}</p>}
    </div>
  )
}

function DecideApproval({ approval, how, onClose }: Deciding & { onClose: () => void }) {
  const decide = useDecide(t`APPROVAL`)
  const input = (reason: string) => ({ id: approval.id, reason })
  return how === 'approve' ? (
    <Decision
      title={t`Approve this proposal and carry it out now?`}
      words={approval.words}
      confirm={t`Approve`}
      onClose={onClose}
      onConfirm={(reason) => decide('operators.approve', input(reason), refresh)}
    />
  ) : (
    <Decision
      title={approval.mine ? t`Withdraw this proposal?` : t`Reject this proposal?`}
      words={approval.words}
      reasonLabel={t`Reason`}
      confirm={approval.mine ? t`Withdraw proposal` : t`Reject`}
      danger
      onClose={onClose}
      onConfirm={(reason) => decide('operators.reject', input(reason), refresh)}
    />
  )
}
