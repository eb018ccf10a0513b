import { moneyOf } from '../../api/sentences/sentences.ts'
import { affiliateLevels, commissionKeptAfterDays } from '../../api/affiliate-levels.ts'
import type { DirectTransfer, NewTransfer } from '../ledger/public.ts'
import type { Executor } from '../platform/database/database.ts'
import { isFaultOfRow, type RowAlarms } from '../platform/database/failing-rows.ts'
import { isHeld, withPatientTransaction } from '../platform/database/lock-patience.ts'
import * as store from './commission-store.ts'
import type { AffiliatesContext } from './context.ts'
import { exchanged, rateBetween } from './stored-rate.ts'
import type { ReferredDeposit, WithdrawnDeposits } from './types.ts'
import { findMember } from './store.ts'

const tradingAccount = 'trading'
const payWaitingAtOnce = 100
const dayMs = 86_400_000

/** Returns each level's share of a deposit, rounded down. Source: docs/spec/product.md section 9. */
export function sharesOf(amountMinor: bigint): bigint[] {
  return affiliateLevels.map(({ bps }) => (amountMinor * BigInt(bps)) / 10_000n)
}

/**
 * Writes the commissions on a confirmed deposit and returns the transfers that pay them, to be posted in `tx` with the
 * deposit. First deducts what a referrer still owes for reversed commissions. Without a rate, a commission stays unpaid
 * until `payWaiting` pays it.
 */
export async function commissionsOf(
  context: AffiliatesContext,
  tx: Executor,
  deposit: ReferredDeposit,
): Promise<NewTransfer[]> {
  const member = await findMember(tx, deposit.customerId)
  const shares = sharesOf(deposit.amountMinor)
  const own = new Set(
    (await context.identity.otherOpenAccounts(tx, deposit.customerId)).map(({ customerId }) => customerId),
  )
  const transfers: NewTransfer[] = []
  for (const [index, referrerId] of (member?.referrers ?? []).entries()) {
    const shareMinor = shares[index]!
    if (shareMinor === 0n || (await context.identity.standing(referrerId)).closed) continue
    // Referrers earn no commission on deposits to their own other accounts.
    if (own.has(referrerId)) continue
    const key = { referrerId, depositId: deposit.id, level: index + 1 }
    const round = await store.nextRound(tx, key, deposit.isRest)
    if (round === undefined) continue
    const { currency } = await context.identity.customer(referrerId)
    const one = {
      ...key,
      round,
      customerId: deposit.customerId,
      shareAsset: deposit.asset,
      shareMinor,
      asset: currency,
      atMs: context.clock.nowMs(),
    }
    const priced = await price(context, tx, one)
    if (await store.insertCommission(tx, one, priced)) transfers.push(...(await paid(tx, one, priced)))
  }
  return transfers
}

/**
 * Claws back the commissions on a reversed deposit as far as the balances allow; the rest becomes a debt. Returns the
 * transfers; post them in `tx`.
 */
export async function reversalsOf(
  { clock, ledger }: AffiliatesContext,
  tx: Executor,
  depositId: string,
): Promise<NewTransfer[]> {
  const transfers: NewTransfer[] = []
  for (const one of await store.lockStanding(tx, depositId)) {
    const amountMinor = (one.amountMinor ?? 0n) - one.returnedMinor
    const paidMinor = smaller(amountMinor, (one.amountMinor ?? 0n) - one.keptMinor - one.takenBackMinor)
    const { availableMinor } = await ledger.balance(
      { owner: one.referrerId, code: tradingAccount, asset: one.asset },
      tx,
    )
    const takenMinor = paidMinor < availableMinor ? paidMinor : availableMinor
    await store.reverseCommission(tx, one, takenMinor, clock.nowMs())
    // The deducted part reduced a debt, which is now owed again.
    if (amountMinor > takenMinor) await store.changeDebt(tx, one.referrerId, amountMinor - takenMinor)
    if (takenMinor > 0n) transfers.push(transferOf(one, takenMinor, 'back'))
  }
  return transfers
}

/**
 * Claws back the commissions on deposits that a withdrawal pays out again, starting with the newest deposits of the
 * last 90 days. What the balances don't cover becomes a debt. Returns the transfers; post them in `tx` with the
 * withdrawal.
 */
