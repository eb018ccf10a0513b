import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type CallOutput, CallRefused } from '../../data/call.ts'
import { useCallForm } from '../../data/call-form.ts'
import { dayText } from '../../language/time-text.ts'
import { CodeBoxes } from '../../ui/fields/code-boxes.tsx'
import { emptyBoxes } from '../../ui/fields/code-entry.ts'
import { usePopup } from '../../ui/dialogs/popup.tsx'
import { Panel } from '../../shell/page.tsx'
import { useProof } from './proof.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './security.module.css'

const codeDigits = 6
type SetUp = { secret: string; uri: string; qr: string }

/** Sets up an authenticator app in three steps, removes it, and replaces the recovery codes. */
export function AuthenticatorApp({ security }: { security: CallOutput<'security'> }) {
  const [setUp, setSetUp] = useState<SetUp>()
  const [recovery, setRecovery] = useState<string[]>()
  const [dialog, ask] = useProof()
  const queries = useQueryClient()
  const popup = usePopup()
  const refresh = () => queries.invalidateQueries({ queryKey: ['security'] })

  const begin = () =>
    ask({
      title: t`Set up an authenticator app`,
      words: t`You need an authenticator app, for example on your phone.`,
      action: t`Continue`,
      run: async (proof) => setSetUp(await call('totp.begin', proof)),
    })
  const remove = () =>
    ask({
      title: t`Remove the authenticator app`,
      words: t`You’ll no longer need a code from the app to sign in.`,
      action: t`Remove`,
      danger: true,
      async run(proof) {
        const answer = await call('totp.remove', proof)
        await refresh()
        void popup({ title: t`SECURITY`, msg: answer.msg, type: 'success' })
      },
    })
  const renew = () =>
    ask({
      title: t`Generate new recovery codes`,
      words: t`Ten new codes replace the old ones, which stop working.`,
      action: t`Generate codes`,
      async run(proof) {
        setRecovery((await call('recovery.renew', proof)).recovery)
        await refresh()
      },
    })

  return (
    <Panel title={t`Authenticator app`} id="app">
      {recovery && recovery.length > 0 && <RecoveryCodes codes={recovery} onDone={() => setRecovery(undefined)} />}
      {!recovery && setUp && (
        <Confirm
          setUp={setUp}
          onDone={(codes) => {
            setSetUp(undefined)
            setRecovery(codes.length > 0 ? codes : undefined)
            void refresh()
          }}
          onCancel={() => setSetUp(undefined)}
        />
      )}
      {!recovery && !setUp && <AppState security={security} onBegin={begin} onRenew={renew} onRemove={remove} />}
      {dialog}
    </Panel>
  )
}

type AppStateProps = {
  security: CallOutput<'security'>
  onBegin: () => void
  onRenew: () => void
  onRemove: () => void
}

function AppState({ security, onBegin, onRenew, onRemove }: AppStateProps) {
  const since = security.totp && dayText(security.totp.since)
  const codesLeft = security.recoveryCodesLeft
  const anyFactor = security.totp !== null || security.passkeys.length > 0
  return (
    <div className={classes.stack}>
      {since ? (
        <p>
          <Trans>
            <strong className={classes.good}>On</strong> since {since}. Signing in requires a code from your app.
          </Trans>
        </p>
      ) : (
        <p className={classes.words}>
          <Trans>
            A code that changes every 30 seconds, required after your password. Someone who knows only your password
            can’t sign in.
          </Trans>
        </p>
      )}
      {anyFactor && (
        <p className={classes.words}>
          <Trans>
            Recovery codes left: <strong className="tabular">{codesLeft}</strong>
          </Trans>
        </p>
      )}
      <ButtonRow>
        {!security.totp && (
          <Button onClick={onBegin}>
            <Trans>Set up app</Trans>
          </Button>
        )}
        {anyFactor && (
          <Button variant="default" onClick={onRenew}>
            <Trans>Generate new recovery codes</Trans>
          </Button>
        )}
        {security.totp && (
          <Button variant="default" onClick={onRemove}>
            <Trans>Remove app</Trans>
          </Button>
        )}
      </ButtonRow>
    </div>
  )
}

function Confirm({
  setUp,
  onDone,
  onCancel,
}: {
  setUp: SetUp
  onDone: (recovery: string[]) => void
  onCancel: () => void
}) {
  const { form, values, faults, busy, change, onSubmit } = useCallForm({
    title: t`SECURITY`,
    values: { boxes: emptyBoxes(codeDigits) },
    spent: { boxes: emptyBoxes(codeDigits) },
    send: async ({ boxes }) => (await call('totp.confirm', { totp: boxes.join('') })).recovery,
    faultsOf: ({ msg }) => ({ boxes: msg }),
    // The boxes show why the code was refused.
    onFailure: (error) => error instanceof CallRefused,
    onDone,
  })

  return (
    <form ref={form} method="post" noValidate className={classes.stack} onSubmit={onSubmit}>
      <ol className={classes.steps}>
        <li>
          <Trans>Scan this QR code with your app.</Trans>
        </li>
        <li>
          <Trans>Or enter the secret manually.</Trans>
        </li>
        <li>
          <Trans>Enter the code that the app shows.</Trans>
        </li>
      </ol>
      <div className={classes.scan}>
        <img src={setUp.qr} alt={t`QR code for the authenticator app`} width={184} height={184} />
        <div className={classes.stack}>
          <code className={classes.secret} dir="ltr">
            {setUp.secret.match(/.{4}/g)!.join(' ')}
          </code>
          <a href={setUp.uri}>
            <Trans>Open the app on this device</Trans>
          </a>
        </div>
      </div>
      <CodeBoxes
        label={t`Code from the app`}
        value={values.boxes}
        onChange={(boxes) => change({ boxes })}
        invalid={faults['boxes'] !== undefined}
      />
      {faults['boxes'] && (
        <p className={classes.error} role="alert">
          {faults['boxes']}
        </p>
      )}
      <ButtonRow>
        <Button type="submit" loading={busy}>
          <Trans>Turn on app</Trans>
        </Button>
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </ButtonRow>
    </form>
  )
}
