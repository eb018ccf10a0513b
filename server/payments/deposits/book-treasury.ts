import type { PaymentCoin } from '../../../contract/deposit-states.ts'
import { toMinor } from '../chains/units.ts'
import type { PaymentsContext } from '../context.ts'

/** The house's own transfers of coins stand in one shard. */
const houseShard = 0
const booked = new WeakMap<object, Set<string>>()

/** Books what the faucet gave to the treasury when our own chain began: the house's coins, held beside the customers'. Once a transaction. */
export async function bookTreasury({ chains, ledger }: PaymentsContext, coin: PaymentCoin): Promise<void> {
  const funding = chains.treasury?.(coin)
  const known = booked.get(chains) ?? new Set()
  if (!funding || known.has(funding.txid)) return
  const { minor } = toMinor(coin, funding.amountUnits)
  await ledger.post([
    {
      debit: { house: 'deposit_clearing' },
      credit: { house: 'exchange' },
      asset: coin,
      amountMinor: minor,
      shard: houseShard,
      kind: 'deposit',
      key: `treasury:${coin}:${funding.txid}`,
      note: 'First coins of the treasury',
    },
  ])
  booked.set(chains, known.add(funding.txid))
}
