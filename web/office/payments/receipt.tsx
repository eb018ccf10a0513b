import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { depositAllows } from '../../../contract/deposit-states.ts'
import { pictureMaxBytes, pictureTypes } from '../../../contract/calls/pictures.ts'
import { CallRefused, errorText, type CallOutput } from '../../data/call.ts'
import { FileField } from '../../ui/fields/file-field.tsx'
import { usePopup } from '../../ui/popup.tsx'
import { Panel } from '../../shell/page.tsx'
import type { PaymentActions } from './payment-actions.ts'
import classes from './payment.module.css'
import { receiptPendingWords } from './payment-words.ts'

const title = () => t`PAYMENT RECEIPT`

/** Uploads a receipt, or shows the status of one. Source: docs/spec/product.md section 4. */
export function Receipt({
  deposit: { id, state, receipt },
  actions,
}: {
  deposit: CallOutput<'deposits.show'>
  actions: PaymentActions
}) {
  if (receipt?.state === 'pending' || receipt?.state === 'proposed') {
    return (
      <Panel title={t`Receipt`}>
        <p role="status">
          <strong>{receiptPendingWords()}</strong>
        </p>
      </Panel>
    )
  }
  if (!depositAllows('uploadReceipt', state)) return null
  return (
    <Panel title={t`Receipt`}>
      <ReceiptForm id={id} actions={actions} />
    </Panel>
  )
}

function ReceiptForm({ id, actions }: { id: string; actions: PaymentActions }) {
  const [file, setFile] = useState<File | null>(null)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const popup = usePopup()
  const queries = useQueryClient()
  async function send() {
    if (!file) return setError(t`Choose a file.`)
    setBusy(true)
    try {
      const { msg } = await actions.sendReceipt(id, file)
      await Promise.all(actions.refresh.map((name) => queries.invalidateQueries({ queryKey: [name] })))
      void popup({ title: title(), msg, type: 'success' })
    } catch (failed) {
      if (failed instanceof CallRefused) setError(failed.message)
      void popup({ title: title(), msg: errorText(failed), type: 'warning' })
    }
    setBusy(false)
  }
  return (
    <form
      className={classes.receipt}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send()
      }}
    >
      <p className={classes.words}>
        <Trans>
          Only the chain confirms a payment. If yours doesn’t show up, send a receipt, and an operator will check it.
        </Trans>
      </p>
      <FileField
        label={t`Payment receipt`}
        hint={t`JPEG, PNG or WebP, up to 10 MB. Stored encrypted.`}
        types={pictureTypes}
        maxBytes={pictureMaxBytes}
        file={file}
        error={error}
        onFile={(chosen) => {
          setFile(chosen)
          setError(undefined)
        }}
      />
      <Button type="submit" variant="default" loading={busy}>
        <Trans>Send receipt</Trans>
      </Button>
    </form>
  )
}
