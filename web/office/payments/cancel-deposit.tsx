import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../data/call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { usePopup } from '../../ui/popup.tsx'
import type { PaymentActions } from './payment-actions.ts'

/** Cancels a deposit after a confirmation, then returns to the page where it started. */
export function CancelDeposit({ id, actions }: { id: string; actions: PaymentActions }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const [busy, setBusy] = useState(false)
  const popup = usePopup()
  const queries = useQueryClient()
  const navigate = useNavigate()
  async function cancel() {
    setBusy(true)
    try {
      const { msg } = await actions.cancel(id)
      await Promise.all(actions.refresh.map((name) => queries.invalidateQueries({ queryKey: [name] })))
      void popup({ title: t`DEPOSIT`, msg, type: 'success' })
      await navigate(actions.afterCancel)
    } catch (error) {
      close()
      void popup({ title: t`DEPOSIT`, msg: errorText(error), type: 'warning' })
    }
    setBusy(false)
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        <Trans>Cancel this deposit</Trans>
      </Button>
      {open && (
        <Dialog
          title={<Trans>Cancel this deposit?</Trans>}
          size="small"
          busy={busy}
          actions={
            <>
              <Button variant="default" disabled={busy} onClick={close}>
                <Trans>Keep deposit</Trans>
              </Button>
              <Button color="red" loading={busy} onClick={() => void cancel()}>
                <Trans>Cancel deposit</Trans>
              </Button>
            </>
          }
          onClose={close}
        >
          <p>
            <Trans>
              Cancel only if you haven’t paid. Coins that still arrive at the address are credited at the rate when they
              confirm.
            </Trans>
          </p>
        </Dialog>
      )}
    </>
  )
}
