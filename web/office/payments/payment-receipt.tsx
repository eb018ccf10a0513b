import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRefetch } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { depositActions } from '../../../api/states/deposit-states.ts'
import { pictureMaxBytes, pictureTypes } from '../../../api/pictures.ts'
import type { CallOutput } from '../../data/call.ts'
import { FileField } from '../../ui/fields/file-field.tsx'
import { Panel } from '../../shell/page.tsx'
import type { PaymentActions } from './payment-actions.ts'
import classes from './payment.module.css'
import { paymentReceiptPendingWords } from './payment-words.ts'
import { useCallForm } from '../../data/call-form.ts'

const title = () => t`PAYMENT RECEIPT`

/** Uploads a receipt, or shows the status of one. Source: docs/spec/product.md section 4. */
export function PaymentReceipt({
  deposit: { id, state, receipt },
  actions,
}: {
  deposit: CallOutput<'deposits.show'>
  actions: PaymentActions
}) {
  if (receipt?.state === 'pending' || receipt?.state === 'proposed') {
    return (
      <Panel title={t({ message: 'Receipt', context: 'of a payment' })}>
        <p role="status">
          <strong>{paymentReceiptPendingWords()}</strong>
        </p>
      </Panel>
    )
  }
  if (!depositActions.can('uploadPaymentReceipt', state)) return null
  return (
    <Panel>
      <details className={classes.fold}>
        <summary>
          <Trans>Payment not showing up? Send a receipt</Trans>
        </summary>
        <PaymentReceiptForm id={id} actions={actions} />
      </details>
    </Panel>
  )
}

function PaymentReceiptForm({ id, actions }: { id: string; actions: PaymentActions }) {
  const { form, values, faults, busy, change, onSubmit } = useCallForm({
    title: title(),
    values: { file: null as File | null },
    refetch: useRefetch(...actions.refresh),
    check: ({ file }) => (file ? undefined : { faults: { file: t`Choose a file.` } }),
    send: ({ file }) => actions.sendPaymentReceipt(id, file!),
    faultsOf: ({ msg }) => ({ file: msg }),
  })
  return (
    <form ref={form} className={classes.receipt} onSubmit={onSubmit}>
      <p className={classes.words}>
        <Trans>
          Only the chain can confirm a payment. If yours doesn’t show up, send a receipt, and an operator will check it.
        </Trans>
      </p>
      <FileField
        label={t`Payment receipt`}
        hint={t`JPEG, PNG or WebP, up to 10 MB. Stored encrypted.`}
        types={pictureTypes}
        maxBytes={pictureMaxBytes}
        file={values.file}
        error={faults['file']}
        onFile={(file) => change({ file })}
      />
      <Button type="submit" variant="default" loading={busy}>
        <Trans>Send receipt</Trans>
      </Button>
    </form>
  )
}
