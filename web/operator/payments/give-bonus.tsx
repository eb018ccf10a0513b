import { t } from '@lingui/core/macro'
import { newIdempotencyKey } from '../../data/idempotency-key.ts'
import { useState } from 'react'
import type { CallOutput } from '../../data/call.ts'
import { TextField } from '../../ui/fields/fields.tsx'
import classes from '../desk.module.css'
import { Decision, useChange } from '../parts.tsx'

/** Grants a practice bonus with its own terms; a large one needs a second operator. */
export function GiveBonus({
  customer,
  onClose,
}: {
  customer: Pick<CallOutput<'customers.show'>, 'id' | 'currency'>
  onClose: () => void
}) {
  const [amount, setAmount] = useState('')
  const [times, setTimes] = useState('5')
  // One idempotency key while the dialog is open, so that a double click grants one bonus.
  const [idempotencyKey] = useState(() => newIdempotencyKey())
  const asset = customer.currency
  const change = useChange(t`BONUS`)
  return (
    <Decision
      title={t`Give a bonus`}
      words={t`Practice money with conditions attached. The customer can read the reason.`}
      reasonLabel={t`Reason, at least ten characters`}
      confirm={t`Give the bonus`}
      onClose={onClose}
      onConfirm={(reason) =>
        change(
          'bonus.grant',
          { customer: customer.id, amount, turnoverTimes: times, reason },
          ['customers.show', 'operators.approvals'],
          { idempotencyKey },
        )
      }
    >
      <div className={classes.pair}>
        <TextField
          label={t`Amount in ${asset}`}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
          required
        />
        <TextField
          label={t`Required turnover, as a multiple of the bonus`}
          inputMode="numeric"
          autoComplete="off"
          value={times}
          onChange={(event) => setTimes(event.currentTarget.value)}
          required
        />
      </div>
    </Decision>
  )
}
