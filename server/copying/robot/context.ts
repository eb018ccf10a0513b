import type { OrderRules } from '../../limits/public.ts'
import type { Identity } from '../../identity/public.ts'
import type { Ledger } from '../../ledger/public.ts'
import type { Markets } from '../../markets/public.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Trading } from '../../trading/public.ts'

/** The platform and the parts of other modules that robots use. */
export type RobotContext = Platform & {
  ledger: Pick<Ledger, 'balance'>
  markets: Pick<Markets, 'symbols' | 'symbol' | 'payoutBps' | 'watermarkMs' | 'candlesBetween' | 'seamsBetween'>
  trading: Pick<Trading, 'place' | 'resultOfKeys' | 'limitsOf'>
  identity: Pick<Identity, 'customer' | 'write' | 'addExporter' | 'onClosing'>
  limits: { orderRules(customerId: string, nowMs: number): OrderRules | Promise<OrderRules> }
}

/** Notifies the customer's open pages. Call it after the commit. */
export function notifyCustomer({ bus }: Pick<RobotContext, 'bus'>, customerId: string): void {
  bus.publish('customer.changed', { customerId, calls: ['robot', 'user', 'trades', 'trades.count', 'totalbalance'] })
}

/** Returns the key prefix of a run's trades. */
export const runKeys = (run: number) => `robot ${run} `