export async function returnsOf(
  context: AffiliatesContext,
  tx: Executor,
  withdrawal: WithdrawnDeposits,
): Promise<NewTransfer[]> {
  const { clock, ledger } = context
  const { id, customerId, asset, principalMinor } = withdrawal
  if (principalMinor <= 0n) return []
  const sinceMs = clock.nowMs() - commissionKeptAfterDays * dayMs
  const transfers: NewTransfer[] = []
  for (const [index, referrerId] of ((await findMember(tx, customerId))?.referrers ?? []).entries()) {
    // Rounds up, so that many small withdrawals claw back at least as much as one large one.
    let leftMinor = (principalMinor * BigInt(affiliateLevels[index]!.bps) + 9_999n) / 10_000n
    let takenSoFarMinor = 0n
    for (const one of await store.lockReturnable(tx, referrerId, customerId, sinceMs)) {
      if (leftMinor === 0n) break
      if (one.shareAsset !== asset) continue
      const shareMinor = smaller(leftMinor, one.shareMinor - one.returnedShareMinor)
      leftMinor -= shareMinor
      const amountMinor =
        (((one.amountMinor ?? 0n) - one.returnedMinor) * shareMinor) / (one.shareMinor - one.returnedShareMinor)
      const { availableMinor } = await ledger.balance({ owner: referrerId, code: tradingAccount, asset: one.asset }, tx)
      const stillPaidMinor = (one.amountMinor ?? 0n) - one.keptMinor - one.takenBackMinor
      const takenMinor = smaller(smaller(amountMinor, stillPaidMinor), availableMinor - takenSoFarMinor)
      takenSoFarMinor += takenMinor
      await store.returnCommission(tx, one, { shareMinor, amountMinor, takenMinor })
      if (amountMinor > takenMinor) await store.changeDebt(tx, referrerId, amountMinor - takenMinor)
      if (takenMinor > 0n) transfers.push(returnOf(one, takenMinor, id))
    }
  }
  return transfers
}

function returnOf(one: store.Commission, amountMinor: bigint, withdrawalId: string): DirectTransfer {
  const key = `affiliate/${one.depositId}/${one.level}/${one.round}/returned/${withdrawalId}`
  return {
    debit: { owner: one.referrerId, code: tradingAccount },
    credit: { house: 'affiliate_pool' },
    asset: one.asset,
    amountMinor,
    kind: 'affiliate_commission',
    reference: one.depositId,
    key,
    note: { phrase: 'note_commission_withdrawn' },
  }
}

const smaller = (a: bigint, b: bigint) => (a < b ? a : b)

/**
 * Pays commissions for which a rate is now known. A failure raises an alarm and doesn't stop the others. A commission
 * whose account is locked is left for the next run. Returns how many were paid.
 */
export async function payWaiting(context: AffiliatesContext, failing: RowAlarms): Promise<number> {
  let count = 0
  for (const one of await store.listWaiting(context.db, payWaitingAtOnce)) {
    try {
      if (await payOne(context, one)) count++
    } catch (error) {
      if (isHeld(error)) continue
      if (!isFaultOfRow(error)) throw error
      context.log.error({ err: error, deposit: one.depositId, level: one.level }, 'commission not paid')
      await failing.failed(`${one.depositId}/${one.level}`)
    }
  }
  await failing.endTurn()
  return count
}

async function payOne(context: AffiliatesContext, one: store.Commission): Promise<boolean> {
  return withPatientTransaction(context.db, async (tx) => {
    const priced = await price(context, tx, { ...one, shareMinor: one.shareMinor - one.returnedShareMinor })
    if (!priced || !(await store.priceCommission(tx, one, priced))) return false
    const transfers = await paid(tx, one, priced)
    if (transfers.length > 0) await context.ledger.post(transfers, { tx })
    return true
  })
}

async function price(
  { markets }: AffiliatesContext,
  tx: Executor,
  one: store.NewCommission,
): Promise<store.Priced | undefined> {
  const rate = rateBetween(markets, one.shareAsset, one.asset)
  if (rate === undefined) return undefined
  const amountMinor = exchanged(one.shareMinor, rate)
  const owedMinor = await store.lockDebt(tx, one.referrerId)
  return { amountMinor, keptMinor: owedMinor < amountMinor ? owedMinor : amountMinor, rate }
}

/** Returns the transfers that pay a commission whose amount is known. The deducted part reduces the debt. */
async function paid(tx: Executor, one: store.NewCommission, priced: store.Priced | undefined): Promise<NewTransfer[]> {
  if (!priced) return []
  const { amountMinor, keptMinor } = priced
  if (keptMinor > 0n) await store.changeDebt(tx, one.referrerId, -keptMinor)
  return amountMinor > keptMinor ? [transferOf(one, amountMinor - keptMinor, 'paid', keptMinor)] : []
}

function transferOf(
  one: store.NewCommission,
  amountMinor: bigint,
  way: 'paid' | 'back',
  keptMinor = 0n,
): DirectTransfer {
  const { rate } = affiliateLevels[one.level - 1]!
  const key = `affiliate/${one.depositId}/${one.level}/${one.round}`
  const referrer = { owner: one.referrerId, code: tradingAccount }
  const plain = { asset: one.asset, amountMinor, kind: 'affiliate_commission', reference: one.depositId } as const
  if (way === 'back')
    return {
      ...plain,
      debit: referrer,
      credit: { house: 'affiliate_pool' },
      key: `${key}/back`,
      note: { phrase: 'note_commission_reversed' },
    }
  const values = { rate, level: one.level }
  return {
    ...plain,
    debit: { house: 'affiliate_pool' },
    credit: referrer,
    key,
    note:
      keptMinor > 0n
        ? { phrase: 'note_commission_kept', values: { ...values, kept: moneyOf(keptMinor, one.asset) } }
        : { phrase: 'note_commission', values },
  }
}
