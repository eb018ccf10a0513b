import { farmActions } from '../../api/states/farm-states.ts'
import { compareMoves, readableBreaks, type BookCheck } from '../ledger/public.ts'
import { recordedAt } from '../markets/public.ts'
import type { Executor } from '../platform/database/database.ts'
import { listBegun, type BegunDeposit } from '../payments/public.ts'
import { shardCount } from '../platform/random.ts'
import { storedFarmTerms, type FarmTerms } from './begin-contract.ts'
import { expectedOfFarming, findProgressBreaks, weeksOfShard, type StoredWeek } from './books-store.ts'
import { payable } from './interest.ts'
import { earlyFeeMinor, liquidationPrice, ownMinor } from './position.ts'
import { endOf, stretchesOf, weekOfContract, type Announcement } from './schedule.ts'
import { contractsOf, listRates, type YieldContract } from './store.ts'

type Break = Awaited<ReturnType<BookCheck['find']>>[number]

/**
 * Compares yield contracts with their deposits and transfers, and recomputes every week and every ending from the
 * announced rates.
 */
export const farmingBooks: BookCheck = {
  name: 'yield',
  async find(tx) {
    const breaks = await compareMoves(tx, (shard) => [expectedOfFarming(shard)])
    const rates = Map.groupBy(await listRates(tx), ({ planId }) => planId)
    for (let shard = 0; shard < shardCount; shard++) {
      breaks.push(...(await findProgressBreaks(tx, shard)))
      const begun = new Map((await listBegun(tx, shard, 'farming')).map((deposit) => [deposit.id, deposit]))
      const weeks = Map.groupBy(await weeksOfShard(tx, shard), ({ contractId }) => contractId)
      const contracts = await contractsOf(tx, shard)
      breaks.push(...(await breaksOfPrices(tx, contracts)))
      for (const contract of contracts) {
        const subject = { shard, subject: `contract ${contract.id}` }
        const faults = () => [
          ...breaksOfTerms(contract, begun.get(contract.id)),
          ...breaksOfWeeks(contract, weeks.get(contract.id) ?? [], rates.get(contract.planId) ?? []),
        ]
        breaks.push(...readableBreaks(subject, () => faults().map((found) => ({ ...subject, ...found }))))
      }
    }
    return breaks
  },
}

/** Checks that a contract's start and end prices are in the tick record, at the times stated by the contract. */
async function breaksOfPrices(tx: Executor, contracts: readonly YieldContract[]): Promise<Break[]> {
  const used = contracts.flatMap(
    ({ id, shard, coin, entrySeq, entryAtMs, entryPrice, exitSeq, exitAtMs, exitPrice }) => {
      const found = { shard, subject: `contract ${id}`, symbol: `${coin}USD` }
      const exit =
        exitAtMs === null && exitSeq === null
          ? []
          : [{ ...found, atMs: exitAtMs ?? 0, words: `#${exitSeq} ${exitPrice}`, seq: exitSeq }]
      return [{ ...found, atMs: entryAtMs, words: `#${entrySeq} ${entryPrice}`, seq: entrySeq }, ...exit]
    },
  )
  const recorded = await recordedAt(tx, used)
  return used.flatMap(({ shard, subject, atMs, words: found, seq }, index) => {
    const tick = recorded[index]
    const expected = tick?.atMs === atMs ? `#${tick.seq} ${tick.price}` : 'no price at that time'
    // Of several prices at the same moment, compares only the last.
    const isEarlier = tick?.atMs === atMs && seq !== null && seq < tick.seq && seq > tick.seq - 10
    return expected === found || isEarlier
      ? []
      : [{ rule: 'yield prices are recorded', shard, subject, expected, found }]
  })
}

type Fault = Pick<Break, 'rule' | 'expected' | 'found'>

/**
 * Checks that a contract has the terms agreed with its deposit, and that its liquidation price and end follow from
 * them.
 */
function breaksOfTerms(contract: YieldContract, deposit: BegunDeposit | undefined): Fault[] {
  if (contract.state === 'left_the_chain' && !deposit) return []
  const terms = deposit && storedFarmTerms.parse(deposit.terms)
  const termsOf = (t: Omit<FarmTerms, 'durationDays'>) =>
    [t.coin, t.leverageHalves, t.minimumPpm, t.borrowPpm, t.marginBps, t.earlyFeeBps].join(' ')
  const expected =
    deposit && terms
      ? [
          deposit.customerId,
          deposit.beganMinor,
          termsOf(terms),
          endOf(contract.startedAtMs, terms.durationDays),
          liquidationPrice(contract),
          nextOf(contract),
          endingOf(contract),
        ]
          .map(String)
          .join(' ')
      : 'no deposit'
  const found = [
    contract.customerId,
    contract.principalMinor,
    termsOf(contract),
    contract.endsAtMs,
    contract.liquidationPrice,
    contract.nextMs,
    `${contract.feeMinor} ${contract.returnedMinor}`,
  ]
    .map(String)
    .join(' ')
  return expected === found ? [] : [{ rule: 'yield contract equals deposit', expected, found }]
}

/** Returns when the next interest is due. */
function nextOf({ state, startedAtMs, endsAtMs, weeksPaid }: YieldContract): number | null {
  return farmActions.can('earn', state) ? weekOfContract(startedAtMs, endsAtMs, weeksPaid).toMs : null
}

/** Returns the fee and the returned amount, computed from the end price. */
function endingOf(contract: YieldContract): string {
  if (contract.exitPrice === null) return '0 null'
  const own = ownMinor(contract, BigInt(contract.exitPrice))
  const feeMinor =
    contract.state === 'closed_early' ? earlyFeeMinor(contract.principalMinor, contract.earlyFeeBps, own) : 0n
  return `${feeMinor} ${own - feeMinor}`
}

function breaksOfWeeks(contract: YieldContract, weeks: readonly StoredWeek[], rates: readonly Announcement[]): Fault[] {
  const faults: Fault[] = []
  let carryParts = 0n
  for (const { week, fromMs, toMs, stretches, carryBeforeParts, carryAfterParts, paidMinor } of weeks) {
    const own = weekOfContract(contract.startedAtMs, contract.endsAtMs, week)
    // A liquidation shortens the last week.
    const endMs =
      contract.state === 'liquidated' && contract.endedMs !== null ? Math.min(own.toMs, contract.endedMs) : own.toMs
    const announced = stretchesOf(own.fromMs, endMs, rates, contract.minimumPpm)
    const paid = payable(contract, carryParts, announced)
    const expected = `${words(announced)} ${own.fromMs} ${endMs} ${carryParts} ${paid.carryParts} ${paid.paidMinor}`
    const found = `${words(stretches)} ${fromMs} ${toMs} ${carryBeforeParts} ${carryAfterParts} ${paidMinor}`
    if (expected !== found)
      faults.push({ rule: `interest of week ${week + 1} follows from announced rates`, expected, found })
    carryParts = BigInt(carryAfterParts)
  }
  return faults
}

const words = (stretches: readonly { from: number; to: number; announced: number; applied: number }[]) =>
  stretches.map(({ from, to, announced, applied }) => `${from}-${to}:${announced}/${applied}`).join(',')
