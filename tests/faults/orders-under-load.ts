import { randomUUID } from 'node:crypto'
import { signUp, type Product } from '../product.ts'

export type Order = { symbols: string; amount: string; interval: number; TYPE: 'BUY' | 'SELL' }
type Customer = { email: string; secrete: string }

/** A journal entry of one order that the client sent. The books are later compared with the journal. */
export type Entry = {
  key: string
  order: Order
  customer: Customer
  /** From the test's monotonic clock. */
  sentAtMs: number
  /** `unknown`: no response, or one that leaves the outcome open. */
  outcome: 'acknowledged' | 'refused' | 'unknown'
  status: number
  code: string
  answer?: { id: string; acceptedAt: number; expiresAt: number; payoutBps: number }
}

export type Load = {
  journal: Entry[]
  /** Resolves when `count` orders sent after the call are acknowledged. Rejects after half a minute. */
  acknowledged(count: number): Promise<void>
  /** Stops sending and waits for open requests. */
  stop(): Promise<void>
}

const pauseMs = 60
/** Refusals that leave open whether the order was placed. */
const unknownOutcomes = new Set(['outcome_unknown', 'records_unreachable'])
const patienceMs = 30_000

/** Signs up customers and lets the market run for a while, so there are prices to trade on. */
export async function createCustomers(product: Product, count: number): Promise<Customer[]> {
  const customers: Customer[] = []
  for (let index = 0; index < count; index += 1) customers.push(await signUp(product))
  await product.advance(10)
  return customers
}

/** Simulates customers who place one order after another, each with a unique key. They continue through failures. */
export function startLoad(product: Product, customers: Customer[]): Load {
  const journal: Entry[] = []
  const waiting = new Set<() => void>()
  let going = true
  const work = customers.map(async (customer, index) => {
    for (let turn = 0; going; turn += 1) {
      const order: Order = {
        symbols: turn % 2 ? 'BTCUSD' : 'EURUSD',
        amount: `${10 + (turn % 3)}.5`,
        interval: 5,
        TYPE: (index + turn) % 2 ? 'SELL' : 'BUY',
      }
      const entry = await sendOrder(product, customer, order, randomUUID())
      if (entry) journal.push(entry)
      for (const look of waiting) look()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  })
  return {
    journal,
    acknowledged(count) {
      const fromMs = performance.now()
      return new Promise((resolve, reject) => {
        const giveUp = setTimeout(
          () =>
            reject(
              new Error(
                `${count} more orders were not acknowledged; the last responses: ${JSON.stringify(journal.slice(-5))}`,
              ),
            ),
          patienceMs,
        )
        const look = () => {
          if (
            journal.filter(({ outcome, sentAtMs }) => outcome === 'acknowledged' && sentAtMs >= fromMs).length < count
          )
            return
          waiting.delete(look)
          clearTimeout(giveUp)
          resolve()
        }
        waiting.add(look)
        look()
      })
    },
    async stop() {
      going = false
      await Promise.all(work)
    },
  }
}

/** Sends an order and returns its outcome; undefined if no connection was possible, so nothing was sent. */
export async function sendOrder(
  product: Product,
  customer: Customer,
  order: Order,
  key: string,
): Promise<Entry | undefined> {
  const sent = { key, order, customer, sentAtMs: performance.now() }
  try {
    const { status, body } = await product.call('trade', order, {
      secrete: customer.secrete,
      headers: { 'idempotency-key': key },
    })
    if (status === 200) return { ...sent, outcome: 'acknowledged', status, code: '', answer: body }
    return { ...sent, outcome: unknownOutcomes.has(body.code) ? 'unknown' : 'refused', status, code: body.code }
  } catch (error) {
    const { code = '' } = ((error as Error).cause ?? {}) as { code?: string }
    return code === 'ECONNREFUSED' ? undefined : { ...sent, outcome: 'unknown', status: 0, code }
  }
}
