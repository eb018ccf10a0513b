import type { Identity } from '../identity/public.ts'
import type { Ledger } from '../ledger/public.ts'
import type { OrderRules } from '../limits/public.ts'
import type { Markets } from '../markets/public.ts'
import type { Operators } from '../operators/public.ts'
import type { Platform } from '../platform/platform.ts'
import type { Trading } from '../trading/public.ts'

/** The parts of other modules that experts and copying use. */
type CopyingNeighbours = {
  ledger: Pick<Ledger, 'balance' | 'post' | 'postEach'>
  markets: Pick<
    Markets,
    'symbols' | 'symbol' | 'payoutBps' | 'watermarkMs' | 'ticksBetween' | 'candlesBetween' | 'isTradable' | 'lastTick'
  >
  trading: Pick<
    Trading,
    'placeTogether' | 'findTrades' | 'findTradesByKey' | 'tradesAfter' | 'settle' | 'limitsOf' | 'newestTrades'
  >
  identity: Pick<
    Identity,
    'customer' | 'addCustomer' | 'simulatedAccounts' | 'details' | 'write' | 'addExporter' | 'onClosing'
  >
  operators: Pick<Operators, 'audit'>
  limits: { orderRules(customerId: string, nowMs: number): OrderRules | Promise<OrderRules> }
}

export type CopyingContext = Platform &
  CopyingNeighbours & {
    /**
     * IDs of expert orders that this process is placing. They don't count as interrupted, however long it takes to
     * place them.
     */
    ordersInProgress: Set<string>
  }
