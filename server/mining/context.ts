import type { Identity } from '../identity/public.ts'
import type { Ledger } from '../ledger/public.ts'
import type { Markets } from '../markets/public.ts'
import type { Operators } from '../operators/public.ts'
import type { Payments } from '../payments/public.ts'
import type { Platform } from '../platform/platform.ts'

/** Dependencies of the module's actions. */
export type MiningContext = Platform & {
  ledger: Pick<Ledger, 'post' | 'transfersOf'>
  markets: Pick<Markets, 'symbol' | 'lastTick' | 'lastTickAt' | 'ticksBetween' | 'watermarkMs'>
  identity: Pick<Identity, 'addExporter' | 'customer' | 'onClosing'>
  operators: Pick<Operators, 'propose'>
  payments: Pick<Payments, 'miningPlans'>
}
