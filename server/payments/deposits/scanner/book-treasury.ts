import type { PaymentCoin } from '../../../../api/states/deposit-states.ts'
import { toMinor } from '../../chains/units.ts'
import type { PaymentsContext } from '../../context.ts'

/** The shard of the house's own coin transfers. */
const houseShard = 0
const booked = new WeakMap<object, Set<string>>()

/**
 * Books the coins that the faucet gave the treasury when our own chain began. They belong to the house and are held
 * together with customers' coins. Books each funding transaction once.
 */
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
      note: { phrase: 'note_treasury' },
    },
  ])
  booked.set(chains, known.add(funding.txid))
}
