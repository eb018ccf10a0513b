import { contractDays, minedCoins, minedFor, type MinedCoin } from '../../api/mining-coins.ts'
import { assets, type CoinAsset } from '../../api/money.ts'
import type { NewTransfer } from '../ledger/public.ts'
import { convert, type UsdRate } from '../markets/public.ts'
import type { Executor } from '../platform/database/database.ts'
import { FailingRows, isFaultOfRow } from '../platform/database/failing-rows.ts'
import { isHeld, withLockPatience } from '../platform/database/lock-patience.ts'
import { invariant } from '../platform/http/refused.ts'
import { accrualsOf } from './accruals.ts'
import type { MiningContext } from './context.ts'
import { networkMaximumOfDay, payable } from './reward.ts'
import { dueDays, payoutMs } from './schedule.ts'
import {
  insertDay,
  listDueCoins,
  listParameters,
  lockDue,
  lockOneDue,
  saveProgress,
  type MiningContract,
  type Day,
  type Parameters,
  type StoredRate,
} from './store.ts'

const contractsPerChunk = 100

/** How far a coin's outputs can be computed. `firstPriceMs`: the time from which prices for its conversion exist. */
type PayableCoin = { coin: CoinAsset; throughMs: number; firstPriceMs: number }

/** State that each run passes to the next. */
export type Payouts = {
  /** Coins whose missing price was already logged. */
  unpriced: Set<CoinAsset>
  failing: FailingRows
  /** The mined coin of each contract that can't be paid. */
  coinOf: Map<string, MinedCoin>
  /** Mined coins whose alarm may be open. */
  alarmed: Set<MinedCoin>
}

export const createPayouts = ({ clock }: Pick<MiningContext, 'clock'>): Payouts => ({
  unpriced: new Set(),
  failing: new FailingRows(clock),
  coinOf: new Map(),
  alarmed: new Set(minedCoins),
})

/**
 * Pays every due day of every contract, and returns the number of days. A chunk of contracts is one transaction: after
 * a crash, either all or none of its days are paid, and each day's key ensures that it is paid only once. If a day's
 * rate isn't known yet, a later run pays the day. If a chunk fails, its contracts are paid one day at a time; those
 * that still fail raise an alarm and wait for a later run. If another transaction has locked a contract's account, the
 * next run pays it.
 */
export async function payOutputs(context: MiningContext, payouts: Payouts): Promise<number> {
  const nowMs = context.clock.nowMs()
  const due = await listDueCoins(context.db, nowMs)
  const coins = await Promise.all(due.map((coin) => payableCoin(context, coin, nowMs)))
  for (const { coin } of coins.filter(({ firstPriceMs }) => firstPriceMs === Infinity)) {
    if (!payouts.unpriced.has(coin))
      context.log.warn({ coin }, 'mining outputs are waiting for the first price of their coin')
    payouts.unpriced.add(coin)
  }
  const run: Run = { coins, failed: new Map(), held: new Set() }
  let paid = 0
  while (coins.length > 0) {
    const { processed, customers } = await payNext(context, payouts, run)
    if (processed === 0) break
    paid += customers.length
    for (const customerId of new Set(customers))
      context.bus.publish('customer.changed', {
        customerId,
        calls: ['activedeposits', 'mining.statement', 'user', 'statement'],
      })
  }
  await alarm(context, payouts, run.failed)
  return paid
}

type Failed = { contracts: number; contract: string; day: number }

/** `held`: contracts whose account another transaction has locked. */
type Run = { coins: readonly PayableCoin[]; failed: Map<MinedCoin, Failed>; held: Set<string> }

/**
 * Opens an alarm for each coin with contracts that can't be paid, and closes the alarm when no such contract is left.
 */
async function alarm(
  { alarms }: MiningContext,
  { alarmed, coinOf }: Payouts,
  failed: Map<MinedCoin, Failed>,
): Promise<void> {
  for (const [coin, details] of failed) {
    alarmed.add(coin)
    await alarms.raise({ kind: 'mining_output_failed', subject: coin, details })
  }
  const failing = new Set(coinOf.values())
  for (const coin of [...alarmed].filter((each) => !failing.has(each))) {
    await alarms.clear('mining_output_failed', coin)
    alarmed.delete(coin)
  }
}

