import type { CashAsset, CoinAsset } from '../../../contract/money.ts'
import type { NewTransfer } from '../../ledger/public.ts'
import type { Executor } from '../../platform/database.ts'
import { invariant } from '../../platform/refused.ts'
import type { Deposit } from './store.ts'

/** A deposit that is credited, or was, as the module sees whose contract it pays for. `priceMinor` is what goes into the contract. */
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

/** Both answer transfers that are posted with the deposit's own: from the trading account, where its money arrives, and back to it. */
export type PurposeHandler = {
  /** The deposit is credited: its contract begins. Once in a deposit's life. */
  begin(tx: Executor, paid: PaidDeposit): Promise<NewTransfer[]>
  /** The chain has left the deposit out: its contract ends, and the price goes back before the deposit is taken. */
  undo(tx: Executor, paid: PaidDeposit): Promise<NewTransfer[]>
}

/** Who begins contracts for deposits that pay for one. */
export class Purposes {
  readonly #handlers = new Map<Deposit['purpose'], PurposeHandler>()

  add(purpose: 'mining' | 'farming', handler: PurposeHandler): void {
    invariant(!this.#handlers.has(purpose), `${purpose} has a handler already`)
    this.#handlers.set(purpose, handler)
  }

  /** Begins the contract of a deposit that has just been credited, if it pays for one and none ever began. */
  async begin(tx: Executor, deposit: Deposit, nowMs: number): Promise<NewTransfer[]> {
    const handler = this.#handlers.get(deposit.purpose)
    if (!handler || deposit.state !== 'credited' || deposit.beganAtMs !== null || deposit.creditedMinor <= 0n) return []
    deposit.beganAtMs = nowMs
    deposit.beganMinor = deposit.creditedMinor
    return handler.begin(tx, paidOf(deposit))
  }

  /** Ends the contract of a deposit whose payment has left the chain. */
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
