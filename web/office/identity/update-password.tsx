import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallForm } from '../../data/call-form.ts'
import { Button } from '../../ui/button.tsx'
import { call } from '../../data/call.ts'
import { passkeyErrorText, passkeyProof } from '../../data/passkeys.ts'
import { storeSecret } from '../../data/session.ts'
import { type FieldFaults } from '../../ui/fields/field-faults.ts'
import { PasswordField } from '../../ui/fields/fields.tsx'
import { PasswordMeter } from '../../ui/fields/password-meter.tsx'
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
  const guards = useGuards()
  const { form, values, faults, busy, change, submit, onSubmit } = useCallForm({
    title: t`PASSWORD UPDATE`,
    values: empty,
    next: () => empty,
    textOf: passkeyErrorText,
    check(typed) {
      const missing = emptyFields(typed)
      return Object.keys(missing).length > 0 ? { faults: missing } : undefined
    },
    async send(typed, _key, way: 'passkey' | undefined) {
      const passkey = way ? await passkeyProof() : ''
      const answer = await call('updatepass', { ...typed, totp: passkey ? '' : typed.totp, passkey })
      storeSecret(answer.secrete)
      return answer
    },
    faultsOf({ code, msg }) {
      const field = fieldOfRefusal[code]
      return field ? { [field]: msg } : {}
    },
  })

  return (
    <form ref={form} className={classes.form} method="post" noValidate onSubmit={onSubmit}>
      <p className={classes.words}>
        <Trans>Changing your password signs out every other device and revokes every API key.</Trans>
      </p>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t`Current password`}
        autoComplete="current-password"
        value={values.opwd}
        error={faults.opwd}
        onChange={(event) => change({ opwd: event.currentTarget.value })}
      />
      <PasswordField
        label={t`New password`}
        autoComplete="new-password"
        value={values.pwd}
        error={faults.pwd}
        onChange={(event) => change({ pwd: event.currentTarget.value })}
        aria-describedby="strength"
      />
      <PasswordMeter id="strength" password={values.pwd} own={[email.split('@')[0]!]} />
      <PasswordField
        label={t`Confirm new password`}
        autoComplete="new-password"
        value={values.cpwd}
        error={faults.cpwd}
        onChange={(event) => change({ cpwd: event.currentTarget.value })}
      />
      {guards.isSet && (
        <FactorField
          value={values.totp}
          error={faults.totp}
          onChange={(totp) => change({ totp })}
          hasApp={guards.hasApp}
        />
      )}
      <Button type="submit" loading={busy}>
        <Trans>Update password</Trans>
      </Button>
      {guards.hasPasskey && (
        <Button variant="default" disabled={busy} onClick={() => void submit('passkey')}>
          <Trans>Update password with a passkey</Trans>
        </Button>
      )}
    </form>
  )
}
