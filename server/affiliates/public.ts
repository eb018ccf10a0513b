import type { affiliatesCalls } from '../../contract/calls/affiliates.ts'
import type { Asset, CashAsset } from '../../contract/money.ts'
import type { NewTransfer } from '../ledger/public.ts'
import type { Executor } from '../platform/database/database.ts'
import type { Bindings } from '../platform/http/http.ts'
import { RowAlarms } from '../platform/database/failing-rows.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { bindAffiliatesCalls } from './calls.ts'
import { commissionsOf, payWaiting, returnsOf, reversalsOf } from './commissions.ts'
import type { AffiliatesContext, AffiliatesNeighbours } from './context.ts'
import { registerMember } from './membership.ts'
import { exportAffiliate } from './show-affiliate.ts'

export { affiliatesBooks } from './books.ts'

export type { AffiliatesNeighbours } from './context.ts'

/** A deposit as seen by the programme: its customer and its value in the customer's currency. */
export type ReferredDeposit = { id: string; customerId: string; asset: CashAsset; amountMinor: bigint }

/** A withdrawal as seen by the programme. `principalMinor` is the part that returns deposited money. */
export type WithdrawnDeposits = { id: string; customerId: string; asset: Asset; principalMinor: bigint }

export type Affiliates = ModuleLife & {
  calls: Bindings<typeof affiliatesCalls>
  /**
   * Returns the commissions of a confirmed deposit as transfers, to be posted with it in `tx`. Once per deposit, and
   * again after a reversal.
   */
  commissions(tx: Executor, deposit: ReferredDeposit): Promise<NewTransfer[]>
  /**
   * Returns the transfers that take back the commissions of a reversed deposit as far as the balances allow, to be
   * posted in `tx`; the rest becomes a debt. If an order spends the money first, the ledger refuses the whole post:
   * retry.
   */
  reversals(tx: Executor, depositId: string): Promise<NewTransfer[]>
  /**
   * Returns the transfers that take back commissions on deposits that a withdrawal pays out again, to be posted in
   * `tx` with the withdrawal.
   */
  returns(tx: Executor, withdrawal: WithdrawnDeposits): Promise<NewTransfer[]>
  /** Pays commissions that waited for a rate and returns how many it paid. A loop runs it every minute. */
  payWaiting(): Promise<number>
}

const payWaitingEveryMs = 60_000

/**
 * Creates the referral programme with its three levels: 10 %, 5 % and 1 % of confirmed referred deposits. Source:
 * docs/spec/product.md section 1.
 */
export function createAffiliates(platform: Platform, neighbours: AffiliatesNeighbours): Affiliates {
  const context: AffiliatesContext = { ...platform, ...neighbours }
  const failing = new RowAlarms(platform.alarms, 'commission_failed')
  platform.jobs.every('waiting commissions', payWaitingEveryMs, async () => void (await payWaiting(context, failing)))
  neighbours.identity.onRegistered((tx, customerId, referralCode) =>
    registerMember(context, tx, customerId, referralCode),
  )
  neighbours.identity.addExporter('affiliates', (session) => exportAffiliate(context, session))
  return {
    calls: bindAffiliatesCalls(context),
    commissions: (tx, deposit) => commissionsOf(context, tx, deposit),
    reversals: (tx, depositId) => reversalsOf(context, tx, depositId),
    returns: (tx, withdrawal) => returnsOf(context, tx, withdrawal),
    payWaiting: () => payWaiting(context, failing),
  }
}
