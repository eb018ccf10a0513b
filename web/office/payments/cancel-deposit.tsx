import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../data/call.ts'
import { usePopup } from '../../ui/popup.tsx'
import type { PaymentActions } from './payment-actions.ts'
import classes from './payment.module.css'

/** Cancels a deposit after a confirmation, then returns to the page where the deposit started. */
export function CancelDeposit({ id, actions }: { id: string; actions: PaymentActions }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
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
      dialog.current?.close()
      void popup({ title: t`DEPOSIT`, msg: errorText(error), type: 'warning' })
    }
    setBusy(false)
  }
  return (
    <>
      <Button variant="default" onClick={() => dialog.current?.showModal()}>
        <Trans>Cancel this deposit</Trans>
      </Button>
      <dialog ref={dialog} className={classes.dialog} aria-labelledby={titleId}>
        <h2 id={titleId}>
          <Trans>Cancel this deposit?</Trans>
        </h2>
        <p>
          <Trans>
            Cancel only if you haven’t paid. Coins that still arrive at the address are credited at the rate when they
            confirm.
          </Trans>
        </p>
        <div className={classes.actions}>
          <Button variant="default" onClick={() => dialog.current?.close()}>
            <Trans>Keep deposit</Trans>
          </Button>
          <Button color="red" loading={busy} onClick={() => void cancel()}>
            <Trans>Cancel deposit</Trans>
          </Button>
        </div>
      </dialog>
    </>
  )
}
