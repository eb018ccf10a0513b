import { farmCoins, type FarmCoin } from '../../api/farming-rules.ts'
import { farmActions } from '../../api/states/farm-states.ts'
import type { NewTransfer } from '../ledger/public.ts'
import { withSavepoint, type Executor } from '../platform/database/database.ts'
import { isFaultOfRow } from '../platform/database/failing-rows.ts'
import { isHeld, withLockPatience } from '../platform/database/lock-patience.ts'
import type { FarmingContext } from './context.ts'
import { clearFailed, contractFailed, type Failures } from './failures.ts'
import { liquidate, payWeeks, release } from './run-contract.ts'
import * as store from './store.ts'
import type { YieldContract, StoredRate, Stuck } from './store.ts'
import { mailLiquidated, refreshPages } from './notify.ts'

const contractsPerChunk = 100

/**
 * Advances all contracts as far as their coin's price record is complete: first liquidations, then due interest and
 * releases. Returns the number of changed contracts. Every change happens at its recorded moment, so that late runs,
 * clock changes and a second process don't affect the result. A chunk is one transaction, so a crash leaves it either
 * done or untouched. A contract that fails is skipped with an alarm and retried later. If another transaction has
 * locked a contract's account, the next run processes it.
 */
export async function runContracts(context: FarmingContext, failures: Failures): Promise<number> {
  let touched = 0
  for (const coin of farmCoins) {
    touched += await watchRecord(context, coin, failures)
    for (const stuck of await store.listStuck(context.db, coin, failures.rows.waiting()))
      touched += await closeStuck(context, coin, stuck, failures)
    const held = new Set<string>()
    for (;;) {
      const { processed, paid } = await payNext(context, coin, failures, held)
      touched += paid
      if (processed === 0) break
    }
  }
  await clearFailed(context, failures)
  return touched
}

/**
 * Scans the coin's record from the end of the last pass, and closes the contracts whose liquidation price it reached.
 */
async function watchRecord(context: FarmingContext, coin: FarmCoin, failures: Failures): Promise<number> {
  const failed: Failed[] = []
  const closed = await passRecord(context, coin, undefined).catch((error: unknown) => {
    if (!isFaultOfRow(error) && !isHeld(error)) throw error
    failed.length = 0
    return passRecord(context, coin, failed)
  })
  for (const { contract, error } of failed.filter((each) => !isHeld(each.error)))
    await contractFailed(context, failures, contract, error)
  refreshPages(context, closed)
  return closed.length
}

type Failed = { contract: YieldContract; error: unknown }

/**
 * Scans the record once. With `failed`, closes each contract in a separate savepoint and marks those that fail as
 * stuck.
 */
async function passRecord(
  context: FarmingContext,
  coin: FarmCoin,
  failed: Failed[] | undefined,
): Promise<YieldContract[]> {
  const { markets, db } = context
  const symbol = `${coin}USD`
  const completeMs = markets.watermarkMs(symbol)
  return db.transaction().execute(async (tx) => {
    const throughMs = await store.lockWatch(tx, coin)
    if (throughMs === undefined || completeMs <= throughMs) return []
    const lowest = await markets.lowestBetween(symbol, throughMs, completeMs)
    const found =
      lowest === undefined ? [] : await closeReached(context, tx, coin, { lowest, throughMs, completeMs }, failed)
    await store.moveWatch(tx, coin, completeMs)
    await mailLiquidated(
      context,
      tx,
      found.map(({ contract }) => contract),
    )
    const transfers = found.flatMap((each) => each.transfers)
    if (transfers.length > 0) await postPatiently(context, tx, transfers)
    return found.map(({ contract }) => contract)
  })
}

/** `transfers`: the transfers that aren't posted yet. */
type Closed = { contract: YieldContract; transfers: NewTransfer[] }
type Span = { lowest: number; throughMs: number; completeMs: number }

async function closeReached(
  context: FarmingContext,
  tx: Executor,
  coin: FarmCoin,
  span: Span,
  failed: Failed[] | undefined,
): Promise<Closed[]> {
  const closed: Closed[] = []
  const rates = await store.listRates(tx)
  const close = async (contract: YieldContract): Promise<Closed | undefined> => {
    const tick = await reachedBy(context, contract, span.throughMs, span.completeMs)
    if (!tick) return undefined
    const transfers = await liquidate(tx, contract, ofPlan(rates, contract), tick)
    await store.saveProgress(tx, contract)
    return { contract, transfers }
  }
  const closeSeparately = async (contract: YieldContract): Promise<Closed | undefined> => {
    try {
      return await withSavepoint(tx, async () => {
        const one = await close(contract)
        if (one) await postPatiently(context, tx, one.transfers)
        return one && { contract, transfers: [] }
      })
    } catch (error) {
      if (!isFaultOfRow(error) && !isHeld(error)) throw error
      failed!.push({ contract, error })
      await store.insertStuck(tx, contract, span.throughMs)
      return undefined
    }
  }
  for (let after: string | null = null; ;) {
    const atRisk: YieldContract[] = await store.lockAtRisk(tx, coin, BigInt(span.lowest), after, contractsPerChunk)
    for (const contract of atRisk) {
      const one = await (failed ? closeSeparately(contract) : close(contract))
      if (one) closed.push(one)
    }
    if (atRisk.length < contractsPerChunk) return closed
    after = atRisk.at(-1)!.id
  }
}

