import { expertStakeBps } from '../../../api/experts.ts'
import { parseAmount } from '../../../api/money.ts'
import type { CopyingContext } from '../context.ts'
import { insertCopies, markPlaced, openStakeOf, type ExpertOrder, type NewCopy } from '../copies/copies-store.ts'
import type { StoredExpert } from './experts-store.ts'
import type { Follower } from '../copies/relations-store.ts'

// What placing an expert's order, completing an interrupted one, and practising share.

/** The currency of experts' accounts. */
export const expertAsset = 'USD'
const smallestStakeMinor = 10_00n

/** Returns the key of an order's copies. */
export const copyKeyOf = ({ id }: Pick<ExpertOrder, 'id'>) => `copy ${id}`

/**
 * Returns an expert's stake: a fixed share of its equity, rounded down to whole dollars, but at least the minimum
 * stake.
 */
export function stakeFor(equityMinor: bigint): bigint {
  const share = (equityMinor * BigInt(expertStakeBps)) / 10_000n
  const whole = share - (share % 100n)
  return whole > smallestStakeMinor ? whole : smallestStakeMinor
}

/** Returns the expert's equity in minor units: the balance plus the stakes of its open trades. */
export async function equityOf(
  context: CopyingContext,
  expert: Pick<StoredExpert, 'id' | 'customerId'>,
): Promise<bigint> {
  const { balanceMinor } = await context.ledger.balance({
    owner: expert.customerId,
    code: 'trading',
    asset: expertAsset,
  })
  return balanceMinor + (await openStakeOf(context.db, expert.id))
}

/** Returns the minimum stake of a copy, in the copier's currency. */
export const smallestOf = ({ asset }: Pick<Follower, 'asset'>) => parseAmount('10.00', asset)!

/**
 * Marks the order as placed and inserts all of its copies in one transaction. Does nothing if that was already done.
 */
export async function storePlacedOrder(
  { db }: CopyingContext,
  { id }: ExpertOrder,
  placed: { tradeId: string; payoutBps: number; acceptedAtMs: number; expiresAtMs: number },
  copies: readonly NewCopy[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if ((await markPlaced(tx, id, placed)) && copies.length > 0) await insertCopies(tx, id, copies)
  })
}
