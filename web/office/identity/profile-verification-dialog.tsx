import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pictureMaxBytes, pictureTypes } from '../../../contract/calls/pictures.ts'
import { documentModeNames, documentModes, type DocumentMode } from '../../../contract/verification-states.ts'
import { call, CallRefused, errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Choice } from '../../ui/fields/choice.tsx'
import { useFieldFaults } from '../../ui/fields/field-faults.ts'
import { FileField } from '../../ui/fields/file-field.tsx'
import { usePopup } from '../../ui/popup.tsx'
import classes from './profile-verification.module.css'

const popupTitle = () => t`ACCOUNT VERIFICATION`
const sideLabels = () => ({
  page: t`Page with your photo`,
  front: t({ message: 'Front', context: 'side of a card' }),
  back: t({ message: 'Back', context: 'side of a card' }),
})
const modeLabels = (): Record<DocumentMode, string> => ({
  Passport: t`Passport`,
  'Drivers License': t`Drivers License`,
  'National ID': t`National ID`,
})

type Files = Record<string, File | null>

/**
 * Shows a dialog that sends an identity document. The dialog is open while it is rendered. Source: docs/spec/product.md
 * sections 2 and 5.
 */
export function VerificationDialog({ onClose }: { onClose: () => void }) {
  const { data: documents } = useCall('profile.documents', {})
  const [busy, setBusy] = useState(false)
  return (
    <Dialog title={<Trans>ID VERIFICATION</Trans>} closeButton busy={busy} onClose={onClose}>
      {documents?.state === 'submitted' ? (
        <Waiting onClose={onClose} />
      ) : (
        <DocumentForm
          keptDays={documents?.keptDays ?? 30}
          rejected={documents?.state === 'rejected' ? documents.reason : null}
          busy={busy}
          onBusy={setBusy}
          onSent={onClose}
        />
      )}
    </Dialog>
  )
}

function Waiting({ onClose }: { onClose: () => void }) {
  return (
    <>
      <p>
        <Trans>We’re checking your documents and will email you the result. You don’t need to do anything else.</Trans>
      </p>
      <Button variant="default" onClick={onClose}>
        <Trans>Close</Trans>
      </Button>
    </>
  )
}

function DocumentForm({
  keptDays,
  rejected,
  busy,
  onBusy: setBusy,
  onSent,
}: {
  keptDays: number
  rejected: string | null
  busy: boolean
  onBusy: (busy: boolean) => void
  onSent: () => void
}) {
  const [mode, setMode] = useState<DocumentMode | ''>('')
  const [files, setFiles] = useState<Files>({})
  const { form, faults, show, forget } = useFieldFaults<string>()
  const popup = usePopup()
  const queries = useQueryClient()
  const modes = modeLabels()
  const sides = sideLabels()
  const wanted = mode ? Object.entries(documentModes[mode]) : []

  async function send() {
    const chosen = wanted.flatMap(([field]) => (files[field] ? [[field, files[field]] as const] : []))
    setBusy(true)
    forget()
    try {
      const answer = await call('uploadid', { voption: mode }, { files: Object.fromEntries(chosen) })
      await Promise.all(['user', 'profile.documents'].map((name) => queries.invalidateQueries({ queryKey: [name] })))
      onSent()
      void popup({ title: popupTitle(), msg: answer.msg, type: 'success' })
    } catch (error) {
      setBusy(false)
      await popup({ title: popupTitle(), msg: errorText(error), type: 'warning' })
      show(error instanceof CallRefused ? error.fields : {})
    }
    setBusy(false)
  }

  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      {rejected && <Rejected reason={rejected} />}
      <Choice
        label={t`Which document are you sending?`}
        options={documentModeNames.map((value) => ({ value, label: modes[value] }))}
        value={mode}
        error={faults['voption']}
        onChange={(value) => {
          setMode(value as DocumentMode)
          setFiles({})
          forget()
        }}
      />
      {wanted.map(([field, side]) => (
        <FileField
          key={`${mode} ${field}`}
          label={sides[side]}
          hint={t`JPEG, PNG or WebP, up to 10 MB`}
          types={pictureTypes}
          maxBytes={pictureMaxBytes}
          file={files[field] ?? null}
          error={faults[field]}
          onFile={(file) => {
            setFiles((held) => ({ ...held, [field]: file }))
            forget(field)
          }}
        />
      ))}
      <StorageNote days={keptDays} />
      <Button type="submit" loading={busy}>
        <Trans>Submit document</Trans>
      </Button>
    </form>
  )
}

function Rejected({ reason }: { reason: string }) {
  return (
    <p className={classes.rejected} role="status">
      <strong>
        <Trans>Your last document was not accepted.</Trans>
      </strong>{' '}
      {reason}
    </p>
  )
}

/** Explains how and for how long a document is stored. */
function StorageNote({ days }: { days: number }) {
  return (
    <p className={classes.small}>
      <Trans>
        Stored encrypted, without location or device data. Only an operator who gives a reason can open it, and your
        profile shows who did, when and why. Deleted <Plural value={days} one="# day" other="# days" /> after the
        decision.
      </Trans>
    </p>
  )
}
