import type { TextOrPhrase } from '../platform/stored-phrase.ts'
import type { Asset } from '../../api/money.ts'
import type { TransferKind } from './codes.ts'
import type { DirectTransfer } from './types.ts'

/**
 * Returns two linked transfers that move money between two customer accounts through the house's clearing account, so
 * that each transfer affects only one customer's shard. Source: docs/spec/money.md "Ledger". `key` becomes `key:out`
 * and `key:in`. Pass both transfers to one `post`.
 */
export function throughClearing(order: {
  from: { owner: string; code: string }
  to: { owner: string; code: string }
  asset: Asset
  amountMinor: bigint
  kind: TransferKind
  reference?: string
  key?: string
  note?: TextOrPhrase
  link?: number
}): [DirectTransfer, DirectTransfer] {
  const { from, to, key, ...rest } = order
  return [
    { ...rest, debit: from, credit: { house: 'clearing' }, ...(key && { key: `${key}:out` }) },
    { ...rest, debit: { house: 'clearing' }, credit: to, ...(key && { key: `${key}:in` }) },
  ]
}
