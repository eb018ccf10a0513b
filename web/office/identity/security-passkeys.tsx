import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type CallOutput } from '../../data/call.ts'
import { useCallForm } from '../../data/call-form.ts'
import { makePasskey, usePasskeyObstacle } from '../../data/passkeys.ts'
import { TextField } from '../../ui/fields/fields.tsx'
import { usePopup } from '../../ui/dialogs/popup.tsx'
import { Panel } from '../../shell/page.tsx'
import { useProof } from './proof.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import classes from './security.module.css'
import { Time } from '../../language/time.tsx'

type Passkey = CallOutput<'security'>['passkeys'][number]

/** Adds, renames and removes passkeys. */
export function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const [recovery, setRecovery] = useState<string[]>()
  const [name, setName] = useState('')
  const obstacle = usePasskeyObstacle()
  const [dialog, ask] = useProof()
  const queries = useQueryClient()
  const popup = usePopup()
  const refresh = () => queries.invalidateQueries({ queryKey: ['security'] })

  const add = () =>
    ask({
      title: t`Add a passkey`,
      words: t`Your device will ask for your fingerprint, face or PIN. These never leave the device.`,
      action: t`Continue`,
      async run(proof) {
        const response = await makePasskey(await call('passkey.begin', proof))
        const answer = await call('passkey.add', { name: name.trim() || t`Passkey`, response })
        setName('')
        if (answer.recovery.length > 0) setRecovery(answer.recovery)
        await refresh()
        void popup({ title: t`SECURITY`, msg: answer.msg, type: 'success' })
      },
    })
  const remove = ({ id, name: removed }: Passkey) =>
    ask({
      title: t`Remove ${{ name: removed }}`,
      words: t`You’ll no longer be able to sign in with this passkey.`,
      action: t`Remove`,
      danger: true,
      async run(proof) {
        const answer = await call('passkey.remove', { id, ...proof })
        await refresh()
        void popup({ title: t`SECURITY`, msg: answer.msg, type: 'success' })
      },
    })

  return (
    <Panel title={t`Passkeys`} id="passkeys">
      {recovery ? (
        <RecoveryCodes codes={recovery} onDone={() => setRecovery(undefined)} />
      ) : (
        <div className={classes.stack}>
          <p className={classes.words}>
            <Trans>
              Sign in with your fingerprint, face or a security key instead of a password. A passkey combines both
              factors and can’t be phished.
            </Trans>
          </p>
          {passkeys.length > 0 && (
            <ul className={classes.list}>
              {passkeys.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => remove(passkey)} onRenamed={refresh} />
              ))}
            </ul>
          )}
          {obstacle ? (
            <p className={classes.note}>{obstacle}</p>
          ) : (
            <AddPasskey name={name} onName={setName} onAdd={add} />
          )}
        </div>
      )}
      {dialog}
    </Panel>
  )
}

/** The proof dialog makes the calls, so this form only holds its input. */
function AddPasskey({ name, onName, onAdd }: { name: string; onName: (name: string) => void; onAdd: () => void }) {
  return (
    <form
      className={classes.inline}
      onSubmit={(event) => {
        event.preventDefault()
        onAdd()
      }}
    >
      <TextField
        label={t`Passkey name`}
        placeholder={t`Laptop`}
        maxLength={60}
        value={name}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <Button type="submit" size="md">
        <Trans>Add a passkey</Trans>
      </Button>
    </form>
  )
}

function PasskeyRow({
  passkey,
  onRemove,
  onRenamed,
}: {
  passkey: Passkey
  onRemove: () => void
  onRenamed: () => Promise<void>
}) {
  const [isRenaming, setRenaming] = useState(false)
  if (isRenaming) return <RenamePasskey passkey={passkey} onRenamed={onRenamed} onDone={() => setRenaming(false)} />
  return (
    <li className={classes.item}>
      <div>
        <strong>{passkey.name}</strong>
        <p className={classes.small}>
          <PasskeyFacts passkey={passkey} />
        </p>
      </div>
      <ButtonRow>
        <Button
          variant="default"
          size="xs"
          onClick={() => setRenaming(true)}
          aria-label={t`Rename ${{ name: passkey.name }}`}
        >
          <Trans>Rename</Trans>
        </Button>
        <Button variant="default" size="xs" onClick={onRemove} aria-label={t`Remove ${{ name: passkey.name }}`}>
          <Trans>Remove</Trans>
        </Button>
      </ButtonRow>
    </li>
  )
}

type RenameProps = { passkey: Passkey; onRenamed: () => Promise<void>; onDone: () => void }

function RenamePasskey({ passkey: { id, name }, onRenamed, onDone }: RenameProps) {
  const { form, field, onSubmit } = useCallForm({
    title: t`SECURITY`,
    values: { name },
    async send(values) {
      await call('passkey.rename', { id, ...values })
      await onRenamed()
      return true
    },
    onDone,
  })
  return (
    <li>
      <form ref={form} className={classes.inline} onSubmit={onSubmit}>
        <TextField label={t`Name`} maxLength={60} {...field('name')} autoFocus />
        <Button type="submit" size="md">
          <Trans>Save</Trans>
        </Button>
      </form>
    </li>
  )
}

/** Shows whether a passkey is synced, and when it was added and last used. */
function PasskeyFacts({ passkey: { backedUp, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const place = backedUp ? t`On several devices` : t`On one device`
  return lastUsedAt ? (
    <Trans>
      {place}, added <Time at={createdAt} />, last used <Time at={lastUsedAt} />
    </Trans>
  ) : (
    <Trans>
      {place}, added <Time at={createdAt} />
    </Trans>
  )
}
