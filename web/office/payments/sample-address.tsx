import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { PaymentCoin } from '../../../api/states/deposit-states.ts'
import { call, errorText } from '../../data/call.ts'
import classes from './withdrawals.module.css'

/** Fills in the customer's test address on the chain in use, for people without a wallet. */
export function TestAddress({ coin, onAddress }: { coin: PaymentCoin; onAddress: (address: string) => void }) {
  const [state, setState] = useState<'used' | { error: string }>()
  async function use() {
    try {
      onAddress((await call('addresses.test', { coin })).address)
      setState('used')
    } catch (error) {
      setState({ error: errorText(error) })
    }
  }
  return (
    <p className={classes.below}>
      <button type="button" className={classes.all} onClick={() => void use()}>
        <Trans>Use a test address</Trans>
      </button>{' '}
      <span role="status">
        {state === 'used'
          ? t`Made for you on this test chain. Nobody has its key, so coins sent to it stay there.`
          : state?.error}
      </span>
    </p>
  )
}
