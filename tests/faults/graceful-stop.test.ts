import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../server/platform/postgres.ts'
import { startProduct, type Product } from '../product.ts'
import { readBooks } from './books.ts'
import { createCustomers, startLoad } from './orders-under-load.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ PORT: String(await freePort()), LOG_LEVEL: 'silent' })
}, 60_000)
afterAll(() => product?.stop(), 60_000)

it('answers every request when it is told to stop under load, and loses none', { timeout: 60_000 }, async () => {
  const load = startLoad(product, await createCustomers(product, 12))
  await load.acknowledged(60)
  await product.kill('SIGTERM')
  await load.stop()
  // Either done or refused in words; no connection was cut while an order was under way.
  const others = load.journal.filter(({ status, code }) => status !== 200 && !(status === 503 && code === 'stopping'))
  expect(others.map(({ status, code }) => `${status} ${code}`)).toEqual([])

  await product.restart()
  await product.advance(60)
  const { trades, breaks, escrowGapMinor } = await readBooks(product)
  expect({ breaks, escrowGapMinor }).toEqual({ breaks: [], escrowGapMinor: 0n })
  const acknowledged = load.journal.filter(({ outcome }) => outcome === 'acknowledged')
  expect(trades.map(({ id }) => id).sort()).toEqual(acknowledged.map(({ answer }) => answer!.id).sort())
  expect(trades.filter(({ state }) => state === 'OPEN')).toEqual([])
})
