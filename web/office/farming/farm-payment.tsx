import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { ButtonRow } from '../../ui/button-row.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { call } from '../../data/call.ts'
import { live } from '../../data/live.ts'
import { useCall } from '../../data/queries.ts'
import { path } from '../../paths.ts'
import { Unanswered } from '../../shell/answered.tsx'
import { Page, Panel } from '../../shell/page.tsx'
import type { PaymentActions } from '../payments/payment-actions.ts'
import { Payment } from '../payments/payment.tsx'
import { sumText } from '../../ui/text/sum-text.ts'
import classes from './farming.module.css'

const farmDepositCalls: PaymentActions = {
  cancel: (id) => call('closefarm', { tid: id }),
  sendPaymentReceipt: (id, file) => call('ypop', { id }, { files: { pop: file } }),
  refresh: ['pendingyields', 'deposits', 'deposits.show'],
  afterCancel: path('officeYieldPlans'),
}

/** Shows the payment for one contract: address, chain status, receipt and cancellation. */
export function FarmPayment({ id }: { id: string }) {
  // Live messages trigger refetches. Polling covers a broken connection.
  const deposit = useCall('deposits.show', { id }, { refetchInterval: 15_000 })
  const queries = useQueryClient()
  const credited = deposit.data?.state === 'credited'
  useEffect(() => live.hold(), [])
  useEffect(() => {
    if (credited)
      void Promise.all(['pendingyields', 'activeyields'].map((name) => queries.invalidateQueries({ queryKey: [name] })))
  }, [credited, queries])
  return (
    <Page
      title={t`Pay for a yield contract`}
      words={deposit.data && `${deposit.data.plan}, ${sumText(deposit.data.cur, deposit.data.amount)}`}
    >
      {!deposit.isSuccess && (
        <Panel>
          <Unanswered query={deposit} lines={8} />
        </Panel>
      )}
      {credited && (
        <Panel title={t`Contract started`}>
          <p>
            <Trans>The payment is confirmed, and the contract has started.</Trans>
          </p>
          <ButtonRow spaced>
            <Button component={Link} to={path('officeYieldContracts')}>
              <Trans>My yield contracts</Trans>
            </Button>
          </ButtonRow>
        </Panel>
      )}
      {deposit.data && <Payment deposit={deposit.data} actions={farmDepositCalls} />}
      <p className={classes.quiet}>
        <Link to={path('officeYieldPlans', { query: { new: 1 } })}>
          <Trans>Open another contract</Trans>
        </Link>
      </p>
    </Page>
  )
}
