import type { explorerCalls } from '../../contract/explorer.ts'
import type { paymentsCalls } from '../../contract/payments.ts'
import type { withdrawalsCalls } from '../../contract/withdrawals.ts'
import type { Affiliates } from '../affiliates/public.ts'
import type { Identity } from '../identity/public.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Limits } from '../limits/public.ts'
import type { Markets } from '../markets/public.ts'
import type { Operators } from '../operators/public.ts'
import type { Executor } from '../platform/database.ts'
import type { Bindings } from '../platform/http.ts'
import type { ModuleLife, Platform } from '../platform/platform.ts'
import { readDepositedSince } from './deposits/deposited-store.ts'

export type PaymentsNeighbours = { ledger: Ledger; markets: Markets; identity: Identity; limits: Limits; affiliates: Affiliates; operators: Operators }

export type Payments = ModuleLife & {
  calls: Bindings<typeof paymentsCalls & typeof withdrawalsCalls & typeof explorerCalls>
  /** Value of a customer's deposits begun since `fromMs`, in minor units of the customer's currency, for the customer's own limits. */
  depositedSince(ex: Executor, customerId: string, fromMs: number): Promise<bigint>
}

/** Money in and out: deposits and withdrawals on test chains. Design: chains.md. */
export function createPayments(_platform: Platform, _neighbours: PaymentsNeighbours): Payments {
  return { calls: {}, depositedSince: readDepositedSince }
}
