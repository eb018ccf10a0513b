import { networkOf } from '../platform/network.ts'
import { Budget, takeAll, takeUpTo } from './live-budget.ts'
import { connectionCost, type LiveLimits } from './live-limits.ts'

/** A connection as the limits see it. `greeting`: it has not sent `hello`, or its session is being looked up. */
export type Visitor = {
  readonly network: string
  kind: 'greeting' | 'anonymous' | 'customer'
  customerId: string | undefined
  readonly own: Budget
  readonly messages: Budget
  /** What it spent before it was known who pays. */
  owed: number
}

/**
 * Decides who may connect to `/live` and what each may cost. Visitors without a session share a budget per network and one
 * for all of them; every customer has a budget and places of their own, so that a class behind one address can sign in.
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

  /** Takes a place for a new connection. Returns undefined if none is free. */
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

  /** Settles who pays for a connection: the customer, or the network's visitors without a session. Returns false if that has no place free. */
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

  /** Counts a message that names so many symbols. Returns false if the client may not send it. */
  payMessage(visitor: Visitor, symbols: number): boolean {
    const nowMs = this.#nowMs()
    return (
      takeAll([visitor.messages], 1, nowMs) &&
      this.#spent(visitor, symbols, takeAll([visitor.own, ...this.#shared(visitor)], symbols, nowMs))
    )
  }

  /** Returns how many of `wanted` ticks of the past may be sent, and counts them. */
  payPast(visitor: Visitor, wanted: number): number {
    const granted = takeUpTo([visitor.own, ...this.#shared(visitor)], wanted, this.#nowMs())
    this.#spent(visitor, granted, true)
    return granted
  }

  /** Forgets budgets that are full again. */
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
