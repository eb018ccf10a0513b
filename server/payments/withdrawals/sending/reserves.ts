import type { ChainCoin } from '../../chains/adapter.ts'
import { toMinor } from '../../chains/units.ts'
import type { WithdrawalContext } from '../context.ts'
import { minorRoundedUp } from '../price-order.ts'
import { listLive, nextChangeIndex } from './send-store.ts'
import { findWithdrawal, sumSent } from '../store.ts'
import { shardOf } from '../../../platform/random.ts'

/** The coins that our addresses hold, compared with the ledger, in minor units. */
export type ReservesReport = {
  coin: ChainCoin
  /** Confirmed on the chain, rounded down. */
  heldMinor: bigint
  /** The negated sum of `deposit_clearing` and `withdrawal_clearing`. */
  ledgerMinor: bigint
  /** In transit: coins booked but not mined, minus coins mined but not booked. */
  inTransitMinor: bigint
  /**
   * Held coins minus the ledger's coins and coins in transit. Never negative; positive by less than one minor unit per
   * payment, because remainders stay on the chain.
   */
  differenceMinor: bigint
}

/**
 * Compares the reserves with the ledger. Deposits that are mined but not credited appear as a difference. Design:
 * docs/spec/money.md, docs/spec/chains.md.
 */
export async function reconcileReserves(
  context: Pick<WithdrawalContext, 'chains' | 'db' | 'ledger'>,
  coin: ChainCoin,
): Promise<ReservesReport> {
  const { chains, db, ledger } = context
  const issued = { deposit: await chains.issuedDeposits(db, coin), change: await nextChangeIndex(db, coin) }
  const inTransitMinor = await amountInTransit(context, coin)
  const [{ totalUnits }, arrived, left] = await Promise.all([
    chains.adapters[coin].reserves(issued),
    ledger.houseBalance({ house: 'deposit_clearing', asset: coin }),
    ledger.houseBalance({ house: 'withdrawal_clearing', asset: coin }),
  ])
  const heldMinor = toMinor(coin, totalUnits).minor
  const ledgerMinor = -(arrived + left)
  return { coin, heldMinor, ledgerMinor, inTransitMinor, differenceMinor: heldMinor - ledgerMinor - inTransitMinor }
}

/**
 * Returns everything booked as sent, including withdrawals whose attempts all failed, minus everything mined and its
 * fees.
 */
async function amountInTransit(
  { chains, db }: Pick<WithdrawalContext, 'chains' | 'db'>,
  coin: ChainCoin,
): Promise<bigint> {
  let sum = await sumSent(db, coin)
  const byHolder = Map.groupBy(await listLive(db, coin), ({ holder }) => holder)
  for (const [holder, sends] of byHolder) {
    const customerId = sends[0]!.customerId
    const w = customerId ? await findWithdrawal(db, { shard: shardOf(customerId), customerId }, holder) : undefined
    const paidMinor = w ? w.paidMinor - w.feeMinor : 0n
    for (const { txid, raw } of sends) {
      const status = txid && raw ? await chains.adapters[coin].txState(txid, raw) : undefined
      if (status?.state === 'confirmed')
        sum -= (status.succeeded ? paidMinor : 0n) + minorRoundedUp(coin, status.feeUnits)
    }
  }
  return sum
}
