import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type CallOutput } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import { usePopup } from '../../ui/dialogs/popup.tsx'
import { Panel } from '../../shell/page.tsx'
import { Time } from '../../language/time.tsx'
import { useProof } from './proof.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { Table } from '../../ui/lists/table.tsx'
import classes from './security.module.css'

const pageSize = 20
const methods = (): Record<string, string> => ({
  password: t`Password`,
  totp: t`Password and app`,
  recovery: t`Password and recovery code`,
  passkey: t`Passkey`,
  mail: t`Reset by email`,
  register: t`Sign-up`,
  handover: t`Link from another device`,
})
const outcomes = (): Record<string, string> => ({
  success: t`Signed in`,
  wrong_password: t`Wrong password`,
  second_factor_needed: t`Second factor missing`,
  second_factor_wrong: t`Wrong second factor`,
})

/** Lists the account's active sessions. */
export function Sessions() {
  const sessions = useCall('sessions', {})
  const queries = useQueryClient()
  const popup = usePopup()
  const [dialog, ask] = useProof()

  const revoke = (id: string, browser?: string) =>
    ask({
      title: browser ? t`Sign out ${browser}` : t`Sign out everywhere else`,
      words: <Trans>Enter your password to end sessions on other devices.</Trans>,
      action: t`Sign out`,
      run: async (proof) => {
        const answer = await call('sessions.revoke', { id, ...proof })
        await queries.invalidateQueries({ queryKey: ['sessions'] })
        void popup({ title: t`SECURITY`, msg: answer.msg, type: 'success' })
      },
    })

  return (
    <Panel title={t`Where you’re signed in`} id="sessions">
      <Unanswered query={sessions} lines={3} />
      {sessions.data && (
        <div className={classes.stack}>
          <ul className={classes.list}>
            {sessions.data.map((session) => (
              <SessionRow key={session.id} session={session} onRevoke={() => revoke(session.id, session.browser)} />
            ))}
          </ul>
          {sessions.data.length > 1 && (
            <ButtonRow>
              <Button variant="default" onClick={() => revoke('')}>
                <Trans>Sign out everywhere else</Trans>
              </Button>
            </ButtonRow>
          )}
        </div>
      )}
      {dialog}
    </Panel>
  )
}

type Session = CallOutput<'sessions'>[number]

function SessionRow({ session, onRevoke }: { session: Session; onRevoke: () => void }) {
  const { browser, current, network } = session
  return (
    <li className={classes.item}>
      <div>
        <strong>{browser}</strong>{' '}
        {current && (
          <Badge tone="good">
            <Trans>This device</Trans>
          </Badge>
        )}
        <p className={classes.small}>
          {network && (
            <>
              <span dir="ltr">{network}</span>,{' '}
            </>
          )}
          <SessionTimes session={session} />
        </p>
      </div>
      {!current && (
        <Button variant="default" size="xs" onClick={onRevoke} aria-label={t`Sign out ${browser}`}>
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  )
}

function SessionTimes({ session: { createdAt, lastSeenAt, method: way } }: { session: Session }) {
  const method = methods()[way]
  return method ? (
    <Trans>
      signed in <Time at={createdAt} /> ({method}), last seen <Time at={lastSeenAt} />
    </Trans>
  ) : (
    <Trans>
      signed in <Time at={createdAt} />, last seen <Time at={lastSeenAt} />
    </Trans>
  )
}

/** Lists the sign-ins of the last 180 days, including failed attempts. */
export function SignIns() {
  const [page, setPage] = useState(1)
  const signIns = useCall('signins', { p: page })
  return (
    <Panel title={t`Sign-in history`} id="signins">
      <Unanswered query={signIns} lines={5} />
      {signIns.data?.length === 0 && (
        <Empty title={page === 1 ? t`No sign-ins yet` : t`No more sign-ins`} icon="clock">
          <Trans>Sign-ins of the last 180 days appear here, including failed attempts.</Trans>
        </Empty>
      )}
      {signIns.data && signIns.data.length > 0 && <SignInTable entries={signIns.data} />}
      <Pager page={page} isLast={(signIns.data?.length ?? 0) < pageSize} onPage={setPage} />
    </Panel>
  )
}

type SignIn = CallOutput<'signins'>[number]

function SignInTable({ entries }: { entries: readonly SignIn[] }) {
  const outcomeWords = outcomes()
  const methodWords = methods()
  return (
    <Table
      label={t`Sign-ins, newest first`}
      rows={entries}
      columns={[
        { head: t`Time`, cell: ({ at }) => <Time at={at} /> },
        {
          head: t`Result`,
          cell: ({ outcome }) => (
            <span className={outcome === 'success' ? classes.good : classes.bad}>{outcomeWords[outcome]}</span>
          ),
        },
        { head: t`Method`, cell: ({ method }) => methodWords[method] },
        { head: t`Browser`, cell: ({ browser }) => browser },
        { head: t`Network`, cell: ({ network }) => <span dir="ltr">{network}</span> },
      ]}
    />
  )
}
