import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { signUp, type Product } from '../product.ts'
import type { AnswerBody } from './checker/journal.ts'
import { inDatabase } from './books.ts'
import type { JournalFile } from './journal.ts'

/** The target of requests: a product, or one of its processes. */
export type Target = Pick<Product, 'call'>
export type LoadCustomer = { id: string; secrete: string; account: number }

/**
 * One request with its key, and the result of its latest attempt. Times are from the monotonic clock, in milliseconds.
 */
export type Sent = {
  key: string
  call: string
  input: Record<string, unknown>
  customer: LoadCustomer
  sentAtMs: number
  answeredAtMs: number
  /** `unreached`: no connection, so nothing was sent. `unknown`: no response, or one that leaves the outcome open. */
  outcome: 'acknowledged' | 'refused' | 'unknown' | 'unreached'
  status: number
  code: string
  body: AnswerBody | undefined
}

export type MixedLoad = {
  sent: Sent[]
  /** Resolves with the first of `count` acknowledged orders sent after the call. Rejects after two minutes. */
  acknowledged(count: number): Promise<Sent>
  /** Stops sending and waits for open requests. */
  stop(): Promise<void>
}

const pauseMs = 150
const answerWithinMs = 40_000
const patienceMs = 120_000
const unknownCodes = new Set(['outcome_unknown', 'records_unreachable', 'internal'])

/** Signs up verified customers, adds them to the journal, and lets the market run until there are prices. */
export async function createLoadCustomers(
  product: Product,
  journal: JournalFile,
  count: number,
): Promise<LoadCustomer[]> {
  const customers: LoadCustomer[] = []
  for (let account = 1; account <= count; account += 1) {
    const { secrete } = await signUp(product)
    const { body } = await product.call('user', {}, { secrete })
    journal.write({ type: 'customer', id: body.id })
    customers.push({ id: body.id, secrete, account })
  }
  const verify = `
    INSERT INTO identity.verification (shard, id, customer_id, mode, state, sent_at_ms, decided_at_ms, decided_by)
    SELECT shard, gen_random_uuid(), id, 'Passport', 'verified', 0, 0, gen_random_uuid() FROM identity.customer
    WHERE id = ANY ($1)`
  await inDatabase(product, (client) => client.query(verify, [customers.map(({ id }) => id)]))
  await product.advance(10)
  return customers
}

/** Sends a request, and writes to the journal before and after. */
export async function send(
  target: Target,
  journal: JournalFile,
  request: Pick<Sent, 'key' | 'call' | 'input' | 'customer'>,
): Promise<Sent> {
  const { key, call, input, customer } = request
  const sentAtMs = performance.now()
  journal.write({ type: 'sent', key, call, customer: customer.id, input, atMs: sentAtMs })
  const sent = { ...request, sentAtMs, answeredAtMs: sentAtMs, status: 0, code: '', body: undefined }
  try {
    const options = {
      secrete: customer.secrete,
      headers: { 'idempotency-key': key },
      signal: AbortSignal.timeout(answerWithinMs),
    }
    const { status, body } = await target.call(call, input, options)
    const answeredAtMs = performance.now()
    journal.write({ type: 'answer', key, status, body, atMs: answeredAtMs })
    const code = String(body.code ?? '')
    const outcome = status === 200 ? 'acknowledged' : unknownCodes.has(code) ? 'unknown' : 'refused'
    return { ...sent, answeredAtMs, outcome, status, code, body }
  } catch (error) {
    const { code = 'no answer' } = ((error as Error).cause ?? {}) as { code?: string }
    journal.write({ type: 'silence', key, atMs: performance.now() })
    return { ...sent, outcome: code === 'ECONNREFUSED' ? 'unreached' : 'unknown', code }
  }
}

/**
 * Simulates customers who place one order after another, some of whom also make every other kind of request with a key.
 * They continue through failures.
 */
