import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { useCallForm } from '../../data/call-form.ts'
import { Button } from '../../ui/button.tsx'
import { pictureMaxBytes, pictureTypes } from '../../../api/pictures.ts'
import { documentModeNames, documentModes, type DocumentMode } from '../../../api/states/verification-states.ts'
import { call } from '../../data/call.ts'
import { useCall, useRefetch } from '../../data/queries.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Choice } from '../../ui/fields/choice.tsx'
import { FileField } from '../../ui/fields/file-field.tsx'
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
  const document = useDocumentForm(onClose)
  return (
    <Dialog title={<Trans>ID VERIFICATION</Trans>} closeButton busy={document.busy} onClose={onClose}>
      {documents?.state === 'submitted' ? (
        <Waiting onClose={onClose} />
      ) : (
        <DocumentForm
          keptDays={documents?.keptDays ?? 30}
          rejected={documents?.state === 'rejected' ? documents.reason : null}
          document={document}
        />
      )}
    </Dialog>
  )
}

/** Sends the chosen document, and calls `onSent` when it is stored. */
function useDocumentForm(onSent: () => void) {
  return useCallForm({
    title: popupTitle(),
    values: { mode: '' as DocumentMode | '', files: {} as Files },
    refetch: useRefetch('user', 'profile.documents'),
    send({ mode: voption, files: all }) {
      const chosen = sidesOf(voption).flatMap(([side]) => (all[side] ? [[side, all[side]] as const] : []))
      return call('uploadid', { voption }, { files: Object.fromEntries(chosen) })
    },
    onDone: onSent,
  })
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

const sidesOf = (mode: DocumentMode | '') => (mode ? Object.entries(documentModes[mode]) : [])

function DocumentForm({
  keptDays,
  rejected,
  document: { form, values, faults, busy, change, forget, onSubmit },
}: {
  keptDays: number
  rejected: string | null
  document: ReturnType<typeof useDocumentForm>
}) {
  const { mode, files } = values
  const modes = modeLabels()
  const sides = sideLabels()
  const wanted = sidesOf(mode)

  return (
    <form ref={form} className={classes.form} onSubmit={onSubmit}>
      {rejected && <Rejected reason={rejected} />}
      <Choice
        label={t`Which document are you sending?`}
        options={documentModeNames.map((value) => ({ value, label: modes[value] }))}
        value={mode}
        error={faults['voption']}
        onChange={(value) => {
          change({ mode: value as DocumentMode, files: {} })
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
            change({ files: { ...files, [field]: file } })
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
        profile shows who opened it, when and why. Deleted <Plural value={days} one="# day" other="# days" /> after the
        decision.
      </Trans>
    </p>
  )
}
