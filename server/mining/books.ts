import { contractDays } from '../../api/mining-coins.ts'
import { compareMoves, readableBreaks, type BookCheck } from '../ledger/public.ts'
import { recordedAt } from '../markets/public.ts'
import type { Executor } from '../platform/database/database.ts'
import { convert, type UsdRate } from '../markets/public.ts'
import { listBegun, miningTerms, type BegunDeposit } from '../payments/public.ts'
import { shardCount } from '../platform/random.ts'
import { accrualsOf } from './accruals.ts'
import { expectedOfMining, findProgressBreaks, listContractsWithDays, type StoredDay } from './books-store.ts'
import { payable } from './reward.ts'
import { payoutMs } from './schedule.ts'
import { listAllParameters, type MiningContract, type Parameters, type StoredRate } from './store.ts'

type Break = Awaited<ReturnType<BookCheck['find']>>[number]

/**
 * Compares mining contracts with their deposits and transfers, and recomputes every paid day from the announced
 * parameters.
 */
export const miningBooks: BookCheck = {
  name: 'mining',
  async find(tx) {
    const breaks = await compareMoves(tx, (shard) => [expectedOfMining(shard)])
    const parameters = await listAllParameters(tx)
    for (let shard = 0; shard < shardCount; shard++) {
      breaks.push(...(await findProgressBreaks(tx, shard)))
      const begun = new Map((await listBegun(tx, shard, 'mining')).map((deposit) => [deposit.id, deposit]))
      for (const { contract, days } of await listContractsWithDays(tx, shard)) {
        const rates = await ratesOf(tx, contract, days)
        const find = () => [
          ...breaksOfTerms(contract, begun.get(contract.id)),
          ...breaksOfTimes(contract, days),
          ...breaksOfDays(contract, days, parameters),
          ...breaksOfRates(contract, rates),
        ]
        breaks.push(...readableBreaks({ shard, subject: `contract ${contract.id}` }, find))
      }
    }
    return breaks
  },
}

/**
 * Checks that a contract has the terms its deposit paid for. If a chain reorganisation removed the deposit, only the
 * transfers are compared.
 */
function breaksOfTerms(contract: MiningContract, deposit: BegunDeposit | undefined): Break[] {
  if (contract.endedEarlyMs !== null && !deposit) return []
  const terms = deposit && miningTerms.parse(deposit.terms)
  const hashesPerS = deposit && terms && (BigInt(terms.hashesPerS) * deposit.beganMinor) / BigInt(terms.planPriceMinor)
  const expected = deposit ? `${deposit.customerId} ${deposit.beganMinor} ${hashesPerS}` : 'no deposit'
  const found = `${contract.customerId} ${contract.priceMinor} ${contract.hashesPerS}`
  if (expected === found) return []
  return [
    {
      rule: 'mining contract equals deposit',
      shard: contract.shard,
      subject: `contract ${contract.id}`,
      expected,
      found,
    },
  ]
}

/**
 * Checks that days were paid when they were due, and that the time of the next payout follows from the contract's
 * start.
 */
function breaksOfTimes(
  { id, shard, startedAtMs, endedEarlyMs, daysPaid, nextMs }: MiningContract,
  days: readonly StoredDay[],
): Break[] {
  const due = (day: number) => payoutMs(startedAtMs, day)
  const expected = [
    ...days.map(({ day }) => due(day)),
    endedEarlyMs === null && daysPaid < contractDays ? due(daysPaid) : 'no more',
  ].join(' ')
  const found = [...days.map(({ paidAtMs }) => paidAtMs), nextMs ?? 'no more'].join(' ')
  return expected === found
    ? []
    : [{ rule: 'mining days are paid when due', shard, subject: `contract ${id}`, expected, found }]
}

