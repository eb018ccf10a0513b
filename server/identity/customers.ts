import type { CashAsset } from '../../contract/money.ts'
import type { Platform } from '../platform/platform.ts'
import { invariant } from '../platform/refused.ts'
import { shardOf } from '../platform/random.ts'
import { findCustomer, type CustomerKey } from './store.ts'

/** What other modules ask of a customer most. None of it changes, and none of it shows who the customer is. `simulated`: an account that no person holds. */
export type Customer = CustomerKey & {
  currency: CashAsset
  country: string
  customerSinceMs: number
  simulated: boolean
}

const rememberedAtMost = 200_000

/** Customers by id. Whoever has a live session in memory is in memory here too. */
export class Customers {
  readonly #db: Platform['db']
  readonly #known = new Map<string, Customer>()

  constructor(db: Platform['db']) {
    this.#db = db
  }

  remember(customer: Customer): void {
    if (this.#known.has(customer.customerId)) return
    if (this.#known.size >= rememberedAtMost) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(customer.customerId, customer)
  }

  /** Answers without a promise where the customer is in memory. An id that nobody has is a programmer's error. */
  find(customerId: string): Customer | Promise<Customer> {
    return this.#known.get(customerId) ?? this.#read(customerId)
  }

  async #read(customerId: string): Promise<Customer> {
    const shard = shardOf(customerId)
    const stored = await findCustomer(this.#db, { customerId, shard })
    invariant(stored, 'there is no customer of this id')
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
