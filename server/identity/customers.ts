import type { CashAsset } from '../../api/money.ts'
import type { Platform } from '../platform/platform.ts'
import { invariant } from '../platform/http/refused.ts'
import { shardOf } from '../platform/random.ts'
import { findCustomer, type CustomerKey } from './store.ts'

/**
 * The customer data that other modules read most often. It never changes and doesn't identify the customer. `simulated`
 * marks an account that belongs to no person.
 */
export type Customer = CustomerKey & {
  currency: CashAsset
  country: string
  customerSinceMs: number
  simulated: boolean
}

const maxRemembered = 200_000

/** Caches customers by id. Every customer with a cached session is cached here too. */
export class Customers {
  readonly #db: Platform['db']
  readonly #known = new Map<string, Customer>()

  constructor(db: Platform['db']) {
    this.#db = db
  }

  remember(customer: Customer): void {
    if (this.#known.has(customer.customerId)) return
    if (this.#known.size >= maxRemembered) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(customer.customerId, customer)
  }

  /** Returns synchronously if cached. An unknown id is a programming error. */
  find(customerId: string): Customer | Promise<Customer> {
    return this.#known.get(customerId) ?? this.#read(customerId)
  }

  async #read(customerId: string): Promise<Customer> {
    const shard = shardOf(customerId)
    const stored = await findCustomer(this.#db, { customerId, shard })
    invariant(stored, 'no customer has this id')
    const customer = {
      customerId,
      shard,
      currency: stored.currency,
      country: stored.country,
      customerSinceMs: stored.createdAt.getTime(),
      simulated: stored.simulated,
    }
    this.remember(customer)
    return customer
  }
}
