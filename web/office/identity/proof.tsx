import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { type ReactNode, useState } from 'react'
import { CallRefused } from '../../data/call.ts'
import { useCallForm } from '../../data/call-form.ts'
import { passkeyErrorText, passkeyProof, usePasskeyObstacle } from '../../data/passkeys.ts'
import { useCall } from '../../data/queries.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { PasswordField, TextField } from '../../ui/fields/fields.tsx'
import classes from './proof.module.css'

/** Proof of identity for a call: the password, and `factorInput` (api/calls/identity/account-proof.ts). */
export type Proof = { pwd: string; totp: string; passkey: string }

type ProofRequest = {
  title: string
  words: ReactNode
  /** Label of the button. */
  action: string
  danger?: boolean
  /** Makes the call. A refusal is shown in the dialog, which stays open. */
  run: (proof: Proof) => Promise<void>
}

/**
 * Returns a proof dialog and a function that opens it. The dialog requests the password and, if one is set up, the
 * second factor. Usage: `const [dialog, ask] = useProof()`, then `ask({ title, words, action, run })`.
 */
export function useProof(): [dialog: ReactNode, ask: (asked: ProofRequest) => void] {
  const [asked, setAsked] = useState<ProofRequest>()
  return [asked && <ProofDialog key={asked.title} asked={asked} onClose={() => setAsked(undefined)} />, setAsked]
}

function ProofDialog({ asked, onClose }: { asked: ProofRequest; onClose: () => void }) {
  const user = useCall('user', {})
  const [error, setError] = useState('')
  const guards = useGuards()
  const { values, busy, way, change, submit, onSubmit } = useCallForm({
    title: asked.title,
    values: { pwd: '', totp: '' },
    async send({ pwd, totp }, _key, chosen: 'passkey' | undefined) {
      setError('')
      const passkey = chosen ? await passkeyProof() : ''
      await asked.run({ pwd, totp: chosen ? '' : totp, passkey })
      return true
    },
    onFailure(failure) {
      setError(passkeyErrorText(failure) ?? '')
      if (failure instanceof CallRefused && failure.code === 'second_factor_wrong') change({ totp: '' })
      return true
    },
    onDone: onClose,
  })

  return (
    <Dialog
      title={asked.title}
      size="small"
      busy={busy}
      form={{ method: 'post', noValidate: true, onSubmit }}
      actions={
        <>
          <Button variant="default" disabled={busy} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          {guards.hasPasskey && (
            <Button
              variant="default"
              loading={way === 'passkey'}
              disabled={!values.pwd}
              onClick={() => submit('passkey')}
            >
              <Trans>Use a passkey</Trans>
            </Button>
          )}
          <Button type="submit" loading={busy && !way} {...(asked.danger && { color: 'red' })}>
            {asked.action}
          </Button>
        </>
      }
      onClose={onClose}
    >
      <div className={classes.words}>{asked.words}</div>
      <input type="text" name="username" autoComplete="username" value={user.data?.email ?? ''} readOnly hidden />
      <PasswordField
        label={t`Password`}
        autoComplete="current-password"
        value={values.pwd}
        onChange={(event) => change({ pwd: event.currentTarget.value })}
      />
      {guards.isSet && <FactorField value={values.totp} onChange={(totp) => change({ totp })} hasApp={guards.hasApp} />}
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </Dialog>
  )
}

/** Shows a field for a code from the app or a recovery code. */
export function FactorField({
  value,
  error,
  onChange,
  hasApp,
}: {
  value: string
  error?: string | undefined
  onChange: (value: string) => void
  hasApp: boolean
}) {
  return (
    <TextField
      label={hasApp ? t`Authenticator code` : t`Recovery code`}
      description={hasApp ? t`Enter six digits or one of your recovery codes.` : t`Or use your passkey.`}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Returns the account's second factors and whether this browser supports passkeys. */
export function useGuards(): { isSet: boolean; hasApp: boolean; hasPasskey: boolean } {
  const { data } = useCall('security', {})
  const hasApp = Boolean(data?.totp)
  const passkeys = data?.passkeys.length ?? 0
  const obstacle = usePasskeyObstacle()
  return { isSet: hasApp || passkeys > 0, hasApp, hasPasskey: passkeys > 0 && obstacle === undefined }
}