/** `processed` counts contracts, regardless of the result. `customers` has one entry for each paid day. */
type Chunk = { processed: number; customers: string[] }

async function payNext(context: MiningContext, payouts: Payouts, run: Run): Promise<Chunk> {
  let contracts: MiningContract[] = []
  try {
    const paid = await context.db.transaction().execute(async (tx) => {
      contracts = await lockDue(tx, run.coins, [...payouts.failing.waiting(), ...run.held], contractsPerChunk)
      // Works on copies, because a failed attempt would leave changed progress in the originals.
      const copies = contracts.map((contract) => ({ ...contract }))
      return { processed: contracts.length, customers: await payLocked(context, tx, copies, run.coins) }
    })
    for (const { id } of contracts) worked(payouts, id)
    return paid
  } catch (error) {
    if (contracts.length === 0 || !(isFaultOfRow(error) || isHeld(error))) throw error
  }
  const customers: string[] = []
  for (const contract of contracts) {
    try {
      customers.push(...(await payDayByDay(context, contract, run.coins)))
      worked(payouts, contract.id)
    } catch (error) {
      if (isHeld(error)) run.held.add(contract.id)
      else if (isFaultOfRow(error)) contractFailed(context, payouts, run, { contract, error })
      else throw error
    }
  }
  return { processed: contracts.length, customers }
}

function worked({ failing, coinOf }: Payouts, id: string): void {
  failing.worked(id)
  coinOf.delete(id)
}

function contractFailed(
  { log }: MiningContext,
  { failing, coinOf }: Payouts,
  { failed }: Run,
  { contract, error }: { contract: MiningContract; error: unknown },
): void {
  const { id, minedCoin, daysPaid } = contract
  failing.failed(id)
  coinOf.set(id, minedCoin)
  failed.set(minedCoin, { contracts: (failed.get(minedCoin)?.contracts ?? 0) + 1, contract: id, day: daysPaid + 1 })
  log.error({ err: error, contract: id }, 'could not pay a mining output')
}

/** Pays a contract one day at a time, each in a separate transaction. */
async function payDayByDay(
  context: MiningContext,
  contract: MiningContract,
  coins: readonly PayableCoin[],
): Promise<string[]> {
  const customers: string[] = []
  for (;;) {
    const paid = await context.db.transaction().execute(async (tx) => {
      const locked = await lockOneDue(tx, contract)
      return locked ? payLocked(context, tx, [locked], coins, 1) : []
    })
    if (paid.length === 0) return customers
    contract.daysPaid += paid.length
    customers.push(...paid)
  }
}

/**
 * Returns the time up to which days can be paid. If the coin itself is mined, this is now. Otherwise, it is the time up
 * to which both price records are complete, or 0 until both have begun.
 */
async function payableCoin({ markets }: MiningContext, coin: CoinAsset, nowMs: number): Promise<PayableCoin> {
  const minedCoin = minedFor(coin)
  if (coin === minedCoin) return { coin, throughMs: nowMs, firstPriceMs: 0 }
  const symbols = [`${minedCoin}USD`, `${coin}USD`]
  const firsts = await Promise.all(
    symbols.map(async (symbol) => (await markets.ticksBetween(symbol, 0, nowMs, 1))[0]?.atMs ?? Infinity),
  )
  const firstPriceMs = Math.max(...firsts)
  const completeMs = Math.min(nowMs, ...symbols.map((symbol) => markets.watermarkMs(symbol)))
  return { coin, throughMs: completeMs < firstPriceMs ? 0 : completeMs, firstPriceMs }
}

