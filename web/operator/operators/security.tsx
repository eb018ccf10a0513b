import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { useCallForm } from '../../data/call-form.ts'
import { call } from '../../data/call.ts'
import { makePasskey, passkeyErrorText, usePasskeyObstacle } from '../../data/passkeys.ts'
import { useCall, useRefetch } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/fields/fields.tsx'
import { Unanswered } from '../../shell/answered.tsx'
import { Empty } from '../../ui/page-state.tsx'
import classes from '../desk.module.css'
import { deskMeta } from '../meta.ts'
import { OwnPermissions } from './own-permissions.tsx'
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
      <Unanswered query={access} lines={6} />
      {access.data && <Passkeys passkeys={access.data.passkeys} />}
      {access.data && <Sessions sessions={access.data.sessions} />}
      <OwnPermissions />
    </Page>
  )
}

/** Returns the options that the forms on this page share. A code works once, so a failed attempt uses it up. */
const useAccessCalls = () => ({
  title: t`OPERATOR`,
  refetch: useRefetch('operators.access'),
  textOf: passkeyErrorText,
  spent: { totp: '' },
})

function Form({ children, ...rest }: Pick<ComponentProps<'form'>, 'ref' | 'onSubmit' | 'children'>) {
  return (
    <form method="post" noValidate className={classes.form} {...rest}>
      {children}
    </form>
  )
}

type FieldProps = Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange'>

function ProofFields({ field }: { field: (name: keyof typeof noProof) => FieldProps }) {
  return (
    <>
      <PasswordField label={t`Current password`} autoComplete="current-password" {...field('pwd')} />
      <TextField
        label={t`Code from your authenticator app`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        {...field('totp')}
      />
    </>
  )
}

const noPasswords = { ...noProof, newPwd: '', cpwd: '' }

function Password() {
  const { form, busy, field, onSubmit } = useCallForm({
    ...useAccessCalls(),
    values: noPasswords,
    next: () => noPasswords,
    send: ({ pwd, totp, newPwd, cpwd }) => call('operators.password', { opwd: pwd, totp, pwd: newPwd, cpwd }),
    faultsOf: ({ fields: { opwd, pwd, ...fields } }) => ({
      ...fields,
      ...(opwd && { pwd: opwd }),
      ...(pwd && { newPwd: pwd }),
    }),
  })

  return (
    <Panel title={t`Password`}>
      <Form ref={form} onSubmit={onSubmit}>
        <ProofFields field={field} />
        <PasswordField
          label={t`New password`}
          description={t`At least 12 characters.`}
          autoComplete="new-password"
          {...field('newPwd')}
        />
        <PasswordField label={t`Confirm new password`} autoComplete="new-password" {...field('cpwd')} />
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
  const obstacle = usePasskeyObstacle()
  const { form, busy, field, submit, onSubmit } = useCallForm({
    ...useAccessCalls(),
    values: { ...noProof, name: '' },
    next: ({ name }, removed: string | undefined) => ({ ...noProof, name: removed === undefined ? '' : name }),
    async send({ name, ...proof }, _key, removed: string | undefined) {
      if (removed !== undefined) return call('operators.passkey.remove', { id: removed, ...proof })
      const options = await call('operators.passkey.begin', proof)
      return call('operators.passkey.add', { name, response: await makePasskey(options) })
    },
  })

  return (
    <Panel title={t`Passkeys`}>
      <p className={classes.quiet}>
        <Trans>
          A passkey signs you in without a password, even while other people’s failed attempts have locked password
          sign-in.
        </Trans>
      </p>
      {passkeys.length === 0 && <Empty title={t`No passkeys yet`} icon="shield" />}
      <Form ref={form} onSubmit={onSubmit}>
        <ul>
          {passkeys.map((passkey) => (
            <li key={passkey.id} className={classes.entry}>
              <bdi>{passkey.name}</bdi>
              <Button
                variant="default"
                size="xs"
                disabled={busy}
                onClick={() => void submit(passkey.id)}
                aria-label={t`Remove ${passkey.name}`}
              >
                <Trans>Remove</Trans>
              </Button>
            </li>
          ))}
        </ul>
        <ProofFields field={field} />
        <TextField label={t`Passkey name`} maxLength={60} {...field('name')} />
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
  const { form, busy, field, submit, onSubmit } = useCallForm({
    ...useAccessCalls(),
    values: noProof,
    next: () => noProof,
    send: (proof, _key, ended: string | undefined) => call('operators.sessions.end', { id: ended ?? '', ...proof }),
  })

  return (
    <Panel title={t`Active sessions`}>
      <Form ref={form} onSubmit={onSubmit}>
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
                  onClick={() => void submit(session.id)}
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
            <ProofFields field={field} />
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
