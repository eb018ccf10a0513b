import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { call } from '../../data/call.ts'
import { passkeyErrorText, passkeyProof } from '../../data/passkeys.ts'
import { storeSecret } from '../../data/session.ts'
import { PasswordField } from '../../ui/fields.tsx'
import { PasswordMeter } from '../../ui/password-meter.tsx'
import { usePopup } from '../../ui/popup.tsx'
import classes from './profile.module.css'
import { FactorField, useGuards } from './proof.tsx'

const empty = { opwd: '', pwd: '', cpwd: '', totp: '' }

/** Changes the password. Whether the two are equal is the server's to say. Source: product.md section 5. */
export function UpdatePassword({ email }: { email: string }) {
  const [form, setForm] = useState(empty)
  const [busy, setBusy] = useState(false)
  const popup = usePopup()
  const guards = useGuards()
  const change = (part: Partial<typeof empty>) => setForm((held) => ({ ...held, ...part }))

  async function update(how: 'form' | 'passkey') {
    if (!form.opwd || !form.pwd || !form.cpwd) return popup({ title: t`PASSWORD UPDATE`, msg: t`Fill all Form Fields`, type: 'warning' })
    setBusy(true)
    try {
      const passkey = how === 'passkey' ? await passkeyProof() : ''
      const answer = await call('updatepass', { ...form, totp: passkey ? '' : form.totp, passkey })
      storeSecret(answer.secrete)
      setForm(empty)
      void popup({ title: t`PASSWORD UPDATE`, msg: answer.msg, type: 'success' })
    } catch (error) {
      const msg = passkeyErrorText(error)
      if (msg !== null) void popup({ title: t`PASSWORD UPDATE`, msg, type: 'warning' })
    }
    setBusy(false)
  }

  return (
    <form
      className={classes.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void update('form')
      }}
    >
      <p className={classes.words}>
        <Trans>When the password changes, every other device is signed out and every key for programs is revoked.</Trans>
      </p>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label={t`Present password`} autoComplete="current-password" value={form.opwd} onChange={(event) => change({ opwd: event.currentTarget.value })} />
      <PasswordField label={t`New password`} autoComplete="new-password" value={form.pwd} onChange={(event) => change({ pwd: event.currentTarget.value })} aria-describedby="strength" />
      <PasswordMeter id="strength" password={form.pwd} own={[email.split('@')[0]!]} />
      <PasswordField label={t`Confirm new password`} autoComplete="new-password" value={form.cpwd} onChange={(event) => change({ cpwd: event.currentTarget.value })} />
      {guards.isSet && <FactorField value={form.totp} onChange={(totp) => change({ totp })} hasApp={guards.hasApp} />}
      <Button type="submit" loading={busy}>
        <Trans>Update password</Trans>
      </Button>
      {guards.hasPasskey && (
        <Button variant="default" disabled={busy} onClick={() => update('passkey')}>
          <Trans>Update password with a passkey</Trans>
        </Button>
      )}
    </form>
  )
}
