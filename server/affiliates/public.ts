import type { affiliatesCalls } from '../../contract/affiliates.ts'
import type { Asset, CashAsset } from '../../contract/money.ts'
import type { NewTransfer } from '../ledger/public.ts'
import type { Executor } from '../platform/database.ts'
import type { Bindings } from '../platform/http.ts'
import { RowAlarms } from '../platform/failing-rows.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { bindAffiliatesCalls } from './calls.ts'
import { commissionsOf, payWaiting, returnsOf, reversalsOf } from './commissions.ts'
import type { AffiliatesContext, AffiliatesNeighbours } from './context.ts'
import { registerMember } from './membership.ts'
import { exportAffiliate } from './show-affiliate.ts'

export { affiliatesBooks } from './books.ts'

export type { AffiliatesNeighbours } from './context.ts'

/** A deposit as the programme sees it: who made it and what it was worth in the customer's currency. */
export type ReferredDeposit = { id: string; customerId: string; asset: CashAsset; amountMinor: bigint }

/** A withdrawal as the programme sees it: `principalMinor` of it are deposits that leave again. */
export type WithdrawnDeposits = { id: string; customerId: string; asset: Asset; principalMinor: bigint }

export type Affiliates = ModuleLife & {
  calls: Bindings<typeof affiliatesCalls>
  /** The commissions of a confirmed deposit as transfers, to be posted with it in `tx`. Once for each deposit, and again after a reversal. */
  commissions(tx: Executor, deposit: ReferredDeposit): Promise<NewTransfer[]>
  /**
   * What takes the commissions of a reversed deposit back, as far as the accounts reach, to be posted in `tx`; the rest is
   * owed. Where an order takes the money in between, the ledger refuses the whole: try again.
   */
  reversals(tx: Executor, depositId: string): Promise<NewTransfer[]>
  /** What takes the commissions on deposits back that a withdrawal carries out again, to be posted in `tx` with the withdrawal. */
  returns(tx: Executor, withdrawal: WithdrawnDeposits): Promise<NewTransfer[]>
  /** Pays commissions that waited for a rate; a loop does so every minute. Answers how many. */
  payWaiting(): Promise<number>
}

const payWaitingEveryMs = 60_000

/** Three levels, 10 %, 5 % and 1 % of confirmed referred deposits. Source: product.md section 1. */
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
