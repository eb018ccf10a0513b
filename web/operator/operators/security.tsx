import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { useSend } from '../../data/call-form.ts'
import { call, errorText } from '../../data/call.ts'
import { makePasskey, passkeyErrorText, passkeyObstacle } from '../../data/passkeys.ts'
import { useCall, useRefetch } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/fields/fields.tsx'
import { Empty, Failed, Loading } from '../../ui/page-state.tsx'
import classes from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { Page, Panel } from '../../shell/page.tsx'
import { Time } from '../../language/time.tsx'
import { Badge } from '../../ui/badge.tsx'

export const meta = () => deskMeta(t`Your access`)

const noProof = { pwd: '', totp: '' }

/** Shows the operator's own password, passkeys and sessions. */
export default function OwnAccess() {
  const access = useCall('operators.access', {})
  return (
    <Page title={t`Your access`} words={t`Each change needs your password and an unused code.`}>
      <Password />
      {access.isPending && <Loading lines={6} />}
      {access.isError && <Failed message={errorText(access.error)} onRetry={() => access.refetch()} />}
      {access.data && <Passkeys passkeys={access.data.passkeys} />}
      {access.data && <Sessions sessions={access.data.sessions} />}
    </Page>
  )
}

/** Sends a call about the operator's access, and reloads the lists. */
const useAction = () =>
  useSend({ title: t`OPERATOR`, refetch: useRefetch('operators.access'), textOf: passkeyErrorText })

function Form({ children, onSubmit }: { children: ReactNode; onSubmit: () => void }) {
  return (
    <form
      method="post"
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

type Proof = typeof noProof

function ProofFields({ proof, onChange }: { proof: Proof; onChange: (proof: Proof) => void }) {
  return (
    <>
      <PasswordField
        label={t`Current password`}
        autoComplete="current-password"
        value={proof.pwd}
        onChange={(event) => onChange({ ...proof, pwd: event.currentTarget.value })}
      />
      <TextField
        label={t`Code from your authenticator app`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={proof.totp}
        onChange={(event) => onChange({ ...proof, totp: event.currentTarget.value })}
      />
    </>
  )
}

function Password() {
  const [proof, setProof] = useState(noProof)
  const [form, setForm] = useState({ pwd: '', cpwd: '' })
  const { busy, send } = useAction()

  async function change() {
    const isDone = await send(() => call('operators.password', { opwd: proof.pwd, totp: proof.totp, ...form }))
    setProof(isDone ? noProof : { ...proof, totp: '' })
    if (isDone) setForm({ pwd: '', cpwd: '' })
  }

  return (
    <Panel title={t`Password`}>
      <Form onSubmit={() => !busy && void change()}>
        <ProofFields proof={proof} onChange={setProof} />
        <PasswordField
          label={t`New password`}
          description={t`At least 12 characters.`}
          autoComplete="new-password"
          value={form.pwd}
          onChange={(event) => setForm({ ...form, pwd: event.currentTarget.value })}
        />
        <PasswordField
          label={t`Confirm new password`}
          autoComplete="new-password"
          value={form.cpwd}
          onChange={(event) => setForm({ ...form, cpwd: event.currentTarget.value })}
        />
        <div>
          <Button type="submit" loading={busy}>
            <Trans>Update password</Trans>
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

type Passkey = { id: string; name: string; created: string; lastUsed: string | null }

function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const [proof, setProof] = useState(noProof)
  const [name, setName] = useState('')
  const { busy, send } = useAction()
  const obstacle = passkeyObstacle()

  async function add() {
    const isDone = await send(async () => {
      const options = await call('operators.passkey.begin', proof)
      return call('operators.passkey.add', { name, response: await makePasskey(options) })
    })
    setProof(isDone ? noProof : { ...proof, totp: '' })
    if (isDone) setName('')
  }

  async function remove(id: string) {
    const isDone = await send(() => call('operators.passkey.remove', { id, ...proof }))
    setProof(isDone ? noProof : { ...proof, totp: '' })
  }

  return (
    <Panel title={t`Passkeys`}>
      <p className={classes.quiet}>
        <Trans>
          A passkey signs you in without a password, even while other people’s failed attempts have locked password
          sign-in.
        </Trans>
      </p>
      {passkeys.length === 0 && <Empty title={t`No passkeys yet`} icon="shield" />}
      <Form onSubmit={() => !busy && void add()}>
        <ul>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={classes.entry}>
              <bdi>{passkey.name}</bdi>
              <Button
                variant="default"
                size="xs"
                disabled={busy}
                onClick={() => void remove(passkey.id)}
                aria-label={t`Remove ${passkey.name}`}
              >
                <Trans>Remove</Trans>
              </Button>
            </li>
          ))}
        </ul>
        <ProofFields proof={proof} onChange={setProof} />
        <TextField
          label={t`Passkey name`}
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {obstacle && <p className={classes.small}>{obstacle}</p>}
        <div>
          <Button type="submit" loading={busy} disabled={obstacle !== undefined}>
            <Trans>Add a passkey</Trans>
          </Button>
        </div>
      </Form>
    </Panel>
  )
}

type Session = { id: string; current: boolean; browser: string; network: string; lastSeen: string }

function Sessions({ sessions }: { sessions: Session[] }) {
  const [proof, setProof] = useState(noProof)
  const { busy, send } = useAction()

  async function end(id: string) {
    const isDone = await send(() => call('operators.sessions.end', { id, ...proof }))
    setProof(isDone ? noProof : { ...proof, totp: '' })
  }

  return (
    <Panel title={t`Active sessions`}>
      <Form onSubmit={() => !busy && void end('')}>
        <ul>
          {sessions.map((session) => (
            <li key={session.id} className={classes.entry}>
              <span>
                {session.browser}{' '}
                <span className={classes.small}>
                  <span dir="ltr">{session.network}</span>,{' '}
                  <Trans>
                    last seen <Time at={session.lastSeen} />
                  </Trans>
                </span>
              </span>
              {session.current ? (
                <Badge tone="good">
                  <Trans>This device</Trans>
                </Badge>
              ) : (
                <Button
                  variant="default"
                  size="xs"
                  disabled={busy}
                  onClick={() => void end(session.id)}
                  aria-label={t`Sign out ${session.browser}`}
                >
                  <Trans>Sign out</Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
        {sessions.length > 1 && (
          <>
            <ProofFields proof={proof} onChange={setProof} />
            <div>
              <Button type="submit" variant="default" loading={busy}>
                <Trans>Sign out everywhere else</Trans>
              </Button>
            </div>
          </>
        )}
      </Form>
    </Panel>
  )
}
