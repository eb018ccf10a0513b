import { networkOf } from '../platform/http/network.ts'
import { Budget, takeAll, takeUpTo } from './budget.ts'
import { connectionCost, type LiveLimits } from './limits.ts'

/**
 * The state of a connection that the limits depend on. `greeting`: it hasn't sent `hello` yet, or its session is being
 * looked up.
 */
export type Visitor = {
  readonly network: string
  kind: 'greeting' | 'anonymous' | 'customer'
  customerId: string | undefined
  readonly own: Budget
  readonly messages: Budget
  /** Cost incurred before the connection's owner was known. */
  owed: number
}

/**
 * Decides who may connect to `/live` and how much each client may use. Visitors without a session share one budget per
 * network and one overall. Every customer has a separate budget and connection limit, so that a whole class can sign in
 * from one IP address.
 */
export class LiveAdmission {
  readonly #limits: LiveLimits
  readonly #nowMs: () => number
  readonly #places = new Map<string, number>()
  readonly #budgets = new Map<string, Budget>()
  readonly #anonymous: Budget

  constructor(limits: LiveLimits, nowMs: () => number) {
    this.#limits = limits
    this.#nowMs = nowMs
    this.#anonymous = new Budget(limits.budgets.anonymous, nowMs())
  }

  /** Reserves a place for a new connection. Returns undefined if none is free. */
  enter(ip: string): Visitor | undefined {
    const { connections, perNetwork, greetingPerNetwork, budgets, messages } = this.#limits
    const network = networkOf(ip)
    const isFull =
      this.#taken('all') >= connections ||
      this.#taken(`network ${network}`) >= perNetwork ||
      this.#taken(`greeting ${network}`) >= greetingPerNetwork
    if (isFull) return undefined
    const nowMs = this.#nowMs()
    const visitor: Visitor = {
      network,
      kind: 'greeting',
      customerId: undefined,
      own: new Budget(budgets.socket, nowMs),
      messages: new Budget(messages, nowMs),
      owed: 0,
    }
    this.#move(visitor, 1)
    return visitor
  }

  /**
   * Counts a connection towards its customer's limit, or towards the limits for visitors without a session. Returns
   * false if that exceeds a limit.
   */
  admit(visitor: Visitor, customerId: string | undefined): boolean {
    this.#move(visitor, -1)
    visitor.kind = customerId === undefined ? 'anonymous' : 'customer'
    visitor.customerId = customerId
    this.#move(visitor, 1)
    const nowMs = this.#nowMs()
    for (const budget of this.#shared(visitor)) budget.charge(connectionCost + visitor.owed, nowMs)
    visitor.owed = 0
    const { anonymous, anonymousPerNetwork, perCustomer } = this.#limits
    if (visitor.kind === 'customer') return this.#taken(placeOf(visitor)) <= perCustomer
    return this.#taken('anonymous') <= anonymous && this.#taken(placeOf(visitor)) <= anonymousPerNetwork
  }

  leave(visitor: Visitor): void {
    this.#move(visitor, -1)
  }

  /** Charges a message that names `symbols` symbols. Returns false if the client may not send it. */
  payMessage(visitor: Visitor, symbols: number): boolean {
    const nowMs = this.#nowMs()
    return (
      takeAll([visitor.messages], 1, nowMs) &&
      this.#spent(visitor, symbols, takeAll([visitor.own, ...this.#shared(visitor)], symbols, nowMs))
    )
  }

  /** Returns how many of `wanted` past ticks may be sent, and charges them. */
  payPast(visitor: Visitor, wanted: number): number {
    const granted = takeUpTo([visitor.own, ...this.#shared(visitor)], wanted, this.#nowMs())
    this.#spent(visitor, granted, true)
    return granted
  }

  /** Removes budgets that are full again. */
  prune(): void {
    const nowMs = this.#nowMs()
    for (const [key, budget] of this.#budgets) if (budget.isFull(nowMs)) this.#budgets.delete(key)
  }

  #spent(visitor: Visitor, cost: number, paid: boolean): boolean {
    if (paid && visitor.kind === 'greeting') visitor.owed += cost
    return paid
  }

  #shared(visitor: Visitor): Budget[] {
    const { budgets } = this.#limits
    if (visitor.kind === 'customer') return [this.#budget(placeOf(visitor), budgets.customer)]
    return visitor.kind === 'anonymous'
      ? [this.#budget(placeOf(visitor), budgets.anonymousNetwork), this.#anonymous]
      : []
  }

  #budget(key: string, rule: LiveLimits['budgets']['customer']): Budget {
    let budget = this.#budgets.get(key)
    if (!budget) this.#budgets.set(key, (budget = new Budget(rule, this.#nowMs())))
    return budget
  }

  #taken(place: string): number {
    return this.#places.get(place) ?? 0
  }

  #move(visitor: Visitor, by: 1 | -1): void {
    for (const place of ['all', visitor.kind, `network ${visitor.network}`, placeOf(visitor)]) {
      const taken = this.#taken(place) + by
      if (taken > 0) this.#places.set(place, taken)
      else this.#places.delete(place)
    }
  }
}

const placeOf = ({ kind, network, customerId }: Visitor) => `${kind} ${customerId ?? network}`
