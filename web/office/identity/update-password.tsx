import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useState } from 'react'
import { call, CallRefused } from '../../data/call.ts'
import { passkeyErrorText, passkeyProof } from '../../data/passkeys.ts'
import { storeSecret } from '../../data/session.ts'
import { type FieldFaults, useFieldFaults } from '../../ui/fields/field-faults.ts'
import { PasswordField } from '../../ui/fields/fields.tsx'
import { PasswordMeter } from '../../ui/fields/password-meter.tsx'
import { usePopup } from '../../ui/popup.tsx'
import classes from './profile.module.css'
import { FactorField, useGuards } from './proof.tsx'

const empty = { opwd: '', pwd: '', cpwd: '', totp: '' }
type Field = keyof typeof empty

/** The field that each refusal of `updatepass` concerns. */
const fieldOfRefusal: Readonly<Record<string, Field>> = {
  password_needed: 'opwd',
  wrong_password: 'opwd',
  weak_password: 'pwd',
  passwords_differ: 'cpwd',
  second_factor_needed: 'totp',
  second_factor_wrong: 'totp',
}

/** Returns an error for each empty field. */
const emptyFields = ({ opwd, pwd, cpwd }: typeof empty): FieldFaults<Field> => ({
  ...(!opwd && { opwd: t`Enter your current password.` }),
  ...(!pwd && { pwd: t`Enter a new password.` }),
  ...(!cpwd && { cpwd: t`Enter the new password again.` }),
})

/** Changes the password. The server checks that both entries match. Source: docs/spec/product.md section 5. */
export function UpdatePassword({ email }: { email: string }) {
  const [form, setForm] = useState(empty)
  const [busy, setBusy] = useState(false)
  const popup = usePopup()
  const guards = useGuards()
  const { form: formRef, faults, show, forget } = useFieldFaults<Field>()
  const change = (part: Partial<typeof empty>) => {
    setForm((held) => ({ ...held, ...part }))
    forget(...Object.keys(part))
  }

  async function warn(msg: string, found: FieldFaults<Field> = {}) {
    await popup({ title: t`PASSWORD UPDATE`, msg, type: 'warning' })
    show(found)
  }

  async function update(how: 'form' | 'passkey') {
    forget()
    const missing = emptyFields(form)
    if (Object.keys(missing).length > 0) return warn(t`Fill all Form Fields`, missing)
    setBusy(true)
    try {
      const passkey = how === 'passkey' ? await passkeyProof() : ''
      const answer = await call('updatepass', { ...form, totp: passkey ? '' : form.totp, passkey })
      storeSecret(answer.secrete)
      setForm(empty)
      void popup({ title: t`PASSWORD UPDATE`, msg: answer.msg, type: 'success' })
    } catch (error) {
      const msg = passkeyErrorText(error)
      const field = error instanceof CallRefused ? fieldOfRefusal[error.code] : undefined
      if (msg !== null) void warn(msg, field && { [field]: msg })
    }
    setBusy(false)
  }

  return (
    <form
      ref={formRef}
      className={classes.form}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void update('form')
      }}
    >
      <p className={classes.words}>
        <Trans>Changing your password signs out every other device and revokes every API key.</Trans>
      </p>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t`Current password`}
        autoComplete="current-password"
        value={form.opwd}
        error={faults.opwd}
        onChange={(event) => change({ opwd: event.currentTarget.value })}
      />
      <PasswordField
        label={t`New password`}
        autoComplete="new-password"
        value={form.pwd}
        error={faults.pwd}
        onChange={(event) => change({ pwd: event.currentTarget.value })}
        aria-describedby="strength"
      />
      <PasswordMeter id="strength" password={form.pwd} own={[email.split('@')[0]!]} />
      <PasswordField
        label={t`Confirm new password`}
        autoComplete="new-password"
        value={form.cpwd}
        error={faults.cpwd}
        onChange={(event) => change({ cpwd: event.currentTarget.value })}
      />
      {guards.isSet && (
        <FactorField
          value={form.totp}
          error={faults.totp}
          onChange={(totp) => change({ totp })}
          hasApp={guards.hasApp}
        />
      )}
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