/**
 * Retries stuck contracts, closing each at the tick that should have closed it. Returns the number of closed
 * contracts.
 */
async function closeStuck(context: FarmingContext, coin: FarmCoin, stuck: Stuck, failures: Failures): Promise<number> {
  try {
    const closed = await context.db.transaction().execute(async (tx) => {
      const throughMs = await store.readWatch(tx, coin)
      const contract = await store.lockContract(tx, stuck, stuck.id)
      const tick =
        contract && farmActions.can('liquidate', contract.state)
          ? await reachedBy(context, contract, stuck.fromMs, throughMs)
          : undefined
      await store.deleteStuck(tx, stuck)
      if (!contract || !tick) return []
      const transfers = await liquidate(tx, contract, await store.listRates(tx, contract.planId), tick)
      await store.saveProgress(tx, contract)
      await mailLiquidated(context, tx, [contract])
      await postPatiently(context, tx, transfers)
      return [contract]
    })
    failures.rows.worked(stuck.id)
    refreshPages(context, closed)
    return closed.length
  } catch (error) {
    if (isHeld(error)) return 0
    if (!isFaultOfRow(error)) throw error
    await contractFailed(context, failures, { id: stuck.id, coin }, error)
    return 0
  }
}

/**
 * Returns the first tick in a span that reached a contract's liquidation price, after the contract's start tick and no
 * later than its end.
 */
export function reachedBy(
  { markets }: Pick<FarmingContext, 'markets'>,
  contract: YieldContract,
  fromMs: number,
  toMs: number,
) {
  return markets.firstAtOrBelow(`${contract.coin}USD`, {
    afterSeq: contract.entrySeq,
    fromMs: Math.max(fromMs, contract.entryAtMs),
    throughMs: Math.min(toMs, contract.endsAtMs),
    price: Number(contract.liquidationPrice),
  })
}

const ofPlan = (rates: readonly StoredRate[], { planId }: YieldContract) =>
  rates.filter((rate) => rate.planId === planId)

/**
 * Pays a chunk of contracts what is due up to the time that the watch has reached, because no earlier price can still
 * close them. `held` lists contracts in this run whose account another transaction has locked.
 */
async function payNext(
  context: FarmingContext,
  coin: FarmCoin,
  failures: Failures,
  held: Set<string>,
): Promise<{ processed: number; paid: number }> {
  let processed: YieldContract[] = []
  const pay = (most: number, only?: string) =>
    context.db.transaction().execute(async (tx) => {
      const throughMs = await store.readWatch(tx, coin)
      const locked = await store.lockDue(tx, coin, throughMs, [...failures.rows.waiting(), ...held], most)
      const contracts = only === undefined ? locked : locked.filter(({ id }) => id === only)
      if (only === undefined) processed = contracts
      if (contracts.length > 0) await payLocked(context, tx, contracts, throughMs)
      return contracts
    })
  try {
    const paid = await pay(contractsPerChunk)
    for (const { id } of paid) failures.rows.worked(id)
    refreshPages(context, paid)
    return { processed: paid.length, paid: paid.length }
  } catch (error) {
    if (processed.length === 0 || !(isFaultOfRow(error) || isHeld(error))) throw error
  }
  let paid = 0
  for (const contract of processed) {
    try {
      refreshPages(context, await pay(contractsPerChunk, contract.id))
      failures.rows.worked(contract.id)
      paid++
    } catch (error) {
      if (isHeld(error)) held.add(contract.id)
      else if (isFaultOfRow(error)) await contractFailed(context, failures, contract, error)
      else throw error
    }
  }
  return { processed: processed.length, paid }
}

async function payLocked(
  context: FarmingContext,
  tx: Executor,
  contracts: readonly YieldContract[],
  throughMs: number,
): Promise<void> {
  const rates = await store.listRates(tx)
  const transfers: NewTransfer[] = []
  for (const contract of contracts) {
    transfers.push(...(await payWeeks(tx, contract, ofPlan(rates, contract), throughMs)))
    if (contract.endsAtMs <= throughMs) transfers.push(...(await release(context, contract)))
    await store.saveProgress(tx, contract)
  }
  // Posts last, because the ledger locks its shards until the commit.
  if (transfers.length > 0) await postPatiently(context, tx, transfers)
}

const postPatiently = ({ ledger }: FarmingContext, tx: Executor, transfers: readonly NewTransfer[]) =>
  withLockPatience(tx, () => ledger.post(transfers, { tx }))
