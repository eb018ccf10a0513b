import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { CustomerField } from '../../../api/calls/identity/customers.ts'
import type { CallOutput } from '../../data/call.ts'
import { SelectField, TextField } from '../../ui/fields/fields.tsx'
import { Decision, useDecide } from '../parts.tsx'

type Customer = Pick<CallOutput<'customers.show'>, 'id' | 'name' | 'email' | 'phone'>

/** Corrects a customer's details. */
export function CorrectDetails({ customer, onClose }: { customer: Customer; onClose: () => void }) {
  const [field, setField] = useState<CustomerField>('name')
  const [value, setValue] = useState(customer.name)
  const decide = useDecide(t`CUSTOMER`)
  const labels: Record<CustomerField, string> = { name: t`Name`, email: t`Email`, phone: t`Phone` }

  function choose(chosen: CustomerField) {
    setField(chosen)
    setValue(customer[chosen])
  }

  return (
    <Decision
      title={t`Correct the details`}
      words={
        field === 'email'
          ? t`A second operator must approve a new email address. The change ends every session and revokes every API \
key. We email both addresses, and the customer can’t withdraw for 3 days.`
          : t`We email the customer.`
      }
      reasonLabel={t`Reason`}
      reasonHint={t`Stored in the audit log.`}
      confirm={field === 'email' ? t`Propose new email` : t`Save correction`}
      onClose={onClose}
      onConfirm={(reason) =>
        decide('customers.correct', { id: customer.id, field, value, reason }, [
          'customers.show',
          'customers',
          'operators.approvals',
        ])
      }
    >
      <SelectField
        label={t`Detail`}
        value={field}
        onChange={(event) => choose(event.currentTarget.value as CustomerField)}
        data={(Object.keys(labels) as CustomerField[]).map((name) => ({ value: name, label: labels[name] }))}
      />
      <TextField
        label={labels[field]}
        autoComplete="off"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        required
      />
    </Decision>
  )
}
