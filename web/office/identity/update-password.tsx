import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { call, errorText } from '../../data/call.ts'
import { storeSecret } from '../../data/session.ts'
import { PasswordField } from '../../ui/fields.tsx'
import { PasswordMeter } from '../../ui/password-meter.tsx'
import { usePopup } from '../../ui/popup.tsx'
import classes from './profile.module.css'

const empty = { opwd: '', pwd: '', cpwd: '' }

/** Changes the password. Whether the two are equal is the server's to say. Source: product.md section 5. */
export function UpdatePassword({ email }: { email: string }) {
  const [form, setForm] = useState(empty)
  const [busy, setBusy] = useState(false)
  const popup = usePopup()
  const change = (part: Partial<typeof empty>) => setForm((held) => ({ ...held, ...part }))

  async function update() {
    if (!form.opwd || !form.pwd || !form.cpwd) return popup({ title: t`PASSWORD UPDATE`, msg: t`Fill all Form Fields`, type: 'warning' })
    setBusy(true)
    try {
      const answer = await call('updatepass', form)
      storeSecret(answer.secrete)
      setForm(empty)
      void popup({ title: t`PASSWORD UPDATE`, msg: answer.msg, type: 'success' })
    } catch (error) {
      void popup({ title: t`PASSWORD UPDATE`, msg: errorText(error), type: 'warning' })
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
        if (!busy) void update()
      }}
    >
      <p className={classes.words}>
        <Trans>Every other device is signed out when the password changes.</Trans>
      </p>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label={t`Present password`} autoComplete="current-password" value={form.opwd} onChange={(event) => change({ opwd: event.currentTarget.value })} />
      <PasswordField label={t`New password`} autoComplete="new-password" value={form.pwd} onChange={(event) => change({ pwd: event.currentTarget.value })} aria-describedby="strength" />
      <PasswordMeter id="strength" password={form.pwd} own={[email.split('@')[0]!]} />
      <PasswordField label={t`Confirm new password`} autoComplete="new-password" value={form.cpwd} onChange={(event) => change({ cpwd: event.currentTarget.value })} />
      <Button type="submit" loading={busy}>
        <Trans>Update password</Trans>
      </Button>
    </form>
  )
}
