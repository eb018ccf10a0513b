import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'

type Props = Omit<ComponentProps<typeof Dialog>, 'actions' | 'form' | 'busy' | 'onClose'> & {
  /** Label of the button that submits the form. */
  action: string
  danger?: boolean | undefined
  /** Disables the button. */
  disabled?: boolean
  busy: boolean
  onSubmit: () => void
  onClose: () => void
}

/** A dialog with a form, and buttons that submit and cancel it. */
export function FormDialog({ action, danger, disabled, busy, onSubmit, onClose, ...dialog }: Props) {
  return (
    <Dialog
      {...dialog}
      busy={busy}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          onSubmit()
        },
      }}
      actions={
        <>
          <Button variant="default" disabled={busy} onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={busy} disabled={disabled} {...(danger && { color: 'red' })}>
            {action}
          </Button>
        </>
      }
      onClose={onClose}
    />
  )
}
