import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase } from '../harness.ts'
import { signUp, startProduct, type Product } from '../product.ts'
import { sendOrder } from './orders-under-load.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const products: Product[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  const settings = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    SECRET_KEY: 'ab'.repeat(32),
    LOG_LEVEL: 'silent',
    CHAINS: '0',
  }
  for (let process = 0; process < 2; process += 1) products.push(await startProduct(settings))
}, 120_000)
afterAll(async () => {
  for (const product of products) await product.stop()
  await database?.drop()
}, 60_000)

const leads = async ({ url }: Product) => /feed_leads 1$/m.test(await (await fetch(`${url}/metrics`)).text())

it('hashes passwords at the cost used in production', async () => {
  const { email } = await signUp(products[0]!)
  expect(email).toContain('@')
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const { rows } = await owner.query<{ hash: string }>(
    'SELECT DISTINCT left(password_hash, 30) AS hash FROM identity.customer',
  )
  await owner.end()
  expect(rows).toEqual([{ hash: '$argon2id$v=19$m=19456,t=2,p=1' }])
})

/** Without a shared bus, only the process that leads the feed has prices. */
it(
  'continues prices and orders in the second process when the feed leader is killed',
  { timeout: 60_000 },
  async () => {
    const [first, second] = products as [Product, Product]
    expect([await leads(first), await leads(second)]).toEqual([true, false])
    const customer = await signUp(first)
    const order = { symbols: 'EURUSD', amount: '10', interval: 5, TYPE: 'BUY' } as const
    const acknowledgedBy = (product: Product) =>
      vi.waitFor(
        async () =>
          expect(await sendOrder(product, customer, order, randomUUID())).toMatchObject({ outcome: 'acknowledged' }),
        { timeout: 15_000, interval: 20 },
      )
    await acknowledgedBy(first)

    const atMs = performance.now()
    await first.kill('SIGKILL')
    await vi.waitFor(async () => expect(await leads(second)).toBe(true), { timeout: 15_000, interval: 20 })
    const leadMs = performance.now() - atMs
    await acknowledgedBy(second)
    const orderMs = performance.now() - atMs
    process.stdout.write(
      `killed the leader: the second process leads after ${Math.round(leadMs)} ms, ` +
        `and accepts its first order after ${Math.round(orderMs)} ms\n`,
    )
  },
)
