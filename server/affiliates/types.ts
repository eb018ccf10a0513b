import type { affiliatesCalls } from '../../api/calls/affiliates/affiliates.ts'
import type { Asset, CashAsset } from '../../api/money.ts'
import type { NewTransfer } from '../ledger/public.ts'
import type { Executor } from '../platform/database/database.ts'
import type { Bindings } from '../platform/http/http.ts'
import type { ModuleLife } from '../platform/platform.ts'

/** A deposit as seen by the programme: its customer and its value in the customer's currency. */
export type ReferredDeposit = {
  id: string
  customerId: string
  asset: CashAsset
  amountMinor: bigint
  /** The rest of a deposit, whose first part already earned its commissions. */
  isRest?: boolean
}

/** A withdrawal as seen by the programme. `principalMinor` is the part that returns deposited money. */
export type WithdrawnDeposits = { id: string; customerId: string; asset: Asset; principalMinor: bigint }

export type Affiliates = ModuleLife & {
  calls: Bindings<typeof affiliatesCalls>
  /**
   * Returns the commissions on a confirmed deposit as transfers, to be posted with it in `tx`. Call it once per
   * deposit, again when a reversed deposit is confirmed again, and once for the rest of an overpaid deposit.
   */
  commissions(tx: Executor, deposit: ReferredDeposit): Promise<NewTransfer[]>
  /**
   * Returns the transfers that claw back the commissions on a reversed deposit as far as the balances allow, to be
   * posted in `tx`; the rest becomes a debt. If an order spends the money first, the ledger refuses all of them, and
   * the caller must retry.
   */
  reversals(tx: Executor, depositId: string): Promise<NewTransfer[]>
  /**
   * Returns the transfers that claw back commissions on deposits that a withdrawal pays out again, to be posted in `tx`
   * with the withdrawal.
   */
  returns(tx: Executor, withdrawal: WithdrawnDeposits): Promise<NewTransfer[]>
  /** Pays commissions for which no rate was known before, and returns how many it paid. A loop runs it every minute. */
  payWaiting(): Promise<number>
}