/** Pays at most `maxDays` due days of each contract, and returns the customer of each paid day. */
async function payLocked(
  context: MiningContext,
  tx: Executor,
  contracts: readonly MiningContract[],
  coins: readonly PayableCoin[],
  maxDays = contractDays,
): Promise<string[]> {
  if (contracts.length === 0) return []
  const parameters = await listParameters(tx)
  const transfers: NewTransfer[] = []
  const customers: string[] = []
  for (const contract of contracts) {
    const { throughMs, firstPriceMs } = coins.find(({ coin }) => coin === contract.coin)!
    for (const number of dueDays(contract.startedAtMs, contract.daysPaid, throughMs).slice(0, maxDays)) {
      const day = await computeDay(context, contract, number, parameters, firstPriceMs)
      await insertDay(tx, contract, day)
      contract.carryParts = day.carryAfterParts
      contract.earnedMinor += day.paidMinor
      contract.daysPaid = number + 1
      customers.push(contract.customerId)
      if (day.paidMinor > 0n) transfers.push(outputTransfer(contract, day))
    }
    contract.nextMs = contract.daysPaid < contractDays ? payoutMs(contract.startedAtMs, contract.daysPaid) : null
    await saveProgress(tx, contract)
  }
  // Posts last, because the ledger locks its shards until the commit.
  if (transfers.length > 0) await withLockPatience(tx, () => context.ledger.post(transfers, { tx }))
  return customers
}

async function computeDay(
  context: MiningContext,
  contract: MiningContract,
  number: number,
  parameters: readonly Parameters[],
  firstPriceMs: number,
): Promise<Day> {
  const paidAtMs = payoutMs(contract.startedAtMs, number)
  const terms = accrualsOf(contract, number, parameters)
  const { minedMinor, carryParts } = payable(
    contract.carryParts,
    terms.map(({ terms: each }) => each),
  )
  invariant(
    minedMinor <=
      networkMaximumOfDay(
        contract.minedCoin,
        terms.map(({ terms: each }) => each),
      ),
    'a contract must not mine more than the whole network mines in a day',
  )
  const rate =
    contract.coin === contract.minedCoin
      ? null
      : await rateOfDay(context, contract.minedCoin, contract.coin, Math.max(paidAtMs, firstPriceMs))
  return {
    day: number,
    paidAtMs,
    accruals: terms.map(({ inputs }) => inputs),
    carryBeforeParts: contract.carryParts,
    carryAfterParts: carryParts,
    minedMinor,
    rate: rate && { from: storedRate(rate.from), to: storedRate(rate.to) },
    paidMinor: rate ? convert(minedMinor, rate.from, rate.to) : minedMinor,
  }
}

/**
 * Returns the day's rate: the last published prices at or before the payout. For a day before the first price, returns
 * the first price.
 */
async function rateOfDay(
  { markets }: MiningContext,
  from: MinedCoin,
  to: CoinAsset,
  atMs: number,
): Promise<{ from: UsdRate; to: UsdRate }> {
  const rateOf = async (asset: MinedCoin | CoinAsset): Promise<UsdRate> => {
    const symbol = `${asset}USD`
    const tick = await markets.lastTickAt(symbol, atMs)
    const info = markets.symbol(symbol)
    invariant(tick && info, `${symbol} must have a price`)
    return { asset, price: BigInt(tick.price), scale: info.scale, symbol, seq: tick.seq, atMs: tick.atMs }
  }
  return { from: await rateOf(from), to: await rateOf(to) }
}

const storedRate = ({ symbol, seq, price, scale }: UsdRate): StoredRate => ({
  symbol: symbol!,
  seq: seq!,
  price: String(price),
  scale,
})

function outputTransfer({ id, customerId, coin, minedCoin }: MiningContract, { day, paidMinor }: Day): NewTransfer {
  return {
    debit: { house: 'mining_pool' },
    credit: { owner: customerId, code: `mining:${coin}` },
    asset: coin,
    amountMinor: paidMinor,
    kind: 'mining_output',
    reference: id,
    key: `mining:${id}:${day}`,
    note:
      coin === minedCoin
        ? { phrase: 'note_mining_output', values: { day: day + 1 } }
        : { phrase: 'note_mining_output_as', values: { day: day + 1, coin: assets[minedCoin].symbol } },
  }
}
