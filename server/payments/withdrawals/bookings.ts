import type { NewTransfer } from '../../ledger/public.ts'
import type { Withdrawal } from './store.ts'

type Booked = Pick<
  Withdrawal,
  | 'shard'
  | 'customerId'
  | 'id'
  | 'code'
  | 'asset'
  | 'amountMinor'
  | 'paidAsset'
  | 'paidMinor'
  | 'feeMinor'
  | 'pendingId'
>

/**
 * Returns the transfers for a sent withdrawal. The held amount goes to the exchange, which pays out the same asset or
 * another one at the rate of the request. `withdrawal_clearing` is credited with every coin that leaves for a chain, so
 * that `deposit_clearing` and `withdrawal_clearing` together equal the coins that our addresses must hold. Design:
 * docs/spec/money.md, docs/spec/chains.md.
 */
export function sentTransfers(w: Booked): NewTransfer[] {
  const house = { kind: 'withdrawal', reference: w.id, shard: w.shard, asset: w.paidAsset } as const
  return [
    { post: w.pendingId, kind: 'withdrawal', reference: w.id, key: `withdrawal:${w.id}:debit` },
    {
      ...house,
      debit: { house: 'exchange' },
      credit: { house: 'withdrawal_clearing' },
      amountMinor: w.paidMinor - w.feeMinor,
      key: `withdrawal:${w.id}:paid`,
    },
    ...(w.feeMinor > 0n
      ? [
          {
            ...house,
            kind: 'withdrawal_fee' as const,
            debit: { house: 'exchange' as const },
            credit: { house: 'fees' as const },
            amountMinor: w.feeMinor,
            key: `withdrawal:${w.id}:fee`,
          },
        ]
      : []),
  ]
}

/**
 * Returns the transfers that pay a network fee out of the fees that customers paid. `id` identifies the transaction,
 * which may be a sweep.
 */
export function networkFeeTransfers(send: {
  id: string
  holder: string
  shard: number
  asset: 'BTC' | 'ETH'
  feeMinor: bigint
}): NewTransfer[] {
  if (send.feeMinor === 0n) return []
  return [
    {
      debit: { house: 'fees' },
      credit: { house: 'withdrawal_clearing' },
      asset: send.asset,
      amountMinor: send.feeMinor,
      shard: send.shard,
      kind: 'withdrawal_fee',
      reference: send.holder,
      key: `send:${send.id}:fee`,
    },
  ]
}

/** Returns the transfer that releases the held amount to the customer. */
export function releaseHold(w: Booked): NewTransfer[] {
  return [{ void: w.pendingId, kind: 'withdrawal', reference: w.id, key: `withdrawal:${w.id}:release` }]
}

/**
 * Returns the transfers that reverse `sentTransfers`, for a withdrawal none of whose transactions can still confirm.
 */
export function returnTransfers(w: Booked): NewTransfer[] {
  const marks = { kind: 'withdrawal', reference: w.id, shard: w.shard } as const
  return [
    {
      ...marks,
      debit: { house: 'exchange' },
      credit: { owner: w.customerId, code: w.code },
      asset: w.asset,
      amountMinor: w.amountMinor,
      key: `withdrawal:${w.id}:return`,
    },
    {
      ...marks,
      debit: { house: 'withdrawal_clearing' },
      credit: { house: 'exchange' },
      asset: w.paidAsset,
      amountMinor: w.paidMinor - w.feeMinor,
      key: `withdrawal:${w.id}:unpaid`,
    },
    ...(w.feeMinor > 0n
      ? [
          {
            ...marks,
            debit: { house: 'fees' as const },
            credit: { house: 'exchange' as const },
            asset: w.paidAsset,
            amountMinor: w.feeMinor,
            key: `withdrawal:${w.id}:fee-return`,
          },
        ]
      : []),
  ]
}
