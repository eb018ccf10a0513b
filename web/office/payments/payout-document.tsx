import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useEffect, useRef } from 'react'
import { errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Money } from '../../ui/text/money.tsx'
import { Failed, Loading } from '../../ui/page-state.tsx'
import { dateTimeText } from './date-text.ts'
import classes from './withdrawals.module.css'

/** Shows the document of a simulated payout, with a button to print it. */
export function PayoutDocument({ id, onClose }: { id: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const payout = useCall('withdrawals.document', { id })
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  const shown = payout.data
  const number = shown?.number ?? ''
  return (
    <dialog ref={dialog} className={classes.document} aria-labelledby="payout-document" onClose={onClose}>
      <h2 id="payout-document">
        <Trans>Payout {number}</Trans>
      </h2>
      {payout.isPending && <Loading lines={6} />}
      {payout.isError && <Failed message={errorText(payout.error)} />}
      {shown && (
        <>
          <p className={classes.notice}>{shown.words}</p>
          <dl className={classes.quote}>
            {[
              { label: t`Method`, value: shown.method },
              ...shown.payee,
              { label: t`From account`, value: shown.account },
              { label: t`Requested`, value: dateTimeText(shown.requestedAt) },
              { label: t({ message: 'Paid', context: 'when' }), value: dateTimeText(shown.paidAt) },
            ].map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
            <div>
              <dt>
                <Trans>Amount</Trans>
              </dt>
              <dd>
                <strong>
                  <Money {...shown.arrives} />
                </strong>
              </dd>
            </div>
          </dl>
        </>
      )}
      <div className={classes.buttons}>
        <Button onClick={() => window.print()} disabled={!shown}>
          <Trans>Print</Trans>
        </Button>
        <Button variant="default" onClick={() => dialog.current?.close()}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </dialog>
  )
}
