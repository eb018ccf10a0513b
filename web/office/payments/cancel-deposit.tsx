import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useRefetch } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { useNavigate } from 'react-router'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import type { PaymentActions } from './payment-actions.ts'
import { useSend } from '../../data/call-form.ts'

/** Cancels a deposit after a confirmation, then returns to the page where the deposit started. */
export function CancelDeposit({ id, actions }: { id: string; actions: PaymentActions }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { busy, send } = useSend({
    title: t`DEPOSIT`,
    refetch: useRefetch(...actions.refresh),
    onFailure: close,
  })
  const navigate = useNavigate()
  async function cancel() {
    if (await send(() => actions.cancel(id))) await navigate(actions.afterCancel)
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
