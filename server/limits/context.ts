import type { Identity } from '../identity/public.ts'
import type { Platform } from '../platform/platform.ts'
import type { ActiveTime } from './active-time.ts'
import type { CustomerRules } from './customer-rules.ts'
import type { AccountState } from './order-rules.ts'
import type { LimitsFigures } from './types.ts'

export type LimitsNeighbours = {
  identity: Pick<Identity, 'customer' | 'addExporter' | 'onRecognised' | 'addLasting' | 'otherOpenAccounts'> & {
    standing(customerId: string): AccountState | Promise<AccountState>
    heldAmong(customerIds: readonly string[]): Promise<ReadonlyMap<string, AccountState>>
  }
}

export type LimitsContext = Pick<Platform, 'clock' | 'db' | 'random' | 'bus'> &
  LimitsNeighbours &
  LimitsFigures & { rules: CustomerRules; activeTime: ActiveTime }
