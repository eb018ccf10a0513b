import type { Platform } from '../platform/platform.ts'

const touchedCalls = ['activeyields', 'pendingyields', 'farm.statement', 'user', 'totalbalance', 'statement']

/** Tells the pages of customers that something of theirs has changed. After the commit. */
export function tellCustomers({ bus }: Pick<Platform, 'bus'>, of: readonly { customerId: string }[]): void {
  for (const customerId of new Set(of.map((each) => each.customerId))) bus.publish('customer.changed', { customerId, calls: touchedCalls })
}
