import { contractDays, minedFor, miningAlgorithms, type MinedCoin } from '../../contract/mining-coins.ts'
import type { AccrualInputs } from '../../contract/mining.ts'
import { assets, type CoinAsset } from '../../contract/money.ts'
import type { NewTransfer } from '../ledger/public.ts'
import { convert, type UsdRate } from '../payments/public.ts'
import type { Executor } from '../platform/database.ts'
import { invariant } from '../platform/refused.ts'
import type { MiningContext } from './context.ts'
import { payable, type AccrualTerms } from './reward.ts'
import { dayOf, dueDays, payoutMs, split } from './schedule.ts'
import { insertDay, listDueCoins, listParameters, lockDue, saveProgress, type Contract, type Day, type Parameters, type StoredRate } from './store.ts'

const contractsAtOnce = 100

/** How far the outputs of a coin can be computed. `firstPriceMs`: since when there are the prices to convert it. */
type PayableCoin = { coin: CoinAsset; throughMs: number; firstPriceMs: number }

/**
 * Pays every day of every contract that is due; resolves with their number. A chunk of contracts is one transaction: a crash leaves all
 * of its days unpaid or paid, and the key of a day makes it count once. A contract whose day's rate is not known yet is left for a later
 * run. `unpriced`: coins without any price that were logged already.
 */
export async function payOutputs(context: MiningContext, unpriced: Set<CoinAsset>): Promise<number> {
  const nowMs = context.clock.nowMs()
  const due = await listDueCoins(context.db, nowMs)
  const coins = await Promise.all(due.map((coin) => payableCoin(context, coin, nowMs)))
  for (const { coin } of coins.filter(({ firstPriceMs }) => firstPriceMs === Infinity)) {
    if (!unpriced.has(coin)) context.log.warn({ coin }, 'mining outputs wait for a first price of their coin')
    unpriced.add(coin)
  }
  if (coins.length === 0) return 0
  let paid = 0
  for (;;) {
    const days = await context.db.transaction().execute((tx) => payChunk(context, tx, coins))
    if (days.length === 0) return paid
    paid += days.length
    for (const customerId of new Set(days)) context.bus.publish('customer.changed', { customerId, calls: ['activedeposits', 'mining.statement', 'user', 'statement'] })
  }
}

/** To now where the coin itself is mined; otherwise as far as the records of both prices are complete, and not at all before both have begun. */
async function payableCoin({ markets }: MiningContext, coin: CoinAsset, nowMs: number): Promise<PayableCoin> {
  const minedCoin = minedFor(coin)
  if (coin === minedCoin) return { coin, throughMs: nowMs, firstPriceMs: 0 }
  const symbols = [`${minedCoin}USD`, `${coin}USD`]
  const firsts = await Promise.all(symbols.map(async (symbol) => (await markets.ticksBetween(symbol, 0, nowMs, 1))[0]?.atMs ?? Infinity))
  const firstPriceMs = Math.max(...firsts)
  const completeMs = Math.min(nowMs, ...symbols.map((symbol) => markets.watermarkMs(symbol)))
  return { coin, throughMs: completeMs < firstPriceMs ? 0 : completeMs, firstPriceMs }
}

/** Answers the customer of each day that was paid. */
async function payChunk(context: MiningContext, tx: Executor, coins: readonly PayableCoin[]): Promise<string[]> {
  const contracts = await lockDue(tx, coins, contractsAtOnce)
  if (contracts.length === 0) return []
  const parameters = await listParameters(tx)
  const transfers: NewTransfer[] = []
  const customers: string[] = []
  for (const contract of contracts) {
    const { throughMs, firstPriceMs } = coins.find(({ coin }) => coin === contract.coin)!
    for (const number of dueDays(contract.startedAtMs, contract.daysPaid, throughMs)) {
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
  // Last, because the ledger locks its shards until the commit.
  if (transfers.length > 0) await context.ledger.post(transfers, { tx })
  return customers
}

async function computeDay(context: MiningContext, contract: Contract, number: number, parameters: readonly Parameters[], firstPriceMs: number): Promise<Day> {
  const paidAtMs = payoutMs(contract.startedAtMs, number)
  const terms = accrualsOf(contract, number, parameters)
  const { minedMinor, carryParts } = payable(contract.carryParts, terms.map(({ terms: each }) => each))
  const rate = contract.coin === contract.minedCoin ? null : await rateOfDay(context, contract.minedCoin, contract.coin, Math.max(paidAtMs, firstPriceMs))
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

/** The stretches of a day, each under the parameters that were in force. */
function accrualsOf(contract: Contract, number: number, all: readonly Parameters[]): { terms: AccrualTerms; inputs: AccrualInputs }[] {
  const { fromMs, toMs } = dayOf(contract.startedAtMs, number)
  const ofCoin = all.filter(({ coin }) => coin === contract.minedCoin)
  const changes = ofCoin.map((each) => each.fromMs).toReversed()
  return split(fromMs, toMs, changes).map((stretch) => {
    const inForce = ofCoin.find((each) => each.fromMs <= stretch.fromMs)
    invariant(inForce, `${contract.minedCoin} has parameters`)
    const terms = { ...stretch, ...termsOf(contract, inForce) }
    return { terms, inputs: inputsOf(terms, inForce.height) }
  })
}

function termsOf({ hashesPerS, feeBps, rejectedBps, minedCoin }: Contract, { difficultyE8, subsidyMinor }: Parameters) {
  return { hashesPerS, difficultyE8, work: miningAlgorithms[minedCoin].work, subsidyMinor, feeBps, rejectedBps }
}

function inputsOf({ fromMs, toMs, hashesPerS, difficultyE8, work, subsidyMinor, feeBps, rejectedBps }: AccrualTerms, height: number): AccrualInputs {
  return { from: fromMs, to: toMs, hashesPerS: String(hashesPerS), height, difficulty: String(difficultyE8), work: String(work), subsidyMinor: String(subsidyMinor), feeBps, rejectedBps }
}

/** The day's rate: the last published prices at or before the moment of the payout; of a day from before the first price, that one. */
async function rateOfDay({ markets }: MiningContext, from: MinedCoin, to: CoinAsset, atMs: number): Promise<{ from: UsdRate; to: UsdRate }> {
  const rateOf = async (asset: MinedCoin | CoinAsset): Promise<UsdRate> => {
    const symbol = `${asset}USD`
    const tick = await markets.lastTickAt(symbol, atMs)
    const info = markets.symbol(symbol)
    invariant(tick && info, `${symbol} has a price`)
    return { asset, price: BigInt(tick.price), scale: info.scale, symbol, seq: tick.seq, atMs: tick.atMs }
  }
  return { from: await rateOf(from), to: await rateOf(to) }
}

const storedRate = ({ symbol, seq, price, scale }: UsdRate): StoredRate => ({ symbol: symbol!, seq: seq!, price: String(price), scale })

function outputTransfer({ id, customerId, coin, minedCoin }: Contract, { day, paidMinor }: Day): NewTransfer {
  const note = coin === minedCoin ? `Mining output, day ${day + 1}` : `Mining output, day ${day + 1}, mined as ${assets[minedCoin].symbol}`
  return { debit: { house: 'mining_pool' }, credit: { owner: customerId, code: `mining:${coin}` }, asset: coin, amountMinor: paidMinor, kind: 'mining_output', reference: id, key: `mining:${id}:${day}`, note }
}
