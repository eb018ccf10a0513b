import { t } from '@lingui/core/macro'
import { newIdempotencyKey } from '../../data/idempotency-key.ts'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { YieldRecord } from '../../../contract/calls/farming.ts'
import { assetLabels } from '../../asset-labels.ts'
import { call, errorText } from '../../data/call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Money } from '../../ui/text/money.tsx'
import { usePopup } from '../../ui/popup.tsx'

const title = () => t`YIELD CONTRACT`

/** Ends a contract early, after a dialog that repeats the cost. */
export function EndEarly({ contract }: { contract: YieldRecord }) {
  const { id, pcur, worth, earlyFee } = contract
  const { unit } = assetLabels[contract.coin]
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const [busy, setBusy] = useState(false)
  const [key] = useState(() => newIdempotencyKey())
  const popup = usePopup()
  const queries = useQueryClient()
  async function end() {
    setBusy(true)
    try {
      const { msg } = await call('farm.end', { id }, { idempotencyKey: key })
      void popup({ title: title(), msg, type: 'success' })
    } catch (error) {
      close()
      void popup({ title: title(), msg: errorText(error), type: 'warning' })
    }
    await Promise.all(
      ['activeyields', 'farm.statement', 'user', 'totalbalance'].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    )
    setBusy(false)
  }
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
                At the last price, your share is worth <Money shown amount={worth} unit={pcur} />. The price when you
                confirm applies. The fee is <Money shown amount={earlyFee} unit={pcur} />. You keep the interest already
                paid. The current week earns nothing.
              </Trans>
            )}
          </p>
        </Dialog>
      )}
    </>
  )
}
