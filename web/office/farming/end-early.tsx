import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useRefetch } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import type { YieldRecord } from '../../../api/calls/farming/farming.ts'
import { assetLabels } from '../../language/asset-labels.ts'
import { call } from '../../data/call.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Money } from '../../ui/text/money.tsx'
import { useSend } from '../../data/call-form.ts'

/** Ends a contract early, after a dialog that states the cost. */
export function EndEarly({ contract }: { contract: YieldRecord }) {
  const { id, pcur, worth, earlyFee } = contract
  const { unit } = assetLabels[contract.coin]
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { busy, send } = useSend({
    title: t`YIELD CONTRACT`,
    refetch: useRefetch('activeyields', 'farm.statement', 'user', 'totalbalance'),
    onFailure: close,
  })
  const end = () => send((idempotencyKey) => call('farm.end', { id }, { idempotencyKey }), { input: id })
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        <Trans>End early</Trans>
      </Button>
      {open && (
        <Dialog
          title={<Trans>End this contract now?</Trans>}
          size="small"
          busy={busy}
          actions={
            <>
              <Button variant="default" disabled={busy} onClick={close}>
                <Trans>Keep contract</Trans>
              </Button>
              <Button color="red" loading={busy} onClick={() => void end()}>
                <Trans>End contract</Trans>
              </Button>
            </>
          }
          onClose={close}
        >
          <p>
            {worth === null ? (
              <Trans>
                There’s no current price for {unit}, so we can’t show what your share is worth now. If you confirm, the
                last published price applies. The fee is at most <Money shown amount={earlyFee} unit={pcur} />. You keep
                the interest already paid. The current week earns nothing.
              </Trans>
            ) : (
              <Trans>
                At the last price, your share is worth <Money shown amount={worth} unit={pcur} />. The price at the time
                you confirm applies. The fee is <Money shown amount={earlyFee} unit={pcur} />. You keep the interest
                already paid. The current week earns nothing.
              </Trans>
            )}
          </p>
        </Dialog>
      )}
    </>
  )
}
