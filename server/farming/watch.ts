import { farmCoins, type FarmCoin } from '../../contract/farming-rules.ts'
import type { NewTransfer } from '../ledger/public.ts'
import type { Executor } from '../platform/database.ts'
import type { FarmingContext } from './context.ts'
import { liquidate, payWeeks, release } from './run-contract.ts'
import { listRates, lockAtRisk, lockDue, lockWatch, moveWatch, readWatch, saveProgress, type Contract, type StoredRate } from './store.ts'
import { mailLiquidated, tellCustomers } from './tell.ts'

const contractsAtOnce = 100

/**
 * Takes all contracts as far as the record of their coin is complete: first those that a price has closed, then interest and releases
 * that are due. Resolves with the number of contracts that were touched. Everything happens at the moment that the record gives it, so that
 * late runs, jumps of the clock and a second process change nothing; a chunk is one transaction, so a crash leaves it done or not done.
 */
export async function runContracts(context: FarmingContext): Promise<number> {
  let touched = 0
  for (const coin of farmCoins) {
    touched += await watchRecord(context, coin)
    for (;;) {
      const count = await payChunk(context, coin)
      touched += count
      if (count === 0) break
    }
  }
  return touched
}

/** Looks through the coin's record from where the last pass ended, and closes the contracts whose liquidation price it reached. */
async function watchRecord(context: FarmingContext, coin: FarmCoin): Promise<number> {
  const { markets, db } = context
  const symbol = `${coin}USD`
  const completeMs = markets.watermarkMs(symbol)
  const closed = await db.transaction().execute(async (tx) => {
    const throughMs = await lockWatch(tx, coin)
    if (throughMs === undefined || completeMs <= throughMs) return []
    const lowest = await markets.lowestBetween(symbol, throughMs, completeMs)
    const found = lowest === undefined ? [] : await closeReached(context, tx, coin, { lowest, throughMs, completeMs })
    await moveWatch(tx, coin, completeMs)
    if (found.length > 0) await context.ledger.post(found.flatMap(({ transfers }) => transfers), { tx })
    return found.map(({ contract }) => contract)
  })
  tellCustomers(context, closed)
  await mailLiquidated(context, closed)
  return closed.length
}

type Closed = { contract: Contract; transfers: NewTransfer[] }

async function closeReached(context: FarmingContext, tx: Executor, coin: FarmCoin, span: { lowest: number; throughMs: number; completeMs: number }): Promise<Closed[]> {
  const closed: Closed[] = []
  const rates = await listRates(tx)
  for (let after: string | null = null; ; ) {
    const atRisk: Contract[] = await lockAtRisk(tx, coin, BigInt(span.lowest), after, contractsAtOnce)
    for (const contract of atRisk) {
      const tick = await reachedBy(context, contract, span.throughMs, span.completeMs)
      if (!tick) continue
      const transfers = await liquidate(tx, contract, ofPlan(rates, contract), tick)
      await saveProgress(tx, contract)
      closed.push({ contract, transfers })
    }
    if (atRisk.length < contractsAtOnce) return closed
    after = atRisk.at(-1)!.id
  }
}

/** The first tick after a contract's own, within a span and before its end, that reached its liquidation price. */
export function reachedBy({ markets }: Pick<FarmingContext, 'markets'>, contract: Contract, fromMs: number, toMs: number) {
  return markets.firstAtOrBelow(`${contract.coin}USD`, {
    afterSeq: contract.entrySeq,
    fromMs: Math.max(fromMs, contract.entryAtMs),
    throughMs: Math.min(toMs, contract.endsAtMs),
    price: Number(contract.liquidationPrice),
  })
}

const ofPlan = (rates: readonly StoredRate[], { planId }: Contract) => rates.filter((rate) => rate.planId === planId)

/** Pays a chunk of contracts what is due, as far as the watch has come: nothing before it can still close them. */
async function payChunk(context: FarmingContext, coin: FarmCoin): Promise<number> {
  const paid = await context.db.transaction().execute(async (tx) => {
    const throughMs = await readWatch(tx, coin)
    const contracts = await lockDue(tx, coin, throughMs, contractsAtOnce)
    if (contracts.length === 0) return []
    const rates = await listRates(tx)
    const transfers: NewTransfer[] = []
    for (const contract of contracts) {
      transfers.push(...(await payWeeks(tx, contract, ofPlan(rates, contract), throughMs)))
      if (contract.endsAtMs <= throughMs) transfers.push(...(await release(context, contract)))
      await saveProgress(tx, contract)
    }
    // Last, because the ledger locks its shards until the commit.
    if (transfers.length > 0) await context.ledger.post(transfers, { tx })
    return contracts
  })
  tellCustomers(context, paid)
  return paid.length
}
