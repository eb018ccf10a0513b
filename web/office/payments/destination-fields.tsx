import { t } from '@lingui/core/macro'
import type { WithdrawalMethod } from '../../../api/states/withdrawal-states.ts'
import type { FieldFaults } from '../../ui/fields/field-faults.ts'
import { TextField } from '../../ui/fields/fields.tsx'
import { TestAddress } from './sample-address.tsx'

export type Destination = { address: string; bname: string; aname: string; anumber: string; rnumber: string }
export const emptyDestination: Destination = { address: '', bname: '', aname: '', anumber: '', rnumber: '' }

type Props = {
  method: WithdrawalMethod
  value: Destination
  errors: FieldFaults<string>
  onChange: (part: Partial<Destination>) => void
}

/**
 * Shows the fields of a payment destination: a wallet, an email address or a bank account. Source: docs/spec/product.md
 * section 5.
 */
export function DestinationFields({ method, value, errors, onChange }: Props) {
  const field = (
    name: keyof Destination,
    label: string,
    more: { description?: string; autoComplete?: string } = {},
  ) => (
    <TextField
      label={label}
      value={value[name]}
      error={errors[name]}
      autoCapitalize="none"
      spellCheck={false}
      {...more}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  if (method === 'Bank') {
    return (
      <>
        {field('bname', t`Bank name`)}
        {field('aname', t`Account name`, { autoComplete: 'name' })}
        {field('anumber', t`Account number`)}
        {field('rnumber', t`Routing number or IBAN`)}
      </>
    )
  }
  if (method === 'PayPal') return field('address', t`PayPal email`, { autoComplete: 'email' })
  return (
    <div>
      {field('address', method === 'BTC' ? t`Bitcoin test address` : t`Ethereum test address`, {
        description: t`Test networks only. We refuse mainnet addresses.`,
      })}
      <TestAddress coin={method} onAddress={(address) => onChange({ address })} />
    </div>
  )
}
