import { z } from 'zod'
import { farmCoins } from '../../api/farming-rules.ts'
import { farmActions } from '../../api/states/farm-states.ts'
import { throughClearing, type NewTransfer } from '../ledger/public.ts'
import type { PaidDeposit } from '../payments/public.ts'
import type { Executor } from '../platform/database/database.ts'
import type { FarmingContext } from './context.ts'
import { liquidationPrice } from './position.ts'
import { lockedCode } from './run-contract.ts'
import { endOf, weekOfContract } from './schedule.ts'
import { holdWatch, insertContract, lockContract, saveProgress } from './store.ts'

/**
 * The terms stored with a contract's deposit: everything that was promised when the contract was requested. Deposits
 * are sealed, so the stored names can't change (docs/decisions/0023-sealed-rows.md).
 */
export const storedFarmTerms = z
  .object({
    coin: z.enum(farmCoins),
    leverHalves: z.int().positive(),
    durationDays: z.int().positive(),
    minimumPpm: z.int().nonnegative(),
    borrowPpm: z.int().nonnegative(),
    marginBps: z.int().nonnegative(),
    earlyFeeBps: z.int().nonnegative(),
  })
  .transform(({ leverHalves, ...terms }) => ({ ...terms, leverageHalves: leverHalves }))
export type StoredFarmTerms = z.input<typeof storedFarmTerms>
export type FarmTerms = z.output<typeof storedFarmTerms>

/**
 * Begins the contract that a deposit pays for, in the transaction that credits it. Moves the money from the trading
 * account, where it has just arrived, to the locked account, and buys the position at the last published tick. If the
 * coin has no price yet, no contract begins and the money stays in the trading account. Throws if the stored terms are
 * invalid; the deposit then isn't credited, and its alarm stays open, until they are repaired.
 */
export async function beginContract(context: FarmingContext, tx: Executor, paid: PaidDeposit): Promise<NewTransfer[]> {
  const { id, shard, customerId, plan, planId, asset, priceMinor: principalMinor } = paid
  const { durationDays, ...terms } = storedFarmTerms.parse(paid.terms)
  await holdWatch(tx, terms.coin)
  const startedAtMs = context.clock.nowMs()
  const tick = await context.markets.lastTickAt(`${terms.coin}USD`, startedAtMs)
  if (!tick) return []
  const entryPrice = BigInt(tick.price)
  const endsAtMs = endOf(startedAtMs, durationDays)
  await insertContract(tx, {
    ...terms,
    id,
    shard,
    customerId,
    plan,
    planId,
    asset,
    principalMinor,
    entrySeq: tick.seq,
    entryAtMs: tick.atMs,
    entryPrice,
    liquidationPrice: liquidationPrice({ ...terms, entryPrice }),
    startedAtMs,
    endsAtMs,
    weeksPaid: 0,
    nextMs: weekOfContract(startedAtMs, endsAtMs, 0).toMs,
    carryParts: 0n,
    earnedMinor: 0n,
    state: 'running',
    endedMs: null,
    exitSeq: null,
    exitAtMs: null,
    exitPrice: null,
    feeMinor: 0n,
    returnedMinor: null,
  })
  const values = { days: durationDays, plan, leverage: terms.leverageHalves / 2 }
  return throughClearing({
    from: { owner: customerId, code: 'trading' },
    to: { owner: customerId, code: lockedCode },
    asset,
    amountMinor: principalMinor,
    kind: 'farming_lock',
    reference: id,
    key: `farming:${id}:lock`,
    note: { phrase: 'note_yield_locked', values },
  })
}

/**
 * Ends the contract of a deposit that a chain reorganisation removed. The locked money returns to the account from
 * which the deposit is reversed.
 */
export async function undoContract(
  { clock }: FarmingContext,
  tx: Executor,
  { id, shard, customerId, asset, priceMinor, plan }: PaidDeposit,
): Promise<NewTransfer[]> {
  const contract = await lockContract(tx, { shard, customerId }, id)
  if (!contract || !farmActions.can('undo', contract.state)) return []
  await saveProgress(tx, { ...contract, state: 'left_the_chain', nextMs: null, endedMs: clock.nowMs() })
  return throughClearing({
    from: { owner: customerId, code: lockedCode },
    to: { owner: customerId, code: 'trading' },
    asset,
    amountMinor: priceMinor,
    kind: 'farming_return',
    reference: id,
    key: `farming:${id}:undo`,
    note: { phrase: 'note_yield_undone', values: { plan } },
  })
}
