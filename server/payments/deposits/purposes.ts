import type { CashAsset, CoinAsset } from '../../../api/money.ts'
import type { NewTransfer } from '../../ledger/public.ts'
import type { Executor } from '../../platform/database/database.ts'
import { invariant } from '../../platform/http/refused.ts'
import type { Deposit } from './store.ts'

/** A credited deposit as seen by the module that owns its contract. `priceMinor` is paid into the contract. */
export type PaidDeposit = {
  id: string
  shard: number
  customerId: string
  planId: string
  plan: string
  miningCoin: CoinAsset | null
  asset: CashAsset
  priceMinor: bigint
  terms: unknown
}

/**
 * Both methods return transfers to post together with the deposit's own: from the trading account, where the money
 * arrives, or back to it.
 */
export type PurposeHandler = {
  /** Begins the contract of a credited deposit. Called once per deposit. */
  begin(tx: Executor, paid: PaidDeposit): Promise<NewTransfer[]>
  /**
   * Ends the contract of a deposit whose payment a chain reorganisation removed. The price is paid back before the
   * deposit is reversed.
   */
  undo(tx: Executor, paid: PaidDeposit): Promise<NewTransfer[]>
}

/** The handlers that begin contracts for deposits. */
export class Purposes {
  readonly #handlers = new Map<Deposit['purpose'], PurposeHandler>()

  add(purpose: 'mining' | 'farming', handler: PurposeHandler): void {
    invariant(!this.#handlers.has(purpose), `${purpose} already has a handler`)
    this.#handlers.set(purpose, handler)
  }

  /** Begins the contract that a newly credited deposit pays for, unless the deposit has already begun one. */
  async begin(tx: Executor, deposit: Deposit, nowMs: number): Promise<NewTransfer[]> {
    const handler = this.#handlers.get(deposit.purpose)
    if (!handler || deposit.state !== 'credited' || deposit.beganAtMs !== null || deposit.creditedMinor <= 0n) return []
    deposit.beganAtMs = nowMs
    deposit.beganMinor = deposit.creditedMinor
    return handler.begin(tx, paidOf(deposit))
  }

  /** Ends the contract of a deposit whose payment a chain reorganisation removed. */
  async undo(tx: Executor, deposit: Deposit): Promise<NewTransfer[]> {
    const handler = this.#handlers.get(deposit.purpose)
    if (!handler || deposit.beganMinor === null) return []
    const transfers = await handler.undo(tx, paidOf(deposit))
    deposit.beganMinor = null
    return transfers
  }
}

function paidOf({ id, shard, customerId, planId, plan, miningCoin, asset, beganMinor, terms }: Deposit): PaidDeposit {
  return { id, shard, customerId, planId, plan, miningCoin, asset, priceMinor: beganMinor!, terms }
}
