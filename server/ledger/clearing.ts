import type { Asset } from '../../contract/money.ts'
import type { TransferKind } from './codes.ts'
import type { DirectTransfer } from './public.ts'

/**
 * Money from one customer account to another, of the same or of another customer, as two linked transfers through the
 * house's clearing account, so that each touches the shard of one customer. Source: docs/spec/money.md "Ledger".
 * `key` becomes `key:out` and `key:in`. Hand both to one `post`.
 */
export function throughClearing(order: {
  from: { owner: string; code: string }
  to: { owner: string; code: string }
  asset: Asset
  amountMinor: bigint
  kind: TransferKind
  reference?: string
  key?: string
  note?: string
  link?: number
}): [DirectTransfer, DirectTransfer] {
  const { from, to, key, ...rest } = order
  return [
    { ...rest, debit: from, credit: { house: 'clearing' }, ...(key && { key: `${key}:out` }) },
    { ...rest, debit: { house: 'clearing' }, credit: to, ...(key && { key: `${key}:in` }) },
  ]
}
