import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallForm } from '../../data/call-form.ts'
import { Button } from '../../ui/button.tsx'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call } from '../../data/call.ts'
import { passkeyErrorText, passkeyObstacle, signInToDeskWithPasskey } from '../../data/passkeys.ts'
import { operatorSession, useSecret } from '../../data/session.ts'
import { path } from '../../paths.ts'
import { PasswordField, TextField } from '../../ui/fields/fields.tsx'
import { PageForm } from '../../ui/fields/form.tsx'
import { Logo } from '../../ui/logo.tsx'
import classes from './entrance.module.css'
import { deskMeta } from '../meta.ts'

export const meta = () => deskMeta(t`Sign in`)

/** Returns the requested desk page to open after sign-in; never another site. */
const afterSignIn = (next: string | null) => (next && /^\/operator\/[\w/-]+$/.test(next) ? next : path('operator'))

export default function OperatorSignIn() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const secret = useSecret(operatorSession)
  const next = afterSignIn(query.get('next'))

  useEffect(() => {
    if (secret) void navigate(next, { replace: true })
  }, [secret, next, navigate])

  const { form, busy, field, submit } = useCallForm({
    title: t`LOGIN`,
    values: { email: '', pwd: '', totp: '' },
    spent: { totp: '' },
    leaves: true,
    textOf: passkeyErrorText,
    async send(values, _key, way: 'passkey' | undefined) {
      const answer = way ? await signInToDeskWithPasskey() : await call('operators.login', values)
      operatorSession.store(answer.secrete)
    },
    check(_values, way) {
      const obstacle = way && passkeyObstacle()
      return obstacle ? { msg: obstacle, faults: {} } : undefined
    },
  })

  return (
    <main id="content" className={classes.entrance}>
      <p className={classes.brand}>
        <Logo size={26} />
        Tallystick
      </p>
      <h1>
        <Trans>Operators’ desk</Trans>
      </h1>
      <PageForm ref={form} onSubmit={submit} busy={busy}>
        <TextField label={t`Email`} type="email" autoComplete="username" {...field('email')} />
        <PasswordField label={t`Password`} autoComplete="current-password" {...field('pwd')} />
        <TextField
          label={t`Code from your authenticator app`}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          {...field('totp')}
        />
        <Button type="submit" size="md" loading={busy}>
          <Trans>Sign in</Trans>
        </Button>
        <Button variant="default" size="md" disabled={busy} onClick={() => void submit('passkey')}>
          <Trans>Sign in with a passkey</Trans>
        </Button>
      </PageForm>
      <p className={classes.words}>
        <Trans>
          Lost your phone or password? Another owner can use the People page to send you a link to set new credentials.
        </Trans>
      </p>
    </main>
  )
}
