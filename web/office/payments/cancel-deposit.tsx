import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRefetch } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { useId, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { PaymentActions } from './payment-actions.ts'
import classes from './payment.module.css'
import { useSend } from '../../data/call-form.ts'

/** Cancels a deposit after a confirmation, then returns to the page where the deposit started. */
export function CancelDeposit({ id, actions }: { id: string; actions: PaymentActions }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { busy, send } = useSend({
    title: t`DEPOSIT`,
    refetch: useRefetch(...actions.refresh),
    onFailure: () => dialog.current?.close(),
  })
  const navigate = useNavigate()
  async function cancel() {
    if (await send(() => actions.cancel(id))) await navigate(actions.afterCancel)
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
