import { contractDays, dayMs, minedFor } from '../../api/mining-coins.ts'
import type { CoinAsset } from '../../api/money.ts'
import type { NewTransfer } from '../ledger/public.ts'
import { convert, usdRate, type UsdRate } from '../markets/public.ts'
import { miningTerms, type PaidDeposit } from '../payments/public.ts'
import type { Executor } from '../platform/database/database.ts'
import { invariant } from '../platform/http/refused.ts'
import type { MiningContext } from './context.ts'
import { datacenterOf } from './datacenters.ts'
import { payoutMs } from './schedule.ts'
import { endContract, insertContract, type MiningContract, type StoredRate } from './store.ts'

/**
 * Begins the contract that a deposit pays for, in the transaction that credits it. Moves the price to the pool from the
 * trading account, where the deposit has just arrived. The hash rate is proportional to the amount that arrived. Each
 * deposit begins at most one contract. Throws if the stored terms are invalid; the deposit then isn't credited, and its
 * alarm stays open, until they are repaired.
 */
export async function beginContract(context: MiningContext, tx: Executor, paid: PaidDeposit): Promise<NewTransfer[]> {
  const { id, shard, customerId, plan, planId, asset, priceMinor, miningCoin: coin } = paid
  invariant(coin, 'a mining plan has a coin')
  const terms = miningTerms.parse(paid.terms)
  const hashesPerS = (BigInt(terms.hashesPerS) * priceMinor) / BigInt(terms.planPriceMinor)
  if (hashesPerS === 0n) return []
  const startedAtMs = context.clock.nowMs()
  const datacenter = datacenterOf(id)
  const contract: MiningContract = {
    shard,
    customerId,
    id,
    coin,
    minedCoin: minedFor(coin),
    plan,
    planId,
    asset,
    priceMinor,
    hashesPerS,
    datacenter: datacenter.id,
    feeBps: datacenter.feeBps,
    rejectedBps: datacenter.rejectedBps,
    startedAtMs,
    endsAtMs: startedAtMs + contractDays * dayMs,
    ...holdingOf(context, coin, asset, priceMinor),
    daysPaid: 0,
    nextMs: payoutMs(startedAtMs, 0),
    carryParts: 0n,
    earnedMinor: 0n,
    endedEarlyMs: null,
  }
  await insertContract(tx, contract)
  return [
    {
      debit: { owner: customerId, code: 'trading' },
      credit: { house: 'mining_pool' },
      asset,
      amountMinor: priceMinor,
      kind: 'mining_purchase',
      reference: id,
      key: `mining:${id}:price`,
      note: { phrase: 'note_mining_price', values: { plan, coin } },
    },
  ]
}

/**
 * Ends the contract of a deposit that a chain reorganisation removed: mining stops, and the price returns to the
 * trading account, from which the deposit is then reversed.
 */
export async function undoContract(
  { clock }: MiningContext,
  tx: Executor,
  { id, shard, customerId, asset, priceMinor, plan }: PaidDeposit,
): Promise<NewTransfer[]> {
  await endContract(tx, { shard, customerId }, id, clock.nowMs())
  return [
    {
      debit: { house: 'mining_pool' },
      credit: { owner: customerId, code: 'trading' },
      asset,
      amountMinor: priceMinor,
      kind: 'mining_refund',
      reference: id,
      key: `mining:${id}:refund`,
      note: { phrase: 'note_mining_undone', values: { plan } },
    },
  ]
}

const stored = ({ symbol, seq, price, scale }: UsdRate): StoredRate | null =>
  symbol === null || seq === null ? null : { symbol, seq, price: String(price), scale }

/** Returns how much of the coin the price would buy at this moment; null fields if a rate is missing. */
function holdingOf(
  { markets }: MiningContext,
  coin: CoinAsset,
  asset: MiningContract['asset'],
  priceMinor: bigint,
): Pick<MiningContract, 'holdingMinor' | 'holdingRate'> {
  const [cash, coins] = [usdRate(markets, asset), usdRate(markets, coin)]
  const coinRate = coins && stored(coins)
  if (!cash || !coins || !coinRate) return { holdingMinor: null, holdingRate: null }
  return { holdingMinor: convert(priceMinor, cash, coins), holdingRate: { coin: coinRate, cash: stored(cash) } }
}
