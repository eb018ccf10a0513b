import type { BudgetRule } from './budget.ts'

/** Limits for `/live` clients. Budgets are in units of cost: one tick, or one symbol in a message. */
export type LiveLimits = {
  connections: number
  /** Connections without a session, overall and per network. Customers' connections count separately. */
  anonymous: number
  anonymousPerNetwork: number
  /** Connections per network that haven't sent `hello`. */
  greetingPerNetwork: number
  /** All connections per network. A school may share one IP address. */
  perNetwork: number
  perCustomer: number
  symbols: number
  /** Messages per client: burst size and rate. */
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
    // Enough for the past ticks of every symbol once, and then for a page change every second.
    socket: { atOnce: 4_000, perSecond: 100 },
    customer: { atOnce: 20_000, perSecond: 1_000 },
    anonymousNetwork: { atOnce: 20_000, perSecond: 1_000 },
    anonymous: { atOnce: 60_000, perSecond: 6_000 },
  },
  helloWithinMs: 10_000,
}

/** Cost of a connection: its handshake takes about as long as writing 40 ticks. */
export const connectionCost = 40
/** Minimum interval between two deliveries of a symbol's past ticks to the same client. */
export const pastEveryMs = 10_000
/** Maximum number of past ticks per subscription, across all symbols. The call `ticks` returns the rest. */
export const maxPastTicks = 3_000
