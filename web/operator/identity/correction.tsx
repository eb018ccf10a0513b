import { t } from '@lingui/core/macro'
import { newIdempotencyKey } from '../../data/idempotency-key.ts'
import { useState } from 'react'
import { coinAssets, type Asset } from '../../../api/assets.ts'
import type { CallOutput } from '../../data/call.ts'
import { accountName } from '../../shell/statement-words.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import classes from '../desk.module.css'
import { Decision, useChange } from '../parts.tsx'

type Customer = Pick<CallOutput<'customers.show'>, 'id' | 'currency' | 'balances'>

/** Proposes a balance correction to a second operator. */
export function ProposeCorrection({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const [account, setAccount] = useState('trading')
  const [direction, setDirection] = useState('credit')
  const [amount, setAmount] = useState('')
  // One idempotency key while the dialog is open, so that a double click creates one proposal.
  const [idempotencyKey] = useState(() => newIdempotencyKey())
  const change = useChange(t`CORRECTION`)
  const accounts = ['trading', 'bonus', ...coinAssets.map((coin) => `mining:${coin}`)]
  const asset = (account.startsWith('mining:') ? account.slice('mining:'.length) : customer.currency) as Asset
  return (
    <Decision
      title={t`Propose a correction`}
      words={t`No money moves until a second operator approves. The customer can read the reason in the statement.`}
      reasonLabel={t`Reason`}
      confirm={t`Propose`}
      onClose={onClose}
      onConfirm={(reason) =>
        change(
          'corrections.propose',
          { customer: customer.id, account, asset, amount, direction: direction as 'credit' | 'debit', reason },
          ['operators.approvals'],
          { idempotencyKey },
        )
      }
    >
      <div className={classes.pair}>
        <SelectField
          label={t`Account`}
          value={account}
          onChange={(event) => setAccount(event.currentTarget.value)}
          data={accounts.map((value) => ({ value, label: accountName(value) }))}
        />
        <TextField
          label={t`Amount in ${asset}`}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
          required
        />
      </div>
      <Choice
        label={t`Direction`}
        value={direction}
        onChange={setDirection}
        options={[
          { value: 'credit', label: t`To the customer` },
          { value: 'debit', label: t`From the customer` },
        ]}
      />
    </Decision>
  )
}
