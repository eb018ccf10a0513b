import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { call, errorText } from '../../data/call.ts'
import { passkeyErrorText, passkeyObstacle, signInToDeskWithPasskey } from '../../data/passkeys.ts'
import { operatorSession, useSecret } from '../../data/session.ts'
import { path } from '../../paths.ts'
import { PasswordField, TextField } from '../../ui/fields/fields.tsx'
import { Logo } from '../../ui/logo.tsx'
import { usePopup } from '../../ui/popup.tsx'
import classes from './entrance.module.css'
import { deskMeta } from '../meta.ts'
import { PageForm } from '../../ui/fields/form.tsx'

export const meta = () => deskMeta(t`Sign in`)

/** Returns the requested desk page to open after sign-in; never another site. */
const afterSignIn = (next: string | null) => (next && /^\/operator\/[\w/-]+$/.test(next) ? next : path('operator'))

export default function OperatorSignIn() {
  const [form, setForm] = useState({ email: '', pwd: '', totp: '' })
  const [busy, setBusy] = useState(false)
  const [query] = useSearchParams()
  const popup = usePopup()
  const navigate = useNavigate()
  const secret = useSecret(operatorSession)
  const next = afterSignIn(query.get('next'))

  useEffect(() => {
    if (secret) void navigate(next, { replace: true })
  }, [secret, next, navigate])

  async function signIn() {
    setBusy(true)
    try {
      operatorSession.store((await call('operators.login', form)).secrete)
    } catch (error) {
      setBusy(false)
      setForm({ ...form, totp: '' })
      await popup({ title: t`LOGIN`, msg: errorText(error), type: 'warning' })
    }
  }

  async function usePasskey() {
    const obstacle = passkeyObstacle()
    if (obstacle) return popup({ title: t`LOGIN`, msg: obstacle, type: 'warning' })
    setBusy(true)
    try {
      operatorSession.store((await signInToDeskWithPasskey()).secrete)
    } catch (error) {
      setBusy(false)
      const msg = passkeyErrorText(error)
      if (msg !== null) await popup({ title: t`LOGIN`, msg, type: 'warning' })
    }
  }

  return (
    <main id="content" className={classes.entrance}>
      <p className={classes.brand}>
        <Logo size={26} />
        Tallystick
      </p>
      <h1>
        <Trans>Operators’ desk</Trans>
      </h1>
      <PageForm onSubmit={signIn} busy={busy}>
        <TextField
          label={t`Email`}
          type="email"
          name="email"
          autoComplete="username"
          value={form.email}
          onChange={(event) => setForm({ ...form, email: event.currentTarget.value })}
        />
        <PasswordField
          label={t`Password`}
          name="pwd"
          autoComplete="current-password"
          value={form.pwd}
          onChange={(event) => setForm({ ...form, pwd: event.currentTarget.value })}
        />
        <TextField
          label={t`Code from your authenticator app`}
          name="totp"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          value={form.totp}
          onChange={(event) => setForm({ ...form, totp: event.currentTarget.value })}
        />
        <Button type="submit" size="md" loading={busy}>
          <Trans>Sign in</Trans>
        </Button>
        <Button variant="default" size="md" disabled={busy} onClick={usePasskey}>
          <Trans>Sign in with a passkey</Trans>
        </Button>
      </PageForm>
      <p className={classes.words}>
        <Trans>
          Lost your phone or password? Another owner can use the People page to send you a link that replaces them.
        </Trans>
      </p>
    </main>
  )
}
