import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { errorText } from '../../data/call.ts'
import { useCall } from '../../data/queries.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Money } from '../../ui/text/money.tsx'
import { Failed, Loading } from '../../ui/page-state.tsx'
import { dateTimeText } from '../../language/time-text.ts'
import { Fact, Facts } from '../../ui/lists/facts.tsx'
import classes from './withdrawals.module.css'

/** Shows the document for a simulated payout, with a button to print it. */
export function PayoutDocument({ id, onClose }: { id: string; onClose: () => void }) {
  const payout = useCall('withdrawals.document', { id })
  const shown = payout.data
  const number = shown?.number ?? ''
  return (
    <Dialog
      title={<Trans>Payout {number}</Trans>}
      actions={
        <>
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button onClick={() => window.print()} disabled={!shown}>
            <Trans>Print</Trans>
          </Button>
        </>
      }
      onClose={onClose}
    >
      {payout.isPending && <Loading lines={6} />}
      {payout.isError && <Failed message={errorText(payout.error)} />}
      {shown && (
        <>
          <p className={classes.notice}>{shown.words}</p>
          <Facts layout="compact" className={classes.quote}>
            {[
              { label: t`Method`, value: shown.method },
              ...shown.payee,
              { label: t`From account`, value: shown.account },
              { label: t`Requested`, value: dateTimeText(shown.requestedAt) },
              { label: t({ message: 'Paid', context: 'when' }), value: dateTimeText(shown.paidAt) },
            ].map(({ label, value }) => (
              <Fact key={label} term={label}>
                {value}
              </Fact>
            ))}
            <Fact term={t`Amount`}>
              <strong>
                <Money {...shown.arrives} />
              </strong>
            </Fact>
          </Facts>
        </>
      )}
    </Dialog>
  )
}
