import type { BudgetRule } from './live-budget.ts'

/** What the clients of `/live` may use. Budgets are in units of cost: one tick or one symbol of a message. */
export type LiveLimits = {
  connections: number
  /** Connections without a session, of the product and of one network. Those of customers count apart. */
  anonymous: number
  anonymousPerNetwork: number
  /** Connections of one network that have not sent `hello`. */
  greetingPerNetwork: number
  /** All connections of one network: a school has one address. */
  perNetwork: number
  perCustomer: number
  symbols: number
  /** Messages of a client: a burst, and a number per second. */
  messages: BudgetRule
  budgets: Record<'socket' | 'customer' | 'anonymousNetwork' | 'anonymous', BudgetRule>
  helloWithinMs: number
}

export const liveLimits: LiveLimits = {
  connections: 10_000,
  anonymous: 5_000,
  anonymousPerNetwork: 100,
  greetingPerNetwork: 200,
  perNetwork: 1_000,
  perCustomer: 50,
  symbols: 64,
  messages: { atOnce: 40, perSecond: 5 },
  budgets: {
    // The past of every symbol once, then a page change every second.
    socket: { atOnce: 4_000, perSecond: 100 },
    customer: { atOnce: 20_000, perSecond: 1_000 },
    anonymousNetwork: { atOnce: 20_000, perSecond: 1_000 },
    anonymous: { atOnce: 60_000, perSecond: 6_000 },
  },
  helloWithinMs: 10_000,
}

/** Cost of a connection: the handshake takes about as long as writing 40 ticks. */
export const connectionCost = 40
/** The past of a symbol is sent to a client once in this time. */
export const pastEveryMs = 10_000
/** Ticks of the past that one subscription gets at most, over all its symbols. The call `ticks` has the rest. */
export const pastTicksAtMost = 3_000
