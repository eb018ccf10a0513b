import type { SentenceValues } from '../../api/sentences/sentences.ts'
import { throughClearing, type NewTransfer } from '../ledger/public.ts'
import type { Executor } from '../platform/database/database.ts'
import { invariant } from '../platform/http/refused.ts'
import type { FarmingContext } from './context.ts'
import { payable } from './interest.ts'
import { earlyFeeMinor, ownMinor } from './position.ts'
import { stretchesOf, weekOfContract, type Announcement } from './schedule.ts'
import { insertWeek, type YieldContract } from './store.ts'

/** The price that ends a contract, and its tick. */
export type ExitTick = { seq: number; atMs: number; price: number }

export const lockedCode = 'farming'

/**
 * Pays every week of a contract that ends at or before `untilMs`. The last week ends with the contract. Changes
 * `contract`; the caller saves it and posts the transfers.
 */
export async function payWeeks(
  tx: Executor,
  contract: YieldContract,
  rates: readonly Announcement[],
  untilMs: number,
): Promise<NewTransfer[]> {
  const transfers: NewTransfer[] = []
  for (;;) {
    const { fromMs, toMs } = weekOfContract(contract.startedAtMs, contract.endsAtMs, contract.weeksPaid)
    if (fromMs >= contract.endsAtMs || toMs > untilMs) break
    transfers.push(...(await payStretch(tx, contract, rates, fromMs, toMs)))
  }
  contract.nextMs = Math.min(
    weekOfContract(contract.startedAtMs, contract.endsAtMs, contract.weeksPaid).toMs,
    contract.endsAtMs,
  )
  return transfers
}

/**
 * Closes a contract at the tick that reached its liquidation price: pays interest until then, and the remainder after
 * repaying the loan.
 */
export async function liquidate(
  tx: Executor,
  contract: YieldContract,
  rates: readonly Announcement[],
  tick: ExitTick,
): Promise<NewTransfer[]> {
  const paid = await payWeeks(tx, contract, rates, tick.atMs)
  const { fromMs } = weekOfContract(contract.startedAtMs, contract.endsAtMs, contract.weeksPaid)
  const rest =
    tick.atMs > fromMs && fromMs < contract.endsAtMs ? await payStretch(tx, contract, rates, fromMs, tick.atMs) : []
  return [...paid, ...rest, ...end(contract, 'liquidated', tick, tick.atMs)]
}

/** Releases a contract at its end, at the price of the last tick at or before it. */
export async function release(
  { markets }: Pick<FarmingContext, 'markets'>,
  contract: YieldContract,
): Promise<NewTransfer[]> {
  const tick = await markets.lastTickAt(`${contract.coin}USD`, contract.endsAtMs)
  invariant(tick, `${contract.coin} must have a price`)
  return end(contract, 'released', tick, contract.endsAtMs)
}

/** Ends a contract early at a price, under the rule that was stated before the start. */
export async function endNow(
  tx: Executor,
  contract: YieldContract,
  rates: readonly Announcement[],
  tick: ExitTick,
  nowMs: number,
): Promise<NewTransfer[]> {
  const paid = await payWeeks(tx, contract, rates, nowMs)
  return [...paid, ...end(contract, 'closed_early', tick, nowMs)]
}

async function payStretch(
  tx: Executor,
  contract: YieldContract,
  rates: readonly Announcement[],
  fromMs: number,
  toMs: number,
): Promise<NewTransfer[]> {
  const { id, customerId, asset, weeksPaid: week, carryParts: carryBeforeParts, minimumPpm } = contract
  const stretches = stretchesOf(fromMs, toMs, rates, minimumPpm)
  const { paidMinor, carryParts } = payable(contract, carryBeforeParts, stretches)
  await insertWeek(tx, contract, {
    week,
    fromMs,
    toMs,
    stretches,
    carryBeforeParts,
    carryAfterParts: carryParts,
    paidMinor,
  })
  contract.weeksPaid = week + 1
  contract.carryParts = carryParts
  contract.earnedMinor += paidMinor
  if (paidMinor === 0n) return []
  return [
    {
      debit: { house: 'yield_pool' },
      credit: { owner: customerId, code: 'trading' },
      asset,
      amountMinor: paidMinor,
      kind: 'farming_interest',
      reference: id,
      key: `farming:${id}:${week}`,
      note: { phrase: 'note_yield_interest', values: { week: week + 1, plan: contract.plan } },
    },
  ]
}

const endingNotes = {
  released: 'note_yield_released',
  closed_early: 'note_yield_early',
  liquidated: 'note_yield_liquidated',
} as const
type EndingNote = (typeof endingNotes)[keyof typeof endingNotes]

function end(contract: YieldContract, how: keyof typeof endingNotes, tick: ExitTick, atMs: number): NewTransfer[] {
  const { principalMinor } = contract
  const own = ownMinor(contract, BigInt(tick.price))
  const feeMinor = how === 'closed_early' ? earlyFeeMinor(principalMinor, contract.earlyFeeBps, own) : 0n
  Object.assign(contract, {
    state: how,
    endedMs: atMs,
    nextMs: null,
    exitSeq: tick.seq,
    exitAtMs: tick.atMs,
    exitPrice: BigInt(tick.price),
    feeMinor,
    returnedMinor: own - feeMinor,
  } satisfies Partial<YieldContract>)
  const values = { symbol: `${contract.coin}USD`, tick: String(tick.seq) }
  return returnTransfers(contract, own, feeMinor, endingNotes[how], values)
}

/**
 * Returns the transfers that move the deposit out of the locked account: back to the customer, to the pool for a loss,
 * and from the pool for a gain.
 */
function returnTransfers(
  { id, customerId, asset, principalMinor }: YieldContract,
  own: bigint,
  feeMinor: bigint,
  phrase: EndingNote,
  values: SentenceValues,
): NewTransfer[] {
  const [locked, trading, pool] = [
    { owner: customerId, code: lockedCode },
    { owner: customerId, code: 'trading' },
    { house: 'yield_pool' } as const,
  ]
  const marks = { asset, kind: 'farming_return', reference: id } as const
  const backMinor = (own < principalMinor ? own : principalMinor) - feeMinor
  const sums: NewTransfer[] = []
  if (backMinor > 0n)
    sums.push(
      ...throughClearing({
        ...marks,
        from: locked,
        to: trading,
        amountMinor: backMinor,
        key: `farming:${id}:return`,
        note: { phrase, values },
      }),
    )
  if (own > principalMinor)
    sums.push({
      ...marks,
      debit: pool,
      credit: trading,
      amountMinor: own - principalMinor,
      key: `farming:${id}:gain`,
      note: { phrase: `${phrase}_gain`, values },
    })
  if (own < principalMinor)
    sums.push({
      ...marks,
      debit: locked,
      credit: pool,
      amountMinor: principalMinor - own,
      key: `farming:${id}:loss`,
      note: { phrase: `${phrase}_loss`, values },
    })
  if (feeMinor > 0n)
    sums.push({
      ...marks,
      kind: 'fee',
      debit: locked,
      credit: { house: 'fees' },
      amountMinor: feeMinor,
      key: `farming:${id}:fee`,
      note: { phrase: 'note_yield_fee' },
    })
  return sums
}