function breaksOfDays(
  contract: MiningContract,
  days: readonly StoredDay[],
  parameters: readonly Parameters[],
): Break[] {
  const breaks: Break[] = []
  let carryParts = 0n
  for (const { day, accruals, carryBeforeParts, carryAfterParts, minedMinor, rate, paidMinor } of days) {
    const subject = { shard: contract.shard, subject: `contract ${contract.id} day ${day + 1}` }
    const found = `${JSON.stringify(accruals.map(inputs))} ${carryBeforeParts} ${carryAfterParts} ${minedMinor}`
    const expected = versionsOf(contract, day, parameters).map((version) => {
      const mined = payable(
        carryParts,
        version.map(({ terms }) => terms),
      )
      const computedFrom = JSON.stringify(version.map((each) => inputs(each.inputs)))
      return `${computedFrom} ${carryParts} ${mined.carryParts} ${mined.minedMinor}`
    })
    if (!expected.includes(found)) {
      breaks.push({ rule: 'mining output follows from parameters', ...subject, expected: expected[0]!, found })
    }
    const worthMinor = rate
      ? convert(minedMinor, rateOf(contract.minedCoin, rate.from), rateOf(contract.coin, rate.to))
      : minedMinor
    if (paidMinor !== worthMinor || (rate === null) !== (contract.coin === contract.minedCoin)) {
      breaks.push({
        rule: 'mining payout equals what was mined',
        ...subject,
        expected: String(worthMinor),
        found: String(paidMinor),
      })
    }
    carryParts = BigInt(carryAfterParts)
  }
  return breaks
}

type UsedRate = {
  day: number
  price: StoredRate
  tick: Awaited<ReturnType<typeof recordedAt>>[number]
  isEarly: boolean
}

/**
 * Reads the last published price for each rate of a contract's days. `Early` rates belong to days that were due before
 * one of the two coins had a price.
 */
async function ratesOf(tx: Executor, contract: MiningContract, days: readonly StoredDay[]): Promise<UsedRate[]> {
  const used = days.flatMap(({ day, rate }) =>
    [rate?.from, rate?.to].flatMap((price) =>
      price ? [{ day, price, symbol: String(price.symbol), atMs: payoutMs(contract.startedAtMs, day) }] : [],
    ),
  )
  const recorded = await recordedAt(tx, used)
  const early = new Set(used.filter((_, index) => !recorded[index]).map(({ day }) => day))
  return used.map(({ day, price }, index) => ({ day, price, tick: recorded[index], isEarly: early.has(day) }))
}

/**
 * Checks that a day's rate consists of the last published prices when it was paid. A day that was due before one coin's
 * first price uses the prices at the time of that first price. For such a day, the check compares only that coin's
 * price, which must be its first.
 */
function breaksOfRates(contract: MiningContract, rates: readonly UsedRate[]): Break[] {
  return rates.flatMap(({ day, price, tick, isEarly }) => {
    if (tick && isEarly) return []
    if (tick ? tick.seq === price.seq && tick.price === BigInt(price.price) : price.seq === 1) return []
    const expected = tick ? `#${tick.seq} ${tick.price}` : 'the first price'
    const subject = `contract ${contract.id} day ${day + 1} ${price.symbol}`
    return [
      {
        rule: 'mining rate is a recorded price',
        shard: contract.shard,
        subject,
        expected,
        found: `#${price.seq} ${price.price}`,
      },
    ]
  })
}

const rateOf = (asset: UsdRate['asset'], { symbol, seq, price, scale }: StoredRate): UsdRate => ({
  asset,
  symbol,
  seq,
  scale,
  price: BigInt(price),
  atMs: null,
})

/** Returns the parameters under which a day was paid. Later corrections don't change them. */
function versionsOf(contract: MiningContract, day: number, parameters: readonly Parameters[]) {
  const revisions = [...new Set(parameters.map(({ revision }) => revision))].toSorted((a, b) => b - a)
  return revisions.map((revision) => accrualsOf(contract, day, upTo(parameters, revision)))
}

/** Returns the newest revision of each entry up to the given one. `parameters` is sorted newest first. */
function upTo(parameters: readonly Parameters[], revision: number): Parameters[] {
  const seen = new Set<string>()
  return parameters.filter((each) => {
    const entry = `${each.coin} ${each.fromMs}`
    if (each.revision > revision || seen.has(entry)) return false
    seen.add(entry)
    return true
  })
}

/** Returns the fields in a fixed order, because the database may return them in a different one. */
const inputs = (each: object) => Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))
