import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { parseAmount } from '../../contract/money.ts'
import { freePort } from '../../server/platform/postgres.ts'
import { startProduct, type Product } from '../product.ts'
import { readBooks, type StoredTrade } from './books.ts'
import { createCustomers, sendOrder, startLoad, type Entry } from './orders-under-load.ts'

/**
 * kill -9 of the app, of its database and of both, while customers place orders. FAULT_ROUNDS repeats the three.
 * Source: targets.md R1 to R5.
 */
const rounds = Number(process.env['FAULT_ROUNDS'] ?? 1)
const kills = Array.from({ length: rounds }, () => ['app', 'database', 'both'] as const).flat()
const ordersBefore = 60
const ordersAfter = 30

let product: Product
let customers: Awaited<ReturnType<typeof createCustomers>>
const journal: Entry[] = []

beforeAll(async () => {
  product = await startProduct({ PORT: String(await freePort()), LOG_LEVEL: 'silent' })
  customers = await createCustomers(product, 12)
}, 60_000)
afterAll(() => product?.stop(), 60_000)

async function killUnderLoad(what: (typeof kills)[number]): Promise<void> {
  const load = startLoad(product, customers)
  await load.acknowledged(ordersBefore)
  const at = performance.now()
  if (what !== 'app') product.killDatabase()
  if (what !== 'database') {
    await product.kill('SIGKILL')
    await product.restart()
  }
  await load.acknowledged(1)
  const first = performance.now() - at
  await load.acknowledged(ordersAfter)
  await load.stop()
  journal.push(...load.journal)
  const answers = Map.groupBy(load.journal, ({ status, code }) => `${status} ${code}`.trim())
  process.stdout.write(`killed ${what}: new acknowledged order after ${Math.round(first)} ms; ${[...answers].map(([name, list]) => `${list.length} x ${name}`).join(', ')}\n`)
}

/** Sends every order of unknown outcome twice more with its key, which must give one answer. */
async function resolveUnknown(): Promise<void> {
  for (const entry of journal.filter(({ outcome }) => outcome === 'unknown')) {
    const [first, second] = [await sendOrder(product, entry.customer, entry.order, entry.key), await sendOrder(product, entry.customer, entry.order, entry.key)]
    expect(first?.outcome).toBe('acknowledged')
    expect(second?.answer).toEqual(first?.answer)
    Object.assign(entry, first)
  }
}

const settlementOf: Record<string, string[]> = { WON: ['profit', 'stake', 'stake_return'], LOST: ['loss', 'stake'], TIE: ['stake', 'stake_return'], VOID: ['stake', 'void_return'] }

function expectAsAcknowledged({ answer, order }: Entry, trade: StoredTrade | undefined): void {
  expect(trade).toMatchObject({
    id: answer!.id,
    type: order.TYPE,
    symbol: order.symbols,
    stakeMinor: parseAmount(order.amount, 'USD'),
    acceptedAtMs: answer!.acceptedAt,
    expiresAtMs: answer!.expiresAt,
    payoutBps: answer!.payoutBps,
  })
}

describe.each(kills)('after kill -9 of %s under load', { timeout: 60_000 }, (what) => {
  it('goes on taking orders by itself', () => killUnderLoad(what))

  it('answers every refusal clearly: never a failure of its own', () => {
    const refused = journal.filter(({ outcome }) => outcome === 'refused')
    expect(refused.filter(({ status }) => ![409, 503].includes(status)).map(({ status, code }) => `${status} ${code}`)).toEqual([])
  })

  it('gives orders of unknown outcome exactly one effect when they are sent again', async () => {
    await resolveUnknown()
    const { breaks, escrowGapMinor } = await readBooks(product)
    expect({ breaks, escrowGapMinor }).toEqual({ breaks: [], escrowGapMinor: 0n })
  })

  it('has lost, altered and invented nothing, and settled each trade once', async () => {
    await settleAll()
    const { trades, breaks, escrowGapMinor } = await readBooks(product)
    expect({ breaks, escrowGapMinor }).toEqual({ breaks: [], escrowGapMinor: 0n })
    const byKey = Map.groupBy(trades, ({ key }) => key)
    const acknowledged = journal.filter(({ outcome }) => outcome === 'acknowledged')
    for (const entry of acknowledged) {
      expect(byKey.get(entry.key)).toHaveLength(1)
      expectAsAcknowledged(entry, byKey.get(entry.key)![0])
    }
    // Every trade that is stored was acknowledged; so none has the key of an order of which a refusal said that nothing was done.
    expect(trades.map(({ id }) => id).sort()).toEqual(acknowledged.map(({ answer }) => answer!.id).sort())
    expect(trades.filter(({ state, transfers }) => transfers.join() !== settlementOf[state]?.join())).toEqual([])
    await expectBalances(trades)
  })
})

/** Lets time pass until nothing is open: right after a kill the feed needs moments of its own to lead again, and nothing settles before. */
async function settleAll(): Promise<void> {
  const settled = async () => {
    await product.advance(60)
    expect((await readBooks(product)).trades.filter(({ state }) => state === 'OPEN')).toEqual([])
  }
  await vi.waitFor(settled, { timeout: 30_000, interval: 250 })
}

/** The customers' balances are what the trades say, to the cent. */
async function expectBalances(trades: StoredTrade[]): Promise<void> {
  const change = trades.reduce((sum, { stakeMinor, returnedMinor }) => sum + returnedMinor! - stakeMinor, 0n)
  let held = 0n
  for (const { secrete } of customers) held += parseAmount((await product.call('user', {}, { secrete })).body.balance, 'USD')!
  expect(held).toBe(BigInt(customers.length) * 10_000_00n + change)
}