export function startMixedLoad(target: Target, journal: JournalFile, customers: LoadCustomer[]): MixedLoad {
  const sent: Sent[] = []
  const watchers = new Set<() => void>()
  let isOver = false
  const attempt = async (
    request: Pick<Sent, 'key' | 'call' | 'input' | 'customer'>,
    until: Sent['outcome'][],
  ): Promise<Sent> => {
    for (;;) {
      const one = await send(target, journal, request)
      if (until.includes(one.outcome) || isOver) {
        sent.push(one)
        for (const look of watchers) look()
        return one
      }
      await pause(pauseMs)
    }
  }
  const loop = async (customer: LoadCustomer) => {
    for (let turn = customer.account; !isOver; turn += 1) {
      // Orders with an unknown outcome are sent again after the fault.
      await attempt({ key: randomUUID(), call: 'trade', input: orderOf(turn), customer }, [
        'acknowledged',
        'refused',
        'unknown',
      ])
      await pause(pauseMs)
      if (customer.account % 3 === 0) await otherWork(customer, turn, attempt)
    }
  }
  const work = customers.map(loop)
  return {
    sent,
    acknowledged: (count) => watch(sent, watchers, count),
    async stop() {
      isOver = true
      await Promise.all(work)
    },
  }
}

const orderOf = (turn: number) => ({
  symbols: turn % 2 ? 'BTCUSD' : 'EURUSD',
  amount: `${10 + (turn % 3)}.5`,
  interval: 5,
  TYPE: turn % 3 ? 'SELL' : 'BUY',
})
const bank = {
  method: 'Bank',
  account: 'Trading',
  bname: 'First Test Bank',
  aname: 'Ada Byron',
  anumber: '12345678',
  rnumber: '110000000',
}

type Attempt = (request: Pick<Sent, 'key' | 'call' | 'input' | 'customer'>, until: Sent['outcome'][]) => Promise<Sent>

/** Requests something and cancels it. Repeats requests until their outcome is known: the next step depends on it. */
async function otherWork(customer: LoadCustomer, turn: number, attempt: Attempt): Promise<void> {
  const ask = (call: string, input: Record<string, unknown>) =>
    attempt({ key: randomUUID(), call, input, customer }, ['acknowledged', 'refused'])
  const choice = turn % 4
  if (choice === 0) {
    const { body, outcome } = await ask('withdraw', { ...bank, amount: `${20 + (turn % 7)}` })
    if (outcome === 'acknowledged') await ask('withdrawals.cancel', { id: body!.id })
  } else if (choice === 1) {
    const { body, outcome } = await ask('createtrnx', {
      type: turn % 8 > 4 ? 'BTC' : 'ETH',
      plan: 'Custom',
      amount: `${100 + turn}`,
    })
    if (outcome === 'acknowledged') await ask('closetrnx', { tid: body!.tid })
  } else if (choice === 2) {
    const { body, outcome } = await ask('farm', { type: 'ETH', plan: 'Bitcoin Steady', amount: `${500 + turn}` })
    if (outcome === 'acknowledged') await ask('closefarm', { tid: body!.id })
  } else {
    await ask('copytrader', { copytrade: 'breakwater', to: 'start' })
    await ask('copytrader', { copytrade: 'breakwater', to: 'stop' })
  }
}

function watch(sent: Sent[], watchers: Set<() => void>, count: number): Promise<Sent> {
  const fromMs = performance.now()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      watchers.delete(look)
      reject(new Error(`${count} more orders were not acknowledged: ${JSON.stringify(sent.slice(-3))}`))
    }, patienceMs)
    const look = () => {
      const found = sent.filter(
        ({ call, outcome, sentAtMs }) => call === 'trade' && outcome === 'acknowledged' && sentAtMs >= fromMs,
      )
      if (found.length < count) return
      watchers.delete(look)
      clearTimeout(timer)
      resolve(found[0]!)
    }
    watchers.add(look)
    look()
  })
}
